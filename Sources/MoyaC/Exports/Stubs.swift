import CMoya
import MoyaCore

@implementation @_cdecl("moya_stubs_create")
public func moya_stubs_create(
  _ stubs: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  stubs?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let stubs else { throw .null("stubs") }
    stubs.pointee = CStubs().retainedHandle()
  }
}

@implementation @_cdecl("moya_stubs_release")
public func moya_stubs_release(_ stubs: OpaquePointer?) { CStubs.release(stubs) }

@implementation @_cdecl("moya_stubs_add")
public func moya_stubs_add(
  _ stubs: OpaquePointer?, _ rule: UnsafePointer<moya_stub_rule>?, _ id: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  id?.pointee = 0
  return answering(error) { () throws(Failure) in
    // The rule is read before `stubs` is checked, because the rule's `user` must be released after an error too.
    let read = Result { () throws(Failure) in try CStubRule(moya_stub_rule(copying: rule)) }
    let number = try CStubs.required(stubs, named: "stubs").add(read.get())
    id?.pointee = number
  }
}

@implementation @_cdecl("moya_stubs_remove")
public func moya_stubs_remove(_ stubs: OpaquePointer?, _ id: UInt64) { CStubs.from(stubs)?.remove(id) }

@implementation @_cdecl("moya_stubs_reset")
public func moya_stubs_reset(_ stubs: OpaquePointer?) { CStubs.from(stubs)?.reset() }

@implementation @_cdecl("moya_stubs_count")
public func moya_stubs_count(_ stubs: OpaquePointer?, _ id: UInt64) -> UInt64 { CStubs.from(stubs)?.count(id) ?? 0 }

// MARK: The record

@implementation @_cdecl("moya_stubs_record")
public func moya_stubs_record(
  _ stubs: OpaquePointer?, _ most: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in try CStubs.required(stubs, named: "stubs").record(most: most) }
}

@implementation @_cdecl("moya_stubs_record_count")
public func moya_stubs_record_count(_ stubs: OpaquePointer?) -> Int { CStubs.from(stubs)?.recordCount ?? 0 }

@implementation @_cdecl("moya_stubs_record_at")
public func moya_stubs_record_at(_ stubs: OpaquePointer?, _ index: Int) -> UnsafePointer<moya_stub_request>? {
  CStubs.from(stubs)?.recorded(at: index)
}

@implementation @_cdecl("moya_stub_request_header")
public func moya_stub_request_header(
  _ request: UnsafePointer<moya_stub_request>?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
  guard let request, let name, request.pointee.size >= UInt32(MemoryLayout<moya_stub_request>.size),
    let start = UnsafeRawPointer(request.pointee.headers)
  else { return nil }
  for index in 0..<max(0, request.pointee.header_count) {
    let field = (start + index * Int(request.pointee.header_stride)).loadUnaligned(as: moya_header.self)
    if let own = field.name, ASCII.equalIgnoringCase(own, name) { return field.value }
  }
  return nil
}
