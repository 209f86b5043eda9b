import CMoya
import MoyaCore

/// The end of a waiter that is told by a callback. It owns the caller's `user`, which is released exactly once: after
/// the callback, or, when the call could not be made and so there is no callback, with this object.
///
/// Unchecked: `user` is the caller's, and only handed to the callback and the release.
final class CallbackEnd: WaiterEnd, @unchecked Sendable {
  /// Set before the call starts.
  var provider: Provider?
  private let callback: moya_callback_fn?
  private let user: UnsafeMutableRawPointer?
  private let finalizer: moya_release_fn?
  private let released = Once()

  init(_ callback: moya_callback_fn?, _ user: UnsafeMutableRawPointer?, release: moya_release_fn?) {
    self.callback = callback
    self.user = user
    finalizer = release
  }

  deinit { release() }

  func finish(_ result: Result<Response, MoyaError>, of waiter: Waiter) {
    guard let provider, let executor = provider.settings.executor, executor.takesJobs else {
      return tell(result, about: waiter.subject)
    }
    let subject = waiter.subject
    provider.inCallback { executor.enqueue { self.tell(result, about: subject) } }
  }

  /// Runs the callback, here and now.
  func tell(_ result: Result<Response, MoyaError>, about subject: any Subject) {
    provider?.inCallback {
      report(result, of: subject)
      release()
    }
  }

  func tell(_ response: CResponse) {
    provider?.inCallback {
      withExtendedLifetime(response) { callback?(user, moya_status(MOYA_OK), response.borrowedHandle, nil) }
      release()
    }
  }

  private func report(_ result: Result<Response, MoyaError>, of subject: any Subject) {
    do throws(Failure) {
      let response = try CResponse(result, target: subject.name)
      withExtendedLifetime(response) { callback?(user, moya_status(MOYA_OK), response.borrowedHandle, nil) }
    } catch {
      let failure = CError(error)
      withExtendedLifetime(failure) { callback?(user, failure.status, nil, failure.borrowedHandle) }
    }
  }

  /// Releases the caller's `user`: the first call does, whether it is the end's or `deinit`'s, and later ones nothing.
  func release() {
    guard let finalizer, released.pass() else { return }
    Frame.run(nil) { finalizer(user) }
  }
}
