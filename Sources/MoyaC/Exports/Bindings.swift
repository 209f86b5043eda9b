import CMoya
import MoyaCore

@implementation @_cdecl("moya_api_bind")
public func moya_api_bind(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ kind: moya_bind_kind, _ signature: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_api_function? {
  var function: moya_api_function?
  _ = answering(error) { () throws(Failure) in
    let api = try API.required(api, named: "api")
    let endpoint = try api.endpoint(endpoint)
    guard let form = BoundFunction.Form(rawValue: Int(kind)) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "kind is \(kind), which is none of MOYA_BIND_…")
    }
    let signature = try String(signature, named: "signature")
    function = try api.functions.function(endpoint, of: api, form, signature)
  }
  return function
}

@implementation @_cdecl("moya_api_send_typed")
public func moya_api_send_typed(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
  _ completion: moya_api_function?, _ signature: UnsafePointer<CChar>?, _ user: UnsafeMutableRawPointer?,
  _ release_user: moya_release_fn?, _ call: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  // Gives `user` back when nothing is sent; else the completion does.
  let owner = CallbackEnd(nil, user, release: release_user)
  return answering(error) { () throws(Failure) in
    let api = try API.required(api, named: "api")
    let prepared = try api.endpoint(endpoint)
    guard let completion else { throw .null("completion") }
    let signature = try String(signature, named: "signature")
    let order = try api.order(endpoint, arguments, count)
    let typed = try api.completion(completion, signature, of: prepared, user, owner)
    let end = CallbackEnd(
      TypedCompletion.callback, Unmanaged.passRetained(typed).toOpaque(), release: TypedCompletion.release)
    try api.send(order, to: end, TypedCompletion.callback, call)
  }
}
