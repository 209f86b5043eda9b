/// The program's streams that a request reads or has read. If a target is sent twice, both requests have the same
/// stream. Without this list, each of two simultaneous requests would get a part of the bytes. A later request would
/// have an empty body.
///
/// A stream that says which request reads it (`LateStream`), or that can go back to its start, is not in the list. A
/// child that was forked does not use the list, because another thread of its parent may have held the lock.
package enum StreamsInUse {
  /// The struct is `@unchecked Sendable` because the list only compares the streams by identity.
  private struct Reading: @unchecked Sendable {
    weak var stream: AnyObject?
    var isOver = false
  }

  /// Holds streams. The struct is `@unchecked Sendable` because the list uses the streams only by identity.
  private struct Alive: @unchecked Sendable {
    let streams: [AnyObject]
  }

  private struct Readings {
    var byStream: [ObjectIdentifier: Reading] = [:]
    /// When the dictionary has this many entries, the entries of freed streams are removed.
    var mostEntries = 64

    /// Removes the entries of streams that were freed. Returns the other streams, so that the caller releases them
    /// after the lock: their `deinit` is code of the program.
    mutating func removeFreed() -> Alive {
      let alive = Alive(streams: byStream.values.compactMap(\.stream))
      let kept = Set(alive.streams.map(ObjectIdentifier.init))
      byStream = byStream.filter { kept.contains($0.key) }
      mostEntries = max(64, 2 * kept.count)
      return alive
    }
  }

  private static let readings = Protected(Readings())

  /// Notes that a request begins to read the stream. The caller must hold the stream until `leave`. Throws if another
  /// request is reading the stream or has read it.
  package static func enter(_ stream: any ByteStream) throws {
    if Fork.generation != 0 { return }
    let object = object(of: stream)
    let (earlier, alive) = readings.withLock { readings -> (Reading?, Alive?) in
      let known = readings.byStream[ObjectIdentifier(object)]
      if let known, known.stream === object { return (known, nil) }
      let alive = readings.byStream.count < readings.mostEntries ? nil : readings.removeFreed()
      readings.byStream[ObjectIdentifier(object)] = Reading(stream: object)
      return (nil, alive)
    }
    withExtendedLifetime(alive) {}
    guard let earlier else { return }
    let reader = earlier.isOver ? "another request has read it" : "another request is reading it"
    throw TransferError(.body, "\(reader), and it can be read only once")
  }

  /// Notes that the request no longer reads the stream.
  package static func leave(_ stream: any ByteStream) {
    if Fork.generation != 0 { return }
    let key = ObjectIdentifier(object(of: stream))
    readings.withLock { $0.byStream[key]?.isOver = true }
  }

  private static func object(of stream: any ByteStream) -> AnyObject {
    if let stream = stream as? any WrappingStream { stream.wrapped } else { stream }
  }
}

/// A stream that belongs to one call, and that takes its bytes from a stream of the program.
package protocol WrappingStream: ByteStream {
  var wrapped: any ByteStream { get }
}
