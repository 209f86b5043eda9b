/// Why a multipart form could not be made. Arrives as `MoyaError.underlying`.
public enum MultipartError: Error, Hashable, Sendable {
  case noParts
  /// The method that takes no multipart body.
  case methodWithoutBody(String)
}
