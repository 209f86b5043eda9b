import CMoya
import MoyaCore

@implementation @_cdecl("moya_request_method")
public func moya_request_method(_ request: OpaquePointer?) -> moya_str {
  text(request, "method") { BodyBuffer($0.httpMethod ?? "GET") }
}

@implementation @_cdecl("moya_request_url")
public func moya_request_url(_ request: OpaquePointer?) -> moya_str {
  text(request, "url") { BodyBuffer($0.urlText) }
}

@implementation @_cdecl("moya_request_target")
public func moya_request_target(_ request: OpaquePointer?) -> moya_str {
  let name = CRequest.from(request)?.subject.name
  return text(request, "target") { _ in name.flatMap { BodyBuffer($0) } }
}

@implementation @_cdecl("moya_request_body")
public func moya_request_body(_ request: OpaquePointer?) -> moya_str {
  text(request, "body") { $0.httpBody.flatMap { BodyBuffer(copying: $0) } }
}

@implementation @_cdecl("moya_request_header")
public func moya_request_header(_ request: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> moya_str {
  guard let name = try? String(name, named: "name") else { return moya_str() }
  return text(request, "header \(name)") { $0.headerFields[name].flatMap { BodyBuffer.fieldValue($0) } }
}

@implementation @_cdecl("moya_request_header_count")
public func moya_request_header_count(_ request: OpaquePointer?) -> Int {
  CRequest.from(request)?.headerCount ?? 0
}

@implementation @_cdecl("moya_request_header_at")
public func moya_request_header_at(
  _ request: OpaquePointer?, _ index: Int, _ name: UnsafeMutablePointer<moya_str>?,
  _ value: UnsafeMutablePointer<moya_str>?
) -> moya_status {
  name?.pointee = moya_str()
  value?.pointee = moya_str()
  return answering(nil) { () throws(Failure) in
    let count = try CRequest.required(request, named: "request").headerCount
    guard index >= 0, index < count else { throw .argument("there is no field \(index) among \(count)") }
    name?.pointee = text(request, "name \(index)") { field($0, index).flatMap { BodyBuffer($0.name) } }
    value?.pointee = text(request, "value \(index)") { field($0, index).flatMap { BodyBuffer.fieldValue($0.value) } }
  }
}

@implementation @_cdecl("moya_request_user")
public func moya_request_user(_ request: OpaquePointer?) -> UnsafeMutableRawPointer? {
  (CRequest.from(request)?.subject as? CSubject)?.user
}

@implementation @_cdecl("moya_request_set_method")
public func moya_request_set_method(_ request: OpaquePointer?, _ method: UnsafePointer<CChar>?) -> moya_status {
  change(request) { (changed) throws(Failure) in try changed.setMethod(method) }
}

@implementation @_cdecl("moya_request_set_url")
public func moya_request_set_url(_ request: OpaquePointer?, _ url: UnsafePointer<CChar>?) -> moya_status {
  change(request) { (changed) throws(Failure) in try changed.setURL(url) }
}

@implementation @_cdecl("moya_request_set_header")
public func moya_request_set_header(
  _ request: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> moya_status {
  change(request) { (changed) throws(Failure) in try changed.setHeader(name, value) }
}

@implementation @_cdecl("moya_request_set_body")
public func moya_request_set_body(_ request: OpaquePointer?, _ data: UnsafeRawPointer?, _ len: Int) -> moya_status {
  change(request) { (changed) throws(Failure) in try changed.setBody(data, len) }
}

@implementation @_cdecl("moya_request_answer")
public func moya_request_answer(
  _ request: OpaquePointer?, _ sample: UnsafePointer<moya_sample>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in try CRequest.required(request, named: "request").answer(sample) }
}

@implementation @_cdecl("moya_request_respond")
public func moya_request_respond(_ request: OpaquePointer?, _ response: OpaquePointer?) -> moya_status {
  answering(nil) { () throws(Failure) in
    try CRequest.required(request, named: "request").respond(CResponse.required(response, named: "response"))
  }
}

@implementation @_cdecl("moya_request_fail")
public func moya_request_fail(
  _ request: OpaquePointer?, _ status: moya_status, _ message: UnsafePointer<CChar>?
) -> moya_status {
  answering(nil) { () throws(Failure) in
    try CRequest.required(request, named: "request")
      .fail(status, message.map { String(repairing: $0) } ?? "the backend says so")
  }
}

@implementation @_cdecl("moya_request_forward")
public func moya_request_forward(
  _ request: OpaquePointer?, _ callback: moya_callback_fn?, _ user: UnsafeMutableRawPointer?,
  _ release_user: moya_release_fn?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  let end = CallbackEnd(callback, user, release: release_user)
  return answering(error) { () throws(Failure) in
    try CRequest.required(request, named: "request").forward(to: callback == nil ? nil : end)
  }
}

@implementation @_cdecl("moya_request_release")
public func moya_request_release(_ request: OpaquePointer?) {
  CRequest.from(request)?.abandon()
  CRequest.release(request)
}

private func text(
  _ request: OpaquePointer?, _ asked: String, function: StaticString = #function, _ make: (URLRequest) -> BodyBuffer?
) -> moya_str {
  moya_str(CRequest.from(request, function: function)?.text(asked, make))
}

private func field(_ request: URLRequest, _ index: Int) -> HeaderFields.Field? {
  let fields = request.headerFields.fields
  return fields.indices ~= index ? fields[index] : nil
}

private func change(_ request: OpaquePointer?, _ body: (inout URLRequest) throws(Failure) -> Void) -> moya_status {
  answering(nil) { () throws(Failure) in try CRequest.required(request, named: "request").change(body) }
}
