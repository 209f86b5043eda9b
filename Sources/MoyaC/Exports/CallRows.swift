import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_call_row")
public func moya_provider_call_row(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ row: UnsafeMutablePointer<moya_completion>?,
  _ row_size: Int
) -> moya_status {
  let status = InterpreterLock.withoutLock {
    RowArray.filling(row, row_size) { () throws(Failure) in
      try required(provider, for: target).call(target, by: "moya_provider_call_row")
    }
  }
  return status ?? refused(target, row_size)
}

@implementation @_cdecl("moya_provider_call_row_for")
public func moya_provider_call_row_for(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ timeout_ms: Int32,
  _ blocking_call: UnsafeMutablePointer<OpaquePointer?>?, _ row: UnsafeMutablePointer<moya_completion>?,
  _ row_size: Int
) -> moya_status {
  let status = InterpreterLock.withoutLock {
    RowArray.filling(row, row_size) { () throws(Failure) in
      try callFor(provider, target, timeout_ms, blocking_call, by: "moya_provider_call_row_for")
    }
  }
  return status ?? refused(blocking_call?.pointee == nil ? target : nil, row_size)
}

/// Returns the status of a call that was not made, because the caller's row is impossible. Releases what the target
/// owns, because the library has not read the target.
private func refused(_ target: UnsafePointer<moya_target>?, _ rowSize: Int) -> moya_status {
  if let target { CallDescription.discard(target) }
  return moya_status(truncatingIfNeeded: RowArray.fault(of: rowSize) ?? MOYA_ERROR_NULL)
}
