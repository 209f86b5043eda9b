import CMoya

// For languages that cannot take structs by value: each gives what the function without `_data` gives.

@implementation @_cdecl("moya_response_body_data")
public func moya_response_body_data(_ response: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_response_body(response), len) }

@implementation @_cdecl("moya_response_header_data")
public func moya_response_header_data(
  _ response: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ len: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { parts(of: moya_response_header(response, name), len) }

@implementation @_cdecl("moya_response_url_data")
public func moya_response_url_data(_ response: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_response_url(response), len) }

@implementation @_cdecl("moya_response_remote_address_data")
public func moya_response_remote_address_data(_ response: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_response_remote_address(response), len) }

@implementation @_cdecl("moya_call_target_data")
public func moya_call_target_data(_ call: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_call_target(call), len) }

@implementation @_cdecl("moya_response_file_data")
public func moya_response_file_data(_ response: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_response_file(response), len) }

@implementation @_cdecl("moya_error_message_data")
public func moya_error_message_data(_ error: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_error_message(error), len) }

@implementation @_cdecl("moya_error_target_data")
public func moya_error_target_data(_ error: OpaquePointer?, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_error_target(error), len) }

@implementation @_cdecl("moya_api_name_at_data")
public func moya_api_name_at_data(_ api: OpaquePointer?, _ index: Int, _ len: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{ parts(of: moya_api_name_at(api, index), len) }

@implementation @_cdecl("moya_api_signature_data")
public func moya_api_signature_data(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ len: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { parts(of: moya_api_signature(api, endpoint), len) }

@implementation @_cdecl("moya_api_description_data")
public func moya_api_description_data(
  _ api: OpaquePointer?, _ endpoint: UnsafePointer<CChar>?, _ len: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { parts(of: moya_api_description(api, endpoint), len) }

private func parts(of text: moya_str, _ len: UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? {
  len?.pointee = text.len
  return text.data
}
