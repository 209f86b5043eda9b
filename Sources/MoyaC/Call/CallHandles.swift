import CMoya
import CThread
import Dispatch
import MoyaCore
import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Synchronization

/// C holds a waiter as a `moya_call`. A waiter is the object that waits for the result of a call.
extension Waiter: Handle {
  /// False if the call was made by the parent of this forked process. A thread of the parent may have held the call's
  /// lock during the fork, and then the lock stays locked for ever in this process.
  var isOfThisProcess: Bool { (subject as? CSubject)?.generation == Fork.generation }
}

// MARK: - BlockingCall

/// A `moya_blocking_call`: a blocking call whose caller runs it for a while, does other work and returns to it. The
/// object also holds the event loop that was lent to the call.
///
/// While the caller does other work, nothing runs the call. The call continues when the caller returns to it, when the
/// provider is closed, or when the handle is released.
final class BlockingCall: Handle, Sendable {
  let provider: Provider
  private let session: ProviderSession
  private let lease: LoopPool.Lease
  private let waiter: Waiter
  private let generation = Fork.generation
  /// True while a thread runs the call.
  private let isMoving = Atomic<Bool>(true)
  private let isGivenBack = Once()
  /// The target's name.
  var name: String { waiter.subject.name }

  private init(_ provider: Provider, _ session: ProviderSession, _ lease: LoopPool.Lease, _ waiter: Waiter) {
    self.provider = provider
    self.session = session
    self.lease = lease
    self.waiter = waiter
  }

  /// Begins a call on an event loop from the session's pool, and runs the call as `proceed` does.
  static func begin(
    _ description: consuming CallDescription, of provider: Provider, _ session: ProviderSession, _ roster: Roster,
    milliseconds: Int32
  ) throws(Failure) -> (BlockingCall, Result<Response, MoyaError>?) {
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    let lease = try session.lend(for: description)
    let waiter = Waiter(description.subject, nil)
    guard session.registry.insert(waiter) else {
      session.pool.putBack(lease)
      throw .closed
    }
    let call = BlockingCall(provider, session, lease, waiter)
    let lane = session.lane(lease.lanes, for: description.stub)
    let flight = Flight(consume description, roster: roster, session: session.rules, lane: lane)
    let result = lease.claimed {
      flight.start(waiter)
      return call.turn(milliseconds)
    }
    try call.checkIsOfThisProcess()
    return (call, call.pause(result))
  }

  /// Throws in a child that was forked in a callback of the call. The call belongs to the parent.
  private func checkIsOfThisProcess() throws(Failure) { if generation != Fork.generation { throw .inherited("call") } }

  /// Runs the call on this thread for at most this many milliseconds. −1 runs the call until it completes. Returns
  /// `nil` if the call has not completed.
  func proceed(_ milliseconds: Int32) throws(Failure) -> Result<Response, MoyaError>? {
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    if generation != Fork.generation { throw .forked }
    guard claim() else { throw Failure(MOYA_ERROR_STATE, "another thread runs this blocking call") }
    let result = lease.claimed { turn(milliseconds) }
    try checkIsOfThisProcess()
    return pause(result)
  }

  /// Runs a cancelled call until it completes. A cancelled call completes soon. Does nothing if another thread runs the
  /// call.
  func finish() {
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    guard generation == Fork.generation, claim() else { return }
    _ = pause(lease.claimed { turn(-1) })
  }

  /// Cancels the call and completes it, because the caller releases the handle. In a forked child, does nothing and
  /// returns false: the call and its handle belong to the parent process, so the handle must not be released.
  func abandon() -> Bool {
    guard generation == Fork.generation else { return false }
    waiter.cancel()
    finish()
    return true
  }

  private func claim() -> Bool {
    isMoving.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
  }

  private func turn(_ milliseconds: Int32) -> Result<Response, MoyaError>? {
    let end = MonotonicClock.now() &+ UInt64(max(0, milliseconds)) &* 1000
    var left = milliseconds
    while waiter.result == nil, !lease.loop.isInherited {
      session.turn(lease.loop, for: waiter, waitingAtMost: left)
      if milliseconds < 0 { continue }
      let now = MonotonicClock.now()
      if now >= end { break }
      left = Int32(clamping: (end - now + 999) / 1000)
    }
    return waiter.result
  }

  /// Records that this thread no longer runs the call. If the call has completed, puts its event loop back into the
  /// pool.
  private func pause(_ result: Result<Response, MoyaError>?) -> Result<Response, MoyaError>? {
    if result == nil {
      session.parked.withLock { $0[ObjectIdentifier(self)] = self }
    } else if isGivenBack.pass() {
      session.parked.withLock { $0[ObjectIdentifier(self)] = nil }
      session.pool.putBack(lease)
    }
    isMoving.store(false, ordering: .releasing)
    return result
  }
}

// MARK: - Group

/// A `moya_group`: a group of calls of one provider. In a forked child the group is empty.
final class Group: Handle, Sendable {
  let provider: Provider
  private let parts: PerProcess<CallGroup>
  var calls: CallGroup { parts.value }

  init(_ provider: Provider, limit: UInt32) {
    self.provider = provider
    parts = PerProcess { _ in CallGroup(limit: Int(limit)) }
  }

  /// Returns the calls of a caller's group. Returns `nil` if the caller passes no group. Throws if the group belongs to
  /// a provider other than `provider`.
  static func calls(
    _ group: OpaquePointer?, of provider: Provider, function: StaticString = #function
  ) throws(Failure) -> CallGroup? {
    guard let group = Group.from(group, function: function) else { return nil }
    guard group.provider === provider else { throw .argument("the group is of another provider") }
    return group.calls
  }
}
