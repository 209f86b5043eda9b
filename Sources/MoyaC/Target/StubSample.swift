import CMoya
import MoyaCore

/// What a `moya_sample` says: an answer, or a failure.
struct StubSample {
  private let status: Int
  private let fields: HeaderFields
  private let body: BodyBuffer
  private let failure: TransferError.Kind?

  init?(_ pointer: UnsafePointer<moya_sample>?) throws(Failure) {
    guard let pointer else { return nil }
    let sample = try moya_sample(copying: pointer)
    guard sample.reserved == 0 else { throw Failure(.argument, "moya_sample.reserved is not 0") }
    guard sample.http_status == 0 || 100...599 ~= sample.http_status else {
      throw Failure(.argument, "moya_sample.http_status is \(sample.http_status), not 0 or 100 … 599")
    }
    status = sample.http_status == 0 ? 200 : Int(sample.http_status)
    fields = try HeaderFields(
      sample.headers, count: sample.header_count, excess: .argument, named: "moya_sample.headers")
    let bytes = try elements(
      sample.body?.assumingMemoryBound(to: UInt8.self), count: sample.body_len, named: "moya_sample.body")
    body = BodyBuffer(copying: UnsafeRawBufferPointer(bytes))
    guard body.count == bytes.count else { throw .memory("moya_sample.body") }
    if sample.failure == moya_status(MOYA_OK) {
      failure = nil
    } else {
      guard let kind = Status(rawValue: sample.failure).transferKind else {
        throw Failure(.argument, "moya_sample.failure is \(sample.failure), which is no failure of an exchange")
      }
      failure = kind
    }
  }

  func answer(to url: String) -> Result<TransferResponse, TransferError> {
    if let failure { return .failure(TransferError(failure, "the stub fails, as its sample says")) }
    if fields.isEmpty { return .success(TransferResponse(statusCode: status, content: .buffer(body))) }
    let head = HTTPURLResponse(urlText: url, statusCode: status, fields: fields)
    return .success(TransferResponse(response: head, content: .buffer(body)))
  }
}
