extension URLRequest {
  /// The body, when it is one stream. Forms and files are no part of a request yet when plugins see it.
  public var httpBodyStream: (any ByteStream)? {
    guard case .segments(let segments) = body, segments.count == 1, case .stream(let stream, _) = segments.first else {
      return nil
    }
    return stream
  }
}

extension ByteStream {
  /// For a log: the kind of stream.
  public var description: String { "\(Self.self)" }
}
