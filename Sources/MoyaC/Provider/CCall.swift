import CMoya
import Glibc
import MoyaCore
import MoyaTransport
import Synchronization

/// A call of the C API: a `moya_call`, and the place that gets its end (`Sink`).
///
/// Unchecked: set up before it starts; `place` is guarded by `LiveCalls`, `result` handed over by `isDone`.
final class CCall: Handle, @unchecked Sendable {
  enum Sink {
    case callback(moya_callback, CallbackUser)
    case row(CompletionQueue, tag: UInt64)
    /// The caller waits on this loop; `nil`: the call ends before its start returns.
    case wait(Loop?, thread: pthread_t)
  }

  var place = 0
  private(set) var result: Result<Response, MoyaError>?
  private var call: Call?
  private let target: CTarget
  private let provider: Provider
  private let session: Session
  private let sink: Sink
  private let done = Atomic<Bool>(false)

  init(_ target: CTarget, provider: Provider, session: Session, lane: Lane, sink: Sink) {
    self.target = target
    self.provider = provider
    self.session = session
    self.sink = sink
    call = Call(provider.recipe(for: target, lane: lane)) { self.end($0) }
  }

  var isDone: Bool { done.load(ordering: .acquiring) }

  func start() { call?.start() }

  /// It will not start after all.
  func abandon() { call = nil }

  /// Callbacks run on the pump's thread, those of a cancel too.
  func cancel() {
    guard let call else { return }
    if case .wait = sink { return call.cancel() }
    session.perform { call.cancel() }
  }

  private func end(_ result: Result<Response, MoyaError>) {
    switch sink {
    case .callback(let callback, let user):
      provider.inCallback {
        report(result, to: callback, user.pointer)
        user.release()
      }
    case .row(let queue, let tag): queue.push(result, tag: tag, target: target.name)
    case .wait(let loop, let thread):
      self.result = result
      done.store(true, ordering: .releasing)
      // A cancel on another thread has ended the call: the caller may be asleep in its loop, and an empty job wakes it.
      if pthread_self() != thread { loop?.perform {} }
      return
    }
    session.live.remove(self)
  }

  private func report(
    _ result: Result<Response, MoyaError>, to callback: moya_callback, _ user: UnsafeMutableRawPointer?
  ) {
    do throws(Failure) {
      let answer = try CResponse(result, target: target.name)
      withExtendedLifetime(answer) { callback(user, Status.ok.rawValue, answer.borrowedHandle, nil) }
    } catch {
      let failure = CError(error)
      withExtendedLifetime(failure) { callback(user, failure.status.rawValue, nil, failure.borrowedHandle) }
    }
  }
}
