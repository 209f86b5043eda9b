import CMoya

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
  _ error: UnsafeMutablePointer<OpaquePointer?>?, _ look: (CResponse) throws(Failure) -> Value
) -> moya_status {
  value?.pointee = zero
  return answering(error) { () throws(Failure) in
    let response = try CResponse.required(response, named: "response")
    guard let value else { throw .null("value") }
    value.pointee = try look(response)
  }
}
