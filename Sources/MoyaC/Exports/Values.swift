import CMoya

@implementation @_cdecl("moya_value_object")
public func moya_value_object() -> OpaquePointer? { ValueHandle.create(.object) }

@implementation @_cdecl("moya_value_array")
public func moya_value_array() -> OpaquePointer? { ValueHandle.create(.array) }

@implementation @_cdecl("moya_value_release")
public func moya_value_release(_ tree: OpaquePointer?) { ValueHandle.destroy(tree) }

@implementation @_cdecl("moya_value_status")
public func moya_value_status(_ value: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> moya_status {
  answering(error) { () throws(Failure) in
    _ = try ValueHandle.sound(value, named: "value")
  }
}

@implementation @_cdecl("moya_value_join")
public func moya_value_join(_ array: OpaquePointer?) -> moya_status { ValueHandle.join(array) }

// MARK: - In an object

@implementation @_cdecl("moya_value_set_string")
public func moya_value_set_string(
  _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) -> moya_status {
  ValueHandle.set(object, key, .string(text)).status
}

@implementation @_cdecl("moya_value_set_text")
public func moya_value_set_text(
  _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?, _ len: Int
) -> moya_status {
  ValueHandle.set(object, key, .text(text, len)).status
}

@implementation @_cdecl("moya_value_set_int64")
public func moya_value_set_int64(
  _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ number: Int64
) -> moya_status {
  ValueHandle.set(object, key, .value(.integer(number))).status
}

@implementation @_cdecl("moya_value_set_uint64")
public func moya_value_set_uint64(
  _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ number: UInt64
) -> moya_status {
  ValueHandle.set(object, key, .value(.unsigned(number))).status
}

@implementation @_cdecl("moya_value_set_double")
public func moya_value_set_double(
  _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ number: Double
) -> moya_status {
  ValueHandle.set(object, key, .value(.double(number))).status
}

@implementation @_cdecl("moya_value_set_bool")
public func moya_value_set_bool(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ flag: Bool) -> moya_status {
  ValueHandle.set(object, key, .value(.bool(flag))).status
}

@implementation @_cdecl("moya_value_set_null")
public func moya_value_set_null(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> moya_status {
  ValueHandle.set(object, key, .value(.null)).status
}

@implementation @_cdecl("moya_value_set_json")
public func moya_value_set_json(
  _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?
) -> moya_status {
  ValueHandle.set(object, key, .json(json)).status
}

@implementation @_cdecl("moya_value_set_object")
public func moya_value_set_object(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
  ValueHandle.set(object, key, .value(.object)).child
}

@implementation @_cdecl("moya_value_set_array")
public func moya_value_set_array(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
  ValueHandle.set(object, key, .value(.array)).child
}

// MARK: - In an array

@implementation @_cdecl("moya_value_add_string")
public func moya_value_add_string(_ array: OpaquePointer?, _ text: UnsafePointer<CChar>?) -> moya_status {
  ValueHandle.add(array, .string(text)).status
}

@implementation @_cdecl("moya_value_add_text")
public func moya_value_add_text(_ array: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ len: Int) -> moya_status {
  ValueHandle.add(array, .text(text, len)).status
}

@implementation @_cdecl("moya_value_add_int64")
public func moya_value_add_int64(_ array: OpaquePointer?, _ number: Int64) -> moya_status {
  ValueHandle.add(array, .value(.integer(number))).status
}

@implementation @_cdecl("moya_value_add_uint64")
public func moya_value_add_uint64(_ array: OpaquePointer?, _ number: UInt64) -> moya_status {
  ValueHandle.add(array, .value(.unsigned(number))).status
}

@implementation @_cdecl("moya_value_add_double")
public func moya_value_add_double(_ array: OpaquePointer?, _ number: Double) -> moya_status {
  ValueHandle.add(array, .value(.double(number))).status
}

@implementation @_cdecl("moya_value_add_bool")
public func moya_value_add_bool(_ array: OpaquePointer?, _ flag: Bool) -> moya_status {
  ValueHandle.add(array, .value(.bool(flag))).status
}

@implementation @_cdecl("moya_value_add_null")
public func moya_value_add_null(_ array: OpaquePointer?) -> moya_status { ValueHandle.add(array, .value(.null)).status }

@implementation @_cdecl("moya_value_add_json")
public func moya_value_add_json(_ array: OpaquePointer?, _ json: UnsafePointer<CChar>?) -> moya_status {
  ValueHandle.add(array, .json(json)).status
}

@implementation @_cdecl("moya_value_add_object")
public func moya_value_add_object(_ array: OpaquePointer?) -> OpaquePointer? {
  ValueHandle.add(array, .value(.object)).child
}

@implementation @_cdecl("moya_value_add_array")
public func moya_value_add_array(_ array: OpaquePointer?) -> OpaquePointer? {
  ValueHandle.add(array, .value(.array)).child
}
