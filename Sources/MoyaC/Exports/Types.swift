import CMoya
import CJSON

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

// MARK: - Decoding in pieces

@implementation @_cdecl("moya_decoder_create")
public func moya_decoder_create(
  _ options: UnsafePointer<moya_decoder_options>?, _ decoder: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  decoder?.pointee = nil
  return answering(error) { () throws(Failure) in
    let made = try CDecoder(options)
    guard let decoder else { throw .null("decoder") }
    decoder.pointee = made.retainedHandle()
  }
}

@implementation @_cdecl("moya_decoder_feed")
public func moya_decoder_feed(_ decoder: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ len: Int) -> moya_flow {
  guard let decoder = CDecoder.from(decoder.map { OpaquePointer($0) }) else { return moya_flow(MOYA_FLOW_STOP) }
  return decoder.add(data, count: len)
}

@implementation @_cdecl("moya_decoder_finish")
public func moya_decoder_finish(
  _ decoder: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try CDecoder.required(decoder, named: "decoder").finish()
  }
}

@implementation @_cdecl("moya_decoder_release")
public func moya_decoder_release(_ decoder: OpaquePointer?) { CDecoder.release(decoder) }

// MARK: - Encoding structs as trees

@implementation @_cdecl("moya_encode")
public func moya_encode(
  _ type: UnsafePointer<moya_type>?, _ value: UnsafeRawPointer?, _ flags: UInt32,
  _ tree: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  tree?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let type else { throw .null("type") }
    guard let value else { throw .null("value") }
    guard let tree else { throw .null("tree") }
    tree.pointee = try Encoding.tree(flags: flags) { moya_types_encode(type, value, $1, $0, &$2) }
  }
}

@implementation @_cdecl("moya_encode_into")
public func moya_encode_into(
  _ type: UnsafePointer<moya_type>?, _ value: UnsafeRawPointer?, _ flags: UInt32, _ object: OpaquePointer?,
  _ key: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    guard let type else { throw .null("type") }
    guard let value else { throw .null("value") }
    guard let object else { throw .null("object") }
    guard let key else { throw .null("key") }
    let text = try Encoding.json(flags: flags) { moya_types_encode(type, value, $1, $0, &$2) }
    let status = withExtendedLifetime(text) { ValueHandle.set(object, key, .value(.json(text.bytes))).status }
    if status != moya_status(MOYA_OK) { throw Failure(Int(status), "the object takes no value under the key") }
  }
}

@implementation @_cdecl("moya_encode_list")
public func moya_encode_list(
  _ type: UnsafePointer<moya_type>?, _ items: UnsafeRawPointer?, _ count: Int, _ flags: UInt32,
  _ tree: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  tree?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let type else { throw .null("type") }
    guard let tree else { throw .null("tree") }
    let items = try callerBytes(items, count: count, named: "items")
    tree.pointee = try Encoding.tree(flags: flags) {
      moya_types_encode_list(type, items.baseAddress, items.count, $1, $0, &$2)
    }
  }
}
