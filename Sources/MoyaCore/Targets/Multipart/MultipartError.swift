/// Why a multipart form could not be made. Arrives as `MoyaError.underlying`.
public enum MultipartError: Error, Hashable, Sendable {
  case noParts
  /// The method that takes no multipart body.
  case methodWithoutBody(String)
  /// The file of this part has no name with an extension, and the part names none.
  case fileNameMissing(part: String)
  /// No regular file that can be read at this path, and the system's reason.
  case fileUnreadable(part: String, path: String, reason: String)
  /// The stream ended before its announced length.
  case streamIncomplete(part: String)
  /// The stream threw: its error's `errorDescription`, the system's reason, or the error's type. Never what it holds.
  case streamFailed(part: String, reason: String)
  /// The stream goes on behind its announced length. Found in forms of up to 1 MiB; of larger ones the rest is not
  /// sent.
  case streamTooLong(part: String)
  /// The part's media type contains a control character, which would forge a header.
  case invalidMIMEType(part: String)
  /// The boundary is not 1 to 70 letters, digits and `'()+_,-./:=?` or spaces, the last no space (RFC 2046 §5.1.1).
  case invalidBoundary
}

extension MultipartError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .noParts: "The multipart form has no parts."
    case .methodWithoutBody(let method): "\(method) takes no multipart body; use POST, PUT or PATCH."
    case .fileNameMissing(let part): "The file of part '\(part)' has no extension: give a file name and a MIME type."
    case .fileUnreadable(let part, let path, let reason):
      "The file of part '\(part)' cannot be read: \(path): \(reason)."
    case .streamIncomplete(let part): "The stream of part '\(part)' ended before its announced length."
    case .streamFailed(let part, let reason): "The stream of part '\(part)' failed: \(reason)."
    case .streamTooLong(let part): "The stream of part '\(part)' is longer than its announced length."
    case .invalidMIMEType(let part): "The MIME type of part '\(part)' contains a control character."
    case .invalidBoundary: "The form's boundary is empty, too long, or has a character that RFC 2046 does not allow."
    }
  }
}
