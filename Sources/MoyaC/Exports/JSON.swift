import CMoya

// Sources/CJSON/cursor.cpp exports the functions that take a cursor. unambiguous.cpp in the same folder exports
// moya_json_is_unambiguous.

@implementation @_cdecl("moya_json_parse")
public func moya_json_parse(
  _ text: UnsafeRawPointer?, _ len: Int, _ document: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  document?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let document else { throw .null("document") }
    if text == nil, len != 0 { throw .null("text") }
    // A length that `Int` cannot represent is negative here. Such a length is beyond the limit, like `Int.max`.
    let bytes = UnsafeRawBufferPointer(start: text, count: len < 0 ? Int.max : len)
    document.pointee = try CJSONDocument(copying: bytes).retainedHandle()
  }
}

@implementation @_cdecl("moya_json_document_retain")
public func moya_json_document_retain(_ document: OpaquePointer?) -> OpaquePointer? {
  CJSONDocument.from(document)?.retainedHandle()
}

@implementation @_cdecl("moya_json_document_release")
public func moya_json_document_release(_ document: OpaquePointer?) { CJSONDocument.release(document) }

@implementation @_cdecl("moya_json_root")
public func moya_json_root(_ document: OpaquePointer?) -> moya_json {
  CJSONDocument.from(document)?.root ?? moya_json()
}

@implementation @_cdecl("moya_response_json")
public func moya_response_json(
  _ response: OpaquePointer?, _ root: UnsafeMutablePointer<moya_json>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  fill(root, moya_json(), response, error, named: "root") { (response) throws(Failure) in try response.json().root() }
}

@implementation @_cdecl("moya_response_json_string")
public func moya_response_json_string(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<moya_str>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  fill(value, moya_str(), response, error) { (response) throws(Failure) in try response.string(at: key_path) }
}

@implementation @_cdecl("moya_response_json_int64")
public func moya_response_json_int64(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  fill(value, 0, response, error) { (response) throws(Failure) in try response.int64(at: key_path) }
}

@implementation @_cdecl("moya_response_json_double")
public func moya_response_json_double(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  fill(value, 0, response, error) { (response) throws(Failure) in try response.double(at: key_path) }
}

@implementation @_cdecl("moya_response_json_bool")
public func moya_response_json_bool(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Bool>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  fill(value, false, response, error) { (response) throws(Failure) in try response.bool(at: key_path) }
}

@implementation @_cdecl("moya_response_json_raw")
public func moya_response_json_raw(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<moya_str>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  fill(value, moya_str(), response, error) { (response) throws(Failure) in try response.raw(at: key_path) }
}

private func fill<Value>(
  _ value: UnsafeMutablePointer<Value>?, _ zero: Value, _ response: OpaquePointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?, named name: String = "value",
  _ look: (CResponse) throws(Failure) -> Value
) -> moya_status {
  value?.pointee = zero
  return answering(error) { () throws(Failure) in
    let response = try CResponse.required(response, named: "response")
    guard let value else { throw .null(name) }
    value.pointee = try look(response)
  }
}
