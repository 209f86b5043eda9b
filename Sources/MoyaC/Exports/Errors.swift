import CMoya

@implementation @_cdecl("moya_error_create")
public func moya_error_create(
  _ status: moya_status, _ target: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ response: OpaquePointer?
) -> OpaquePointer? {
  guard status < 0, var failure = try? Failure(Int(status), String(message, named: "message")) else { return nil }
  if target != nil {
    guard let name = try? String(target, named: "target") else { return nil }
    failure.message = "\(name): \(failure.message)"
    failure.target = name
  }
  return CError(failure, response: CResponse.from(response)).retainedHandle()
}

@implementation @_cdecl("moya_error_status")
public func moya_error_status(_ error: OpaquePointer?) -> moya_status {
  CError.from(error)?.status ?? moya_status(MOYA_ERROR_NULL)
}

@implementation @_cdecl("moya_error_message")
public func moya_error_message(_ error: OpaquePointer?) -> moya_str { moya_str(CError.from(error)?.message) }

@implementation @_cdecl("moya_error_target")
public func moya_error_target(_ error: OpaquePointer?) -> moya_str { moya_str(CError.from(error)?.target) }

@implementation @_cdecl("moya_error_method")
public func moya_error_method(_ error: OpaquePointer?) -> moya_str { moya_str(CError.from(error)?.method) }

@implementation @_cdecl("moya_error_url")
public func moya_error_url(_ error: OpaquePointer?) -> moya_str { moya_str(CError.from(error)?.url) }

@implementation @_cdecl("moya_error_domain")
public func moya_error_domain(_ error: OpaquePointer?) -> moya_domain {
  CError.from(error)?.domain ?? moya_domain(MOYA_DOMAIN_NONE)
}

@implementation @_cdecl("moya_error_code")
public func moya_error_code(_ error: OpaquePointer?) -> Int64 { CError.from(error)?.code ?? 0 }

@implementation @_cdecl("moya_error_response")
public func moya_error_response(_ error: OpaquePointer?) -> OpaquePointer? {
  guard let error = CError.from(error), let response = error.response else { return nil }
  if HandleCheck.isOn { HandleCheck.lend(response.response, of: error) }
  return response.borrowedHandle
}

@implementation @_cdecl("moya_error_retain")
public func moya_error_retain(_ error: OpaquePointer?) -> OpaquePointer? { CError.from(error)?.retainedHandle() }

@implementation @_cdecl("moya_error_release")
public func moya_error_release(_ error: OpaquePointer?) { CError.release(error) }
