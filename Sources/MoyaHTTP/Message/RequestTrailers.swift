/// A stream that gives trailers: fields that follow the body of a request (RFC 9110 §6.5), for example a checksum of
/// the body.
package protocol TrailedStream: ByteStream {
  /// True if the stream gives trailers. The value must not change while the stream exists.
  var hasTrailers: Bool { get }
  /// Returns the trailers. The transport calls this function each time it has read the stream to its end. If the
  /// stream's request has ended, the function may throw `NothingYet`.
  func trailers() throws -> HeaderFields
}

extension RequestBody.Segment {
  /// The stream that gives the body's trailers. `nil` if the body has none. Read this property for the last segment of
  /// a body. Only a body of unknown length has trailers, because fields can follow only a body in chunks (RFC 9112
  /// §7.1.2).
  package var trailedStream: (any TrailedStream)? {
    guard case .stream(let stream as any TrailedStream, length: nil) = self, stream.hasTrailers else { return nil }
    return stream
  }
}

// MARK: - TrailerRules

/// Decides which trailers can follow the body of a request.
package enum TrailerRules {
  /// Maximum number of bytes of the trailers of a request. The limit for trailers from servers is the same.
  private static let mostBytes = 16_384

  /// Throws `.invalidRequest` if one of the fields cannot be a trailer. The error names the field and the rule, but not
  /// the value.
  /// - Parameter secrets: Names of fields that are secret in addition to `SecretHeaders`. A secret field cannot be a
  ///   trailer: after a redirect, the stream would give it to another origin.
  package static func check(_ fields: HeaderFields, secrets: [String]) throws(TransferError) {
    var size = 0
    for field in fields.fields {
      // A name that is a token is shown whole. Any other name can contain a value.
      if ASCII.isToken(field.name), isForHeaders(field.name) {
        throw TransferError(
          .invalidRequest, "\(field.name) cannot be a trailer: a server needs it before the body (RFC 9110 §6.5.1)")
      }
      for name in SecretHeaders.names + secrets where ASCII.equalIgnoringCase(name, field.name) {
        throw TransferError(.invalidRequest, "\(field.name) cannot be a trailer: it is secret, and authenticates")
      }
      try RequestRules.check(name: field.name, value: field.value)
      size += field.name.utf8.count + field.value.utf8.count + 4
    }
    if size > mostBytes {
      throw TransferError(.invalidRequest, "the trailers of the request are larger than \(mostBytes) bytes")
    }
  }

  /// Returns true if a server needs the field before the body, because the field says how the message is framed,
  /// routed, controlled or decoded.
  private static func isForHeaders(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("if-") || names.contains(name)
  }

  private static let names: Set<String> = [
    "cache-control", "connection", "content-encoding", "content-length", "content-range", "content-type", "expect",
    "host", "keep-alive", "max-forwards", "pragma", "proxy-connection", "range", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}
