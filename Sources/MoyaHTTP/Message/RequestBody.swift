import FoundationEssentials

/// What a request carries after its header section. A body can be sent again (retry, redirect) unless it is a stream.
public enum RequestBody: Hashable, Sendable {
  case none
  case data(Data)
  /// A file's bytes, read as they are sent.
  case file(path: String)
  /// Parts one after another: the form of a multipart body that holds files.
  case segments([Segment])

  /// Does a request with it send nothing behind its header section? A file counts as something.
  package var isEmpty: Bool {
    switch self {
    case .none: true
    case .data(let data): data.isEmpty
    case .file, .segments: false
    }
  }

  /// Can it be sent a second time? Not when it holds a stream, unless that can go back to its start.
  public var isRepeatable: Bool {
    guard case .segments(let segments) = self else { return true }
    return segments.allSatisfy(\.isRepeatable)
  }

  /// Unchecked: a stream is handed on and read by one thread at a time, never shared.
  public enum Segment: @unchecked Sendable {
    case data(Data)
    case file(path: String, length: UInt64)
    /// `nil`: it is as long as it turns out to be. The body is then sent in chunks (RFC 9112 §7.1).
    case stream(any ByteStream, length: UInt64?)

    package var isRepeatable: Bool {
      if case .stream(let stream, _) = self { (stream as? any RepeatableStream)?.isRepeatable == true } else { true }
    }
  }
}

extension RequestBody.Segment: Hashable {
  /// Files are compared by path, streams by identity.
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
