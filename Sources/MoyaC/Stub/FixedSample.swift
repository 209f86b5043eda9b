import CMoya
import MoyaCore
import MoyaHTTP

/// A sample that is fixed before the call: a response or a failure.
struct FixedSample {
  private let status: Int
  private let fields: HeaderFields
  private let body: BodyBuffer
  /// The URL of the response. `nil` means the URL of the request.
  private let url: String?
  private let failure: TransferError.Kind?

  /// Reads a `moya_sample`. Returns `nil` if `pointer` is NULL.
  init?(_ pointer: UnsafePointer<moya_sample>?) throws(Failure) {
    guard let pointer else { return nil }
    let sample = try moya_sample(copying: pointer)
    guard sample.http_status == 0 || 100...599 ~= sample.http_status else {
      throw .argument("moya_sample.http_status is \(sample.http_status), not 0 or 100 … 599")
    }
    fields = try HeaderFields(
      sample.headers, count: sample.header_count, stride: sample.header_stride, excess: MOYA_ERROR_ARGUMENT,
      named: "moya_sample.headers")
    if !fields.isEmpty { try FixedSample.check(fields) }
    body = try BodyBuffer.copying(sample.body, count: sample.body_len, named: "moya_sample.body")
    status = sample.http_status == 0 ? 200 : Int(sample.http_status)
    url = sample.url == nil ? nil : try FixedSample.url(sample.url)
    failure = TransferError.Kind(status: sample.failure)
    guard failure != nil || sample.failure == moya_status(MOYA_OK) else {
      throw .argument("moya_sample.failure is \(sample.failure), which is no failure of an exchange")
    }
  }

  /// Returns the response. Returns `nil` if the sample is a failure.
  func response(to url: String) -> Response? {
    if failure != nil { return nil }
    return Response(
      statusCode: status, content: .buffer(body), request: nil, response: head(url), attempt: 1, stubURLText: url)
  }

  func answer(to request: URLRequest) -> Result<TransferResponse, TransferError> {
    if let failure { return .failure(TransferError(failure, "the stub fails, as its sample says")) }
    guard let head = head(request.urlText) else {
      return .success(TransferResponse(statusCode: status, content: .buffer(body)))
    }
    return .success(TransferResponse(response: head, content: .buffer(body)))
  }

  /// Returns the head of the response. Returns `nil` if the sample has neither fields nor a URL.
  private func head(_ requested: String) -> HTTPURLResponse? {
    if fields.isEmpty, url == nil { return nil }
    return HTTPURLResponse(urlText: url ?? requested, statusCode: status, fields: fields)
  }

  /// Checks the fields as those of a request are checked. Otherwise a line break in a value could look like another
  /// field in a program that passes the response on.
  private static func check(_ fields: HeaderFields) throws(Failure) {
    for field in fields.fields {
      do throws(TransferError) { try RequestRules.checkSyntax(name: field.name, value: field.value) } catch {
        throw .argument("moya_sample.headers: \(error.message)")
      }
    }
  }

  private static func url(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> String {
    let text = try String(pointer, named: "moya_sample.url")
    do throws(TransferError) { try RequestRules.check(url: text) } catch {
      throw .argument("moya_sample.url: \(error.message)")
    }
    return text
  }
}
