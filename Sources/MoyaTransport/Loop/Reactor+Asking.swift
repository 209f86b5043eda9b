import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// The loop of a blocking caller, which asks libcurl before each wait what that waits for. Of its one connection libcurl
/// would tell four changes for each request, with 5,000 instructions of its own and ours.
extension Reactor {
  /// As `poll`.
  func poll(_ set: PollSet, _ milliseconds: Int32) -> Int {
    refusal = 0
    // Nothing runs yet: what is to start waits for no descriptor.
    if milliseconds == 0, queue.running == 0 { return 0 }
    let alone = aloneTransfer
    let count = set.wait(events, milliseconds: ask(set, alone, milliseconds))
    now = MonotonicClock.now()
    share.begin(at: now)
    if events[..<count].contains(where: { $0.data.u64 != set.wakeupLabel }) {
      ranOne = !ranOne && set.isConnectionAlone(events[..<count])
      if ranOne, alone != nil, let started { multi.run(started.takeUnretainedValue()) } else { multi.perform() }
    }
    corks.pull()
    return count
  }

  /// One request is out, on a connection of its own, and nothing is waited for but its answer, which has not begun.
  var awaitsOneAnswer: Bool {
    guard asked != nil, let alone = aloneTransfer else { return false }
    return alone._withUnsafeGuaranteedRef { connectionOfAnswer(to: $0) != nil }
  }

  /// Where `awaitsOneAnswer`: reads what has come of the answer, without the call of the kernel that asks whether anything
  /// has. libcurl may also have done something else, as opening another connection, so that what is to be waited for is to
  /// be asked anew. Returns whether something has come, or the transfer has ended.
  func readAnswer() -> Bool {
    guard let alone = aloneTransfer, let started else { return false }
    isRunning = true
    defer { isRunning = false }
    refusal = 0
    now = MonotonicClock.now()
    share.begin(at: now)
    let running = multi.run(started.takeUnretainedValue())
    corks.pull()
    return running == 0 || alone._withUnsafeGuaranteedRef { $0.incoming.count > 0 }
  }

  /// Asks libcurl what it waits for, and returns for how long the caller is to wait.
  private func ask(_ set: PollSet, _ alone: Unmanaged<Transfer>?, _ milliseconds: Int32) -> Int32 {
    let answering = alone?._withUnsafeGuaranteedRef { connectionOfAnswer(to: $0) }
    // The same as for the last request on this connection: to ask would cost 900 instructions.
    if answering != nil, answering == watched { return milliseconds }
    set.watch(multi.descriptors())
    watched = set.isForOneInput ? answering : nil
    let left = multi.timeLeft(at: now)
    return left < 0 ? milliseconds : milliseconds < 0 ? left : min(left, milliseconds)
  }

  /// The connection on which nothing but an answer is to come: the kernel took the request as a whole, which was small,
  /// since all that went before it had been answered. `nil`: there is none.
  private func connectionOfAnswer(to transfer: Transfer) -> ConnectionLabel? {
    guard case .none = transfer.body, transfer.incoming.count == 0, !ranOne, !hasProxies, transfer.overrides == nil,
      !transfer.isConnecting, let started, started._withUnsafeGuaranteedRef({ $0.headSize }) < 4096,
      !transfer.origin.isSecure, let connection = transfer.connection,
      // libcurl closes a kept connection that has died, and makes another one.
      poller.connection(connection) != nil
    else { return nil }
    return connection
  }

  /// The one transfer that runs, when it is that of `started`, has a connection of its own and nothing of it is paused.
  private var aloneTransfer: Unmanaged<Transfer>? {
    guard queue.running == 1, let transfer = started?._withUnsafeGuaranteedRef({ $0.transfer }),
      transfer._withUnsafeGuaranteedRef({
        $0.version == .http11 && !$0.isHeld && !$0.holdsUpload && !$0.incoming.isPaused
      })
    else { return nil }
    return transfer
  }
}
