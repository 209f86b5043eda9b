/// A sample that is known beforehand: an answer, or a failure.
package struct FixedSample: Sendable {
  private let status: Int
  private let fields: HeaderFields
  private let body: BodyBuffer
  private let failure: TransferError.Kind?

  package init(status: Int, fields: HeaderFields, body: BodyBuffer, failure: TransferError.Kind?) {
    self.status = status
    self.fields = fields
    self.body = body
    self.failure = failure
  }

  package func answer(to request: URLRequest) -> Result<TransferResponse, TransferError> {
    if let failure { return .failure(TransferError(failure, "the stub fails, as its sample says")) }
    if fields.isEmpty { return .success(TransferResponse(statusCode: status, content: .buffer(body))) }
    let head = HTTPURLResponse(urlText: request.urlText, statusCode: status, fields: fields)
    return .success(TransferResponse(response: head, content: .buffer(body)))
  }
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
