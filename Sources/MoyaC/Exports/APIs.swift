import CMoya
import MoyaCore

@implementation @_cdecl("moya_api_open")
public func moya_api_open(
  _ provider: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ api: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  api?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let api else { throw .null("api") }
    try DefinitionFile.with(path) { (text) throws(Failure) in
      api.pointee = try API(provider, text).retainedHandle()
    }
  }
}

@implementation @_cdecl("moya_api_parse")
public func moya_api_parse(
  _ provider: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ len: Int,
  _ api: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  api?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let text else { throw .null("text") }
    guard let api else { throw .null("api") }
    api.pointee = try API(provider, callerBytes(text, count: len, named: "text")).retainedHandle()
  }
}

@implementation @_cdecl("moya_api_release")
public func moya_api_release(_ api: OpaquePointer?) { API.release(api) }

@implementation @_cdecl("moya_api_count")
public func moya_api_count(_ api: OpaquePointer?) -> Int { API.from(api)?.endpoints.count ?? 0 }

@implementation @_cdecl("moya_api_name_at")
public func moya_api_name_at(_ api: OpaquePointer?, _ index: Int) -> moya_str {
  guard let endpoints = API.from(api)?.endpoints, endpoints.indices ~= index else { return moya_str() }
  return moya_str(data: endpoints[index].name, len: endpoints[index].defined.name.utf8.count)
}

@implementation @_cdecl("moya_api_signature")
public func moya_api_signature(_ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?) -> moya_str {
  guard let endpoint = try? API.from(api)?.endpoint(endpoint) else { return moya_str() }
  return moya_str(data: endpoint.signature, len: endpoint.signatureLength)
}

@implementation @_cdecl("moya_api_description")
public func moya_api_description(_ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?) -> moya_str {
  guard let endpoint = try? API.from(api)?.endpoint(endpoint) else { return moya_str() }
  return endpoint.description
}

@implementation @_cdecl("moya_api_type")
public func moya_api_type(_ api: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> UnsafePointer<moya_type>? {
  API.from(api)?.structure(name)
}

@implementation @_cdecl("moya_api_result")
public func moya_api_result(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ key_path: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> UnsafePointer<moya_type>? {
  let result = API.from(api)?.result(endpoint)
  key_path?.pointee = result?.keyPath
  return result?.tables.whole
}

@implementation @_cdecl("moya_api_call")
public func moya_api_call(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
  _ handlers: UnsafePointer<moya_handlers>?, _ response: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    if handlers != nil {
      let shown = try ShownTo(handlers)
      let api = try API.required(api, named: "api")
      defer { api.provider.leave() }
      return try api.provider.call(
        api.description(endpoint, arguments, count, asksForEvents: shown.wantsEvents), shown, response)
    }
    let api = try API.required(api, named: "api")
    try api.target(endpoint, arguments, count) { (target) throws(Failure) in
      try api.provider.call(target, by: "moya_api_call").hand(to: response)
    }
  }
}

@implementation @_cdecl("moya_api_call_for")
public func moya_api_call_for(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
  _ timeout_ms: Int32, _ blocking_call: UnsafeMutablePointer<OpaquePointer?>?,
  _ response: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  if blocking_call?.pointee != nil {
    return moya_provider_call_for(nil, nil, timeout_ms, blocking_call, response, error)
  }
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    let api = try API.required(api, named: "api")
    try api.target(endpoint, arguments, count) { (target) throws(Failure) in
      try api.provider.begin(target, timeout_ms, blocking_call, by: "moya_api_call_for")?.hand(to: response)
    }
  }
}

@implementation @_cdecl("moya_api_send")
public func moya_api_send(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
  _ handlers: UnsafePointer<moya_handlers>?, _ group: OpaquePointer?, _ call: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let shown = try ShownTo(handlers)
    let api = try API.required(api, named: "api")
    defer { api.provider.leave() }
    try api.provider.send(
      api.description(endpoint, arguments, count, asksForEvents: shown.wantsEvents), shown, group, call)
  }
}

@implementation @_cdecl("moya_api_enqueue")
public func moya_api_enqueue(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
  _ queue: OpaquePointer?, _ tag: UInt64, _ parts: UInt32, _ group: OpaquePointer?,
  _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let api = try API.required(api, named: "api")
    try api.target(endpoint, arguments, count) { (target) throws(Failure) in
      try api.provider.enqueue(target, queue, tag, parts: parts, in: group, call)
    }
  }
}

@implementation @_cdecl("moya_api_target")
public func moya_api_target(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
  _ use: moya_target_fn?, _ user: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  var status = moya_status(MOYA_OK)
  let failed = answering(error) { () throws(Failure) in
    let api = try API.required(api, named: "api")
    guard let use else { throw .null("use") }
    status = try api.target(endpoint, arguments, count) { (target) throws(Failure) in use(user, target) }
  }
  return failed == moya_status(MOYA_OK) ? status : failed
}

extension API {
  /// Sends a described call. The completion receives the call's result.
  func send(
    _ description: consuming CallDescription, to end: CallbackEnd, _ callback: moya_callback_fn?,
    _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    if callback == nil { throw .null("callback") }
    end.serve(provider)
    defer { provider.leave() }
    try provider.send(consume description, to: end, handle: call)
  }

  func description(
    _ endpoint: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
    asksForEvents: Bool = false
  ) throws(Failure) -> CallDescription {
    try target(endpoint, arguments, count) { (target) throws(Failure) in
      try provider.description(of: target, asksForEvents: asksForEvents)
    }
  }
}

// MARK: - Bound functions

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
      throw .argument("kind is \(kind), which is none of MOYA_BIND_…")
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
  // If nothing is sent, `owner` releases `user`. Otherwise the completion releases `user`.
  let owner = CallbackEnd(nil, user, release: release_user)
  return answering(error) { () throws(Failure) in
    let api = try API.required(api, named: "api")
    let prepared = try api.endpoint(endpoint)
    guard let completion else { throw .null("completion") }
    let signature = try String(signature, named: "signature")
    let description = try api.description(endpoint, arguments, count)
    let typed = try api.completion(completion, signature, of: prepared, user, owner)
    let end = CallbackEnd(
      TypedCompletion.callback, typed.retainedAddress(), release: TypedCompletion.release)
    try api.send(description, to: end, TypedCompletion.callback, call)
  }
}
