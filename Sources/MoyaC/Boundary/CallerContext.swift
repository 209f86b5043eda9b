import CMoya

/// A caller's pointer that goes with functions of the caller's, and how it is released: once, when the last reference to
/// this object is gone, on the thread that drops it. To be made before anything else can fail.
///
/// Unchecked: immutable, and the pointer is only handed to the caller's functions.
final class CallerContext: @unchecked Sendable {
  let user: UnsafeMutableRawPointer?
  private let release: moya_release_fn?

  init(_ user: UnsafeMutableRawPointer?, release: moya_release_fn?) {
    self.user = user
    self.release = release
  }

  deinit {
    guard let release else { return }
    Frame.run(nil) { release(user) }
  }
}
