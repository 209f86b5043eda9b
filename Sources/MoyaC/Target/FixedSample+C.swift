import CMoya
import MoyaCore

extension FixedSample {
  /// What a `moya_sample` says; `nil`: there is none.
  init?(_ pointer: UnsafePointer<moya_sample>?) throws(Failure) {
    guard let pointer else { return nil }
    let sample = try moya_sample(copying: pointer)
    guard sample.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_sample.reserved is not 0") }
    guard sample.http_status == 0 || 100...599 ~= sample.http_status else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_sample.http_status is \(sample.http_status), not 0 or 100 … 599")
    }
    let fields = try HeaderFields(
      sample.headers, count: sample.header_count, excess: MOYA_ERROR_ARGUMENT, named: "moya_sample.headers")
    let body = try BodyBuffer.copying(sample.body, count: sample.body_len, named: "moya_sample.body")
    var failure: TransferError.Kind?
    if sample.failure != moya_status(MOYA_OK) {
      failure = TransferError.Kind(status: sample.failure)
      guard failure != nil else {
        throw Failure(
          MOYA_ERROR_ARGUMENT, "moya_sample.failure is \(sample.failure), which is no failure of an exchange")
      }
    }
    let status = sample.http_status == 0 ? 200 : Int(sample.http_status)
    self.init(status: status, fields: fields, body: body, failure: failure)
  }
}
