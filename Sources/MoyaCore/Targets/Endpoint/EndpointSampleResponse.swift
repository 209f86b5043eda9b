/// What a stub answers.
public enum EndpointSampleResponse: Sendable {
  /// A status and a body; the response carries no `HTTPURLResponse`.
  case networkResponse(Int, Data)
  /// A whole answer.
  case response(HTTPURLResponse, Data)
  /// No answer, for this reason. (Moya's `NSError` is one such error.)
  case networkError(any Error)
}

extension EndpointSampleResponse {
  var result: Result<TransferResponse, TransferError> {
    switch self {
    case .networkResponse(let status, let data):
      return .success(TransferResponse(statusCode: status, content: .data(data)))
    case .response(let response, let data):
      return .success(TransferResponse(response: response, content: .data(data)))
    case .networkError(let error):
      if let error = error as? TransferError { return .failure(error) }
      var failure = TransferError(.other, "the stub answers with an error")
      failure.underlying = error
      return .failure(failure)
    }
  }
}
