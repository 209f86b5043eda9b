import CMoya
import MoyaCore

/// A `moya_error`: a failure in the form in which C reads it.
final class CError: Handle, Sendable {
  let status: Status
  let message: CText
  let target: CText?
  let domain: CText
  let code: Int64
  let response: CResponse?

  init(_ failure: Failure) {
    status = failure.status
    response = failure.response.flatMap { try? CResponse($0) }
    let isWhole = failure.response == nil || response != nil
    message = CText(isWhole ? failure.message : failure.message + " (and there is no memory for the answer that came)")
    target = failure.target.map { CText($0) }
    domain = CText(failure.domain.rawValue)
    code = failure.code
  }
}
