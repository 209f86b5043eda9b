import CMoya
import MoyaCore

/// A completion that runs a callback. It owns the caller's `user`, which is released exactly once.
///
/// The callback runs first, and then `user` is released. If the call could not be made, the callback does not run, and
/// `user` is released together with this object.
///
/// The class is `@unchecked Sendable` because `user` belongs to the caller and is only passed to the callback and the
/// release function.
final class CallbackEnd: WaiterEnd, @unchecked Sendable {
  /// The provider is not retained, because it is not freed while one of its calls is under way.
  private var provider: Unmanaged<Provider>?
  /// The provider, if the callback may run after the call has ended. Otherwise `nil`.
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

  /// Sets the provider. Call this function before the call starts.
  ///
  /// - Parameter outlivesCall: True if the callback may run after the call has ended.
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

  /// Runs the callback on this thread now.
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

  /// Releases the caller's `user` at the first use of this function. Later uses do nothing. Both the completion and
  /// `deinit` use the function.
  func release() {
    guard let finalizer, released.pass() else { return }
    Frame.run(nil) { finalizer(user) }
  }
}
