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
