import MoyaHTTP

/// Transfers that have used up their share of a turn, and what is left of it.
extension Reactor {
  /// Notes that libcurl was told to pause the transfer.
  func hold(_ transfer: Transfer) {
    setHeld(transfer, true)
    pause(transfer)
  }

  /// While libcurl holds a transfer back, its connection is not taken for an idle one.
  func setHeld(_ transfer: Transfer, _ isHeld: Bool) {
    if transfer.isHeld != isHeld, let connection = transfer.connection { poller.hold(connection, isHeld) }
    transfer.isHeld = isHeld
  }

  /// Puts the transfer in line for another share, unless it waits for its observer.
  func pause(_ transfer: Transfer) {
    if transfer.isInLine || transfer.incoming.isPaused { return }
    transfer.isInLine = true
    paused.append(transfer)
  }

  /// The first in line goes on: with what it has received, then with what its server sends.
  func resumeNext() {
    guard let transfer = paused.popFirst() else { return }
    transfer.isInLine = false
    if transfer.isEnded { return }
    share.begin(at: MonotonicClock.now())
    if let error = transfer.goOn(&share) { return end(transfer, error) }
    if transfer.incoming.isPaused || transfer.incoming.isBehind { return pause(transfer) }
    guard let handle = transfer.handle else { return }
    if let code = transfer.heldCode {
      conclude(transfer, handle, code)
    } else if transfer.isHeld {
      setHeld(transfer, false)
      handle.resume(receiving: true, sending: !transfer.holdsUpload)
      multi.setTimer(milliseconds: 0, at: now)
    }
  }
}
