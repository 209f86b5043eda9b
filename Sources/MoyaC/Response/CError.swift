import CMoya
import MoyaCore

/// A `moya_error`: a failure in the form in which C reads it.
final class CError: Handle, Sendable {
  let status: moya_status
  let message: BodyBuffer?
  let target: BodyBuffer?
  let method: BodyBuffer?
  let url: BodyBuffer?
  let domain: moya_domain
  let code: Int64
  let response: CResponse?

  convenience init(_ failure: Failure) {
    let response = failure.response.flatMap { try? CResponse($0) }
    let isWhole = failure.response == nil || response != nil
    self.init(failure, response: response, note: isWhole ? "" : " (and there is no memory for the response that came)")
  }

  init(_ failure: Failure, response: CResponse?, note: String = "") {
    status = failure.status
    self.response = response
    message = BodyBuffer(failure.message.onOneLine + note)
    target = failure.target.flatMap { BodyBuffer($0) }
    method = failure.method.flatMap { BodyBuffer($0) }
    url = failure.url.flatMap { BodyBuffer($0) }
    domain = moya_domain(truncatingIfNeeded: failure.domain.value)
    code = failure.code
  }
}

extension CError {
  /// The handle that a callback borrows while `body` runs.
  func lent<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) {
      HandleCheck.isOn ? HandleCheck.lend(self) { body(borrowedHandle) } : body(borrowedHandle)
    }
  }
}
