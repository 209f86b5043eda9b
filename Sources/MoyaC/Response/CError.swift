import CMoya
import MoyaCore

/// A `moya_error`: a failure in the form in which C reads it.
final class CError: Handle, Sendable {
  let status: moya_status
  let message: BodyBuffer?
  let target: BodyBuffer?
  let domain: moya_domain
  let code: Int64
  let response: CResponse?

  init(_ failure: Failure) {
    status = failure.status
    response = failure.response.flatMap { try? CResponse($0) }
    let isWhole = failure.response == nil || response != nil
    message = BodyBuffer(failure.message + (isWhole ? "" : " (and there is no memory for the response that came)"))
    target = failure.target.flatMap { BodyBuffer($0) }
    domain = moya_domain(truncatingIfNeeded: failure.domain.value)
    code = failure.code
  }
}
