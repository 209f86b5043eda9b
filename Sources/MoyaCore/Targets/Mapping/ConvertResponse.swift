/// What a backend of the caller's own reports, as the result a provider delivers. An error wins over an answer.
public func convertResponseToResult(
  _ response: HTTPURLResponse?, request: URLRequest?, data: Data?, error: (any Error)?
) -> Result<Response, MoyaError> {
  let answer = response.map {
    Response(statusCode: $0.statusCode, data: data ?? Data(), request: request, response: $0)
  }
  if let error { return .failure(.underlying(error, answer)) }
  if let answer { return .success(answer) }
  return .failure(.underlying(TransferError(.other, "neither an answer nor an error arrived"), nil))
}
