import CMoya
import Synchronization

/// The `user` of a callback, and its release: exactly once, after the callback, or when there will be none.
final class CallbackUser: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private let finalizer: moya_release?
  private let isReleased = Atomic<Bool>(false)

  init(_ pointer: UnsafeMutableRawPointer?, release: moya_release?) {
    self.pointer = pointer
    finalizer = release
  }

  deinit { release() }

  func release() {
    guard let finalizer, !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Frame.run(nil) { finalizer(pointer) }
  }
}
