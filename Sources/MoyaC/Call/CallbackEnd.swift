import CMoya
import MoyaCore

/// The end of a waiter that is told by a callback. It owns the caller's `user`, which is released exactly once: after
/// the callback, or, when the call could not be made and so there is no callback, with this object.
///
/// Unchecked: `user` is the caller's, and only handed to the callback and the release.
final class CallbackEnd: WaiterEnd, @unchecked Sendable {
  /// Not retained: while the call is under way its provider is not freed.
  private var provider: Unmanaged<Provider>?
  /// The provider, if the callback may come behind the end of its call.
  private var keptProvider: Provider?
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

  /// To be called before the call starts.
  /// - Parameter outlivesCall: the callback may come behind the end of its call.
  func serve(_ provider: Provider, outlivesCall: Bool = false) {
    self.provider = .passUnretained(provider)
    if outlivesCall || provider.settings.executor?.takesJobs == true { keptProvider = provider }
  }

  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter) {
    guard let executor = keptProvider?.settings.executor, executor.takesJobs else {
      return tell(consume result, about: waiter.subject)
    }
    let (result, subject) = (result, waiter.subject)
    inCallback { executor.enqueue { self.tell(result, about: subject) } }
  }

  /// Runs the callback, here and now.
  func tell(_ result: consuming Result<Response, MoyaError>, about subject: any Subject) {
    do throws(Failure) { tell(try CResponse(consume result, target: subject.name)) } catch { tell(CError(error)) }
  }

  func tell(_ response: CResponse) {
    inCallback {
      response.lent { callback?(user, moya_status(MOYA_OK), $0, nil) }
      release()
    }
  }

  private func tell(_ failure: CError) {
    inCallback {
      failure.lent { callback?(user, failure.status, nil, $0) }
      release()
    }
  }

  private func inCallback(_ body: () -> Void) { provider?._withUnsafeGuaranteedRef { $0.inCallback(body) } }

  /// Releases the caller's `user`: the first call does, whether it is the end's or `deinit`'s, and later ones nothing.
  func release() {
    guard let finalizer, released.pass() else { return }
    Frame.run(nil) { finalizer(user) }
  }
}
