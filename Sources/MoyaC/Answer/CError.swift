import CMoya
import MoyaCore

/// A `moya_error`: a failure in the form in which C reads it.
final class CError: Handle, @unchecked Sendable {
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

/// Runs the body of an export: returns its status, and fills the caller's `moya_error **` when it throws.
func answering(
  _ detail: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(Failure) -> Void
) -> moya_status {
  detail?.pointee = nil
  do throws(Failure) {
    try body()
    return Status.ok.rawValue
  } catch {
    detail?.pointee = CError(error).retainedHandle()
    return error.status.rawValue
  }
}

extension Handle {
  /// The object behind a caller's handle. NULL is an error that names the argument.
  static func required(_ handle: OpaquePointer?, named name: @autoclosure () -> String) throws(Failure) -> Self {
    guard let object = Self.from(handle) else { throw .null(name()) }
    return object
  }
}
