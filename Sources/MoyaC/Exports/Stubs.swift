import CMoya

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
    let stubs = try CStubs.required(stubs, named: "stubs")
    let number = try stubs.add(moya_stub_rule(copying: rule))
    id?.pointee = number
  }
}

@implementation @_cdecl("moya_stubs_remove")
public func moya_stubs_remove(_ stubs: OpaquePointer?, _ id: UInt64) { CStubs.from(stubs)?.remove(id) }

@implementation @_cdecl("moya_stubs_reset")
public func moya_stubs_reset(_ stubs: OpaquePointer?) { CStubs.from(stubs)?.reset() }

@implementation @_cdecl("moya_stubs_count")
public func moya_stubs_count(_ stubs: OpaquePointer?, _ id: UInt64) -> UInt64 { CStubs.from(stubs)?.count(id) ?? 0 }
