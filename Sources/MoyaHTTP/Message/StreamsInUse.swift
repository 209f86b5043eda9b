/// The streams of the program that requests are reading now. If a target is sent by several tasks at the same time, its
/// requests have the same stream. Without this list, each request would get a part of the bytes, and threads would read
/// the stream at the same time.
///
/// A stream that says which request reads it (`LateStream`), or that can go back to its start, is not in the list. A
/// child that was forked does not use the list, because another thread of its parent may have held the lock.
package enum StreamsInUse {
  private static let streams = Protected<Set<ObjectIdentifier>>([])

  /// Notes that a request begins to read the stream. The caller must hold the stream until `leave`. Throws if another
  /// request is reading the stream.
  package static func enter(_ stream: any ByteStream) throws {
    if Fork.generation != 0 { return }
    let isFree = streams.withLock { $0.insert(identity(of: stream)).inserted }
    if !isFree { throw TransferError(.body, "another request is reading it, and it can be read only once") }
  }

  /// Notes that the request no longer reads the stream.
  package static func leave(_ stream: any ByteStream) {
    if Fork.generation != 0 { return }
    _ = streams.withLock { $0.remove(identity(of: stream)) }
  }

  private static func identity(of stream: any ByteStream) -> ObjectIdentifier {
    if let stream = stream as? any WrappingStream { ObjectIdentifier(stream.wrapped) } else { ObjectIdentifier(stream) }
  }
}

/// A stream that belongs to one call, and that takes its bytes from a stream of the program.
package protocol WrappingStream: ByteStream {
  var wrapped: any ByteStream { get }
}
