import CMoya

@implementation @_cdecl("moya_target_copy")
public func moya_target_copy(
  _ target: UnsafePointer<moya_target>?, _ copy: UnsafeMutablePointer<UnsafeMutablePointer<moya_target>?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  copy?.pointee = nil
  return answering(error) { () throws(Failure) in
    let made = try OwnedTarget.copy(target)
    guard let copy else {
      OwnedTarget.release(made)
      throw .null("copy")
    }
    copy.pointee = made
  }
}

@implementation @_cdecl("moya_target_release")
public func moya_target_release(_ copy: UnsafeMutablePointer<moya_target>?) { OwnedTarget.release(copy) }
