import CMoya
import CSimdjson

@implementation @_cdecl("moya_response_decode")
public func moya_response_decode(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ type: UnsafePointer<moya_type>?,
  _ value: UnsafeMutableRawPointer?, _ flags: UInt32, _ arena: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  arena?.pointee = nil
  return answering(error) { () throws(Failure) in
    let response = try CResponse.required(response, named: "response")
    try Decoding(type, at: key_path, flags: flags).decode(response, into: .init(value: value, arena))
  }
}

@implementation @_cdecl("moya_response_decode_list")
public func moya_response_decode_list(
  _ response: OpaquePointer?, _ key_path: UnsafePointer<CChar>?, _ type: UnsafePointer<moya_type>?,
  _ items: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ count: UnsafeMutablePointer<Int>?, _ flags: UInt32,
  _ arena: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  arena?.pointee = nil
  items?.pointee = nil
  count?.pointee = 0
  return answering(error) { () throws(Failure) in
    let response = try CResponse.required(response, named: "response")
    try Decoding(type, at: key_path, flags: flags).decode(response, into: .init(items: items, count, arena))
  }
}

@implementation @_cdecl("moya_decode")
public func moya_decode(
  _ json: UnsafeRawPointer?, _ json_len: Int, _ key_path: UnsafePointer<CChar>?, _ type: UnsafePointer<moya_type>?,
  _ value: UnsafeMutableRawPointer?, _ flags: UInt32, _ arena: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  arena?.pointee = nil
  return answering(error) { () throws(Failure) in
    try Decoding(type, at: key_path, flags: flags).decode(json, count: json_len, into: .init(value: value, arena))
  }
}

@implementation @_cdecl("moya_decode_list")
public func moya_decode_list(
  _ json: UnsafeRawPointer?, _ json_len: Int, _ key_path: UnsafePointer<CChar>?, _ type: UnsafePointer<moya_type>?,
  _ items: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ count: UnsafeMutablePointer<Int>?, _ flags: UInt32,
  _ arena: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  arena?.pointee = nil
  items?.pointee = nil
  count?.pointee = 0
  return answering(error) { () throws(Failure) in
    try Decoding(type, at: key_path, flags: flags)
      .decode(json, count: json_len, into: .init(items: items, count, arena))
  }
}

@implementation @_cdecl("moya_arena_release")
public func moya_arena_release(_ arena: OpaquePointer?) { moya_types_release(arena) }

@implementation @_cdecl("moya_type_check")
public func moya_type_check(
  _ type: UnsafePointer<moya_type>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try TypeFault.checked { moya_types_check(type, &$0) }
  }
}

@implementation @_cdecl("moya_type_forget")
public func moya_type_forget(_ type: UnsafePointer<moya_type>?) { moya_types_forget(type) }
