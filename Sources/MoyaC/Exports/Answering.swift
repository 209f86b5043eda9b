import CMoya

/// Runs the body of an export: returns its status, and fills the caller's `moya_error **` when it throws.
func answering(
  _ detail: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(Failure) -> Void
) -> moya_status {
  detail?.pointee = nil
  do throws(Failure) {
    try body()
    return moya_status(MOYA_OK)
  } catch {
    detail?.pointee = CError(error).retainedHandle()
    return error.status
  }
}
