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
    let count = set.wait(events, milliseconds: ask(set, milliseconds))
    now = MonotonicClock.now()
    share.begin(at: now)
    if events[..<count].contains(where: { $0.data.u64 != set.wakeupLabel }) {
      ranOne = !ranOne && set.isConnectionAlone(events[..<count])
      if ranOne, let handle = onlyHandle { multi.run(handle) } else { multi.perform() }
    }
    corks.pull()
    return count
  }

  /// Asks libcurl what it waits for, and returns for how long the caller is to wait.
  private func ask(_ set: PollSet, _ milliseconds: Int32) -> Int32 {
    let answering = connectionOfAnswer
    // The same as for the last request on this connection: to ask would cost 900 instructions.
    if answering != nil, answering == watched { return milliseconds }
    set.watch(multi.descriptors())
    watched = set.isForOneInput ? answering : nil
    let left = multi.timeLeft(at: now)
    return left < 0 ? milliseconds : milliseconds < 0 ? left : min(left, milliseconds)
  }

  /// The connection on which nothing but an answer is to come: the kernel took the request as a whole, which was small,
  /// since all that went before it had been answered. `nil`: there is none.
  private var connectionOfAnswer: ConnectionLabel? {
    guard let handle = onlyHandle, handle.headSize < 4096, let transfer = handle.transfer?.takeUnretainedValue(),
      case .none = transfer.body, transfer.incoming.count == 0, !ranOne, !transfer.origin.isSecure, !hasProxies,
      transfer.overrides == nil, !transfer.isConnecting, let connection = transfer.connection,
      // libcurl closes a kept connection that has died, and makes another one.
      poller.connection(connection) != nil
    else { return nil }
    return connection
  }

  /// The handle of the one transfer that runs, when it has a connection of its own and nothing of it is paused.
  private var onlyHandle: EasyHandle? {
    guard queue.running == 1, let handle = started, let transfer = handle.transfer?.takeUnretainedValue(),
      transfer.version == .http11, !transfer.isHeld, !transfer.holdsUpload, !transfer.incoming.isPaused
    else { return nil }
    return handle
  }
}
