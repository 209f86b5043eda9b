/// What a stub answers.
public enum EndpointSampleResponse: Sendable {
  /// A status and a body; the response carries no `HTTPURLResponse`.
  case networkResponse(Int, Data)
  /// A whole answer.
  case response(HTTPURLResponse, Data)
  /// No answer, for this reason. (Moya's `NSError` is one such error.)
  case networkError(any Error)
}
