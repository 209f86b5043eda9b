import FoundationEssentials

/// The body of a request. It can be sent again for a retry or a redirect, unless it contains a stream that cannot go
/// back to its start.
public enum RequestBody: Hashable, Sendable {
  case none
  case data(Data)
  /// The bytes of a file, read while they are sent.
  case file(path: String)
  /// Several parts in order, used for a multipart body with files.
  case segments([Segment])

  /// True if nothing is sent after the header section. A file never counts as empty, whatever its size.
  package var isEmpty: Bool {
    switch self {
    case .none: true
    case .data(let data): data.isEmpty
    case .file, .segments: false
    }
  }

  /// The number of bytes, if it is known without looking at files.
  package var length: Int64? {
    switch self {
    case .none: return 0
    case .data(let data): return Int64(data.count)
    case .file: return nil
    case .segments(let segments):
      var sum: UInt64 = 0
      for segment in segments {
        guard let length = segment.length else { return nil }
        let (next, overflows) = sum.addingReportingOverflow(length)
        if overflows { return nil }
        sum = next
      }
      return Int64(exactly: sum)
    }
  }

  /// True if the body can be sent a second time. False if it contains a stream that cannot go back to its start.
  public var isRepeatable: Bool {
    guard case .segments(let segments) = self else { return true }
    return segments.allSatisfy(\.isRepeatable)
  }

  /// A part of a body. The enum is `@unchecked Sendable` because only one thread at a time reads a stream.
  public enum Segment: @unchecked Sendable {
    case data(Data)
    case file(path: String, length: UInt64)
    /// If `length` is `nil`, the length is not known before the end of the stream. Then the body is sent in chunks (RFC
    /// 9112 §7.1).
    case stream(any ByteStream, length: UInt64?)

    fileprivate var length: UInt64? {
      switch self {
      case .data(let data): UInt64(data.count)
      case .file(_, let length): length
      case .stream(_, let length): length
      }
    }

    package var isRepeatable: Bool {
      if case .stream(let stream, _) = self { (stream as? any RepeatableStream)?.isRepeatable == true } else { true }
    }
  }
}

extension RequestBody.Segment: Hashable {
  /// Compares files by path, and streams by identity.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.data(let left), .data(let right)): left == right
    case (.file(let left, let length), .file(let right, let other)): left.hasBytes(of: right) && length == other
    case (.stream(let left, _), .stream(let right, _)): left === right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .data(let data): hasher.combine(data)
    case .file(let path, _): hasher.combine(path)
    case .stream(let stream, _): hasher.combine(ObjectIdentifier(stream))
    }
  }
}
