import CMoya
import MoyaCore

@implementation @_cdecl("moya_group_create")
public func moya_group_create(
  _ provider: OpaquePointer?, _ limit: UInt32, _ group: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  group?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let group else { throw .null("group") }
    group.pointee = Group(provider, limit: limit).retainedHandle()
  }
}

@implementation @_cdecl("moya_group_release")
public func moya_group_release(_ group: OpaquePointer?) { Group.release(group) }

@implementation @_cdecl("moya_group_count")
public func moya_group_count(_ group: OpaquePointer?) -> Int { Group.from(group)?.calls.count ?? 0 }

@implementation @_cdecl("moya_group_cancel")
public func moya_group_cancel(_ group: OpaquePointer?) { Group.from(group)?.calls.cancel() }

@implementation @_cdecl("moya_group_wait")
public func moya_group_wait(
  _ group: OpaquePointer?, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let group = try Group.required(group, named: "group")
    if timeout_ms < -1 { throw .noTimeout(timeout_ms) }
    guard try group.provider.wait(for: group.calls, milliseconds: timeout_ms) else {
      throw Failure(
        MOYA_ERROR_TIMEOUT_TOTAL, "\(group.calls.memberCount) calls of the group have not ended in \(timeout_ms) ms")
    }
  }
}
