import CMoya
import MoyaCore

@implementation @_cdecl("moya_response_create")
public func moya_response_create(
  _ http_status: Int32, _ url: UnsafePointer<CChar>?, _ headers: UnsafePointer<moya_header>?, _ header_count: Int,
  _ header_stride: UInt32, _ body: UnsafeRawPointer?, _ body_len: Int,
  _ response: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let response else { throw .null("response") }
    // The library accepts no header section with more fields than this limit.
    let fields = try CallerArray(
      headers, count: header_count, stride: header_stride, limit: 100_000, named: "headers")
    let parts = try CResponse(
      status: http_status, url: url == nil ? "" : String(url, named: "url"), headers: fields,
      body: .copying(body, count: body_len, named: "body"))
    response.pointee = parts.retainedHandle()
  }
}

@implementation @_cdecl("moya_response_retain")
public func moya_response_retain(_ response: OpaquePointer?) -> OpaquePointer? {
  CResponse.from(response)?.retainedHandle()
}

@implementation @_cdecl("moya_response_release")
public func moya_response_release(_ response: OpaquePointer?) { CResponse.release(response) }

@implementation @_cdecl("moya_response_http_status")
public func moya_response_http_status(_ response: OpaquePointer?) -> Int32 {
  Int32(truncatingIfNeeded: CResponse.from(response)?.response.statusCode ?? 0)
}

@implementation @_cdecl("moya_response_reason")
public func moya_response_reason(_ response: OpaquePointer?) -> moya_str {
  CResponse.from(response)?.reason ?? moya_str()
}

@implementation @_cdecl("moya_response_body")
public func moya_response_body(_ response: OpaquePointer?) -> moya_str {
  Response.borrowed(response) { CResponse.body(of: $0) } ?? moya_str()
}

@implementation @_cdecl("moya_response_header_count")
public func moya_response_header_count(_ response: OpaquePointer?) -> Int {
  CResponse.from(response)?.fields?.fields.count ?? 0
}

@implementation @_cdecl("moya_response_header_at")
public func moya_response_header_at(
  _ response: OpaquePointer?, _ index: Int, _ name: UnsafeMutablePointer<moya_str>?,
  _ value: UnsafeMutablePointer<moya_str>?
) -> moya_status {
  name?.pointee = moya_str()
  value?.pointee = moya_str()
  guard let response = CResponse.from(response) else { return moya_status(MOYA_ERROR_NULL) }
  guard let table = response.fields else { return moya_status(MOYA_ERROR_MEMORY) }
  return table.list.answer(index, name, value)
}

@implementation @_cdecl("moya_response_headers")
public func moya_response_headers(_ response: OpaquePointer?) -> moya_str {
  CResponse.from(response)?.fields?.text ?? moya_str()
}

@implementation @_cdecl("moya_response_header")
public func moya_response_header(_ response: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> moya_str {
  guard let response = CResponse.from(response), let name else { return moya_str() }
  return response.header(name)
}

@implementation @_cdecl("moya_response_url")
public func moya_response_url(_ response: OpaquePointer?) -> moya_str { CResponse.from(response)?.url ?? moya_str() }

@implementation @_cdecl("moya_response_info")
public func moya_response_info(_ response: OpaquePointer?, _ what: moya_info) -> Int64 {
  CResponse.from(response)?.info(what) ?? -1
}

@implementation @_cdecl("moya_response_remote_address")
public func moya_response_remote_address(_ response: OpaquePointer?) -> moya_str {
  CResponse.from(response)?.remoteAddress ?? moya_str()
}

@implementation @_cdecl("moya_response_redirect_count")
public func moya_response_redirect_count(_ response: OpaquePointer?) -> Int {
  CResponse.from(response)?.redirects.count ?? 0
}

@implementation @_cdecl("moya_response_redirect_at")
public func moya_response_redirect_at(
  _ response: OpaquePointer?, _ index: Int, _ http_status: UnsafeMutablePointer<Int32>?,
  _ url: UnsafeMutablePointer<moya_str>?
) -> moya_status {
  http_status?.pointee = 0
  url?.pointee = moya_str()
  guard let response = CResponse.from(response) else { return moya_status(MOYA_ERROR_NULL) }
  let redirects = response.redirects
  guard redirects.indices ~= index else { return moya_status(MOYA_ERROR_ARGUMENT) }
  let text = response.redirectURL(index)
  if text.data == nil { return moya_status(MOYA_ERROR_MEMORY) }
  http_status?.pointee = Int32(truncatingIfNeeded: redirects[index].statusCode)
  url?.pointee = text
  return moya_status(MOYA_OK)
}

@implementation @_cdecl("moya_response_trailer_count")
public func moya_response_trailer_count(_ response: OpaquePointer?) -> Int {
  CResponse.from(response)?.trailers?.fields.count ?? 0
}

@implementation @_cdecl("moya_response_trailer_at")
public func moya_response_trailer_at(
  _ response: OpaquePointer?, _ index: Int, _ name: UnsafeMutablePointer<moya_str>?,
  _ value: UnsafeMutablePointer<moya_str>?
) -> moya_status {
  name?.pointee = moya_str()
  value?.pointee = moya_str()
  guard let response = CResponse.from(response) else { return moya_status(MOYA_ERROR_NULL) }
  guard let table = response.trailers else { return moya_status(MOYA_ERROR_MEMORY) }
  return table.list.answer(index, name, value)
}

// MARK: - Downloads

@implementation @_cdecl("moya_response_file")
public func moya_response_file(_ response: OpaquePointer?) -> moya_str { CResponse.from(response)?.file ?? moya_str() }
