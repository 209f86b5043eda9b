import CCurl
import MoyaHTTP

/// Ends the loop's items: transfers and timers.
extension Reactor {
  func endAll() {
    isRunning = true
    defer { isRunning = false }
    endStopped()
    jobs.removeAll()
    for item in table.items { end(item, .cancelled) }
  }

  func endStopped() {
    for (item, error) in exchange(&stopped, with: []) where !isInherited { end(item, error) }
  }

  func end(_ item: LoopItem, _ error: TransferError) {
    if item.isEnded { return }
    if let timer = item as? TimerItem { return endTimer(timer) }
    guard let transfer = item as? Transfer else { return }
    let failure = transfer.abandoned(error)
    if let handle = transfer.handle {
      if transfer.isLookingUp { hasAbandonedLookups = true }
      multi.remove(handle)
      release(transfer, handle)
    } else if let host = transfer.host.object {
      if transfer.isWaiting { queue.remove(transfer, from: host) } else { queue.finished(on: host, at: now) }
    }
    finish(transfer, .failure(failure))
  }

  func release(_ transfer: Transfer, _ handle: EasyHandle) {
    started = nil
    setReceiving(transfer, .flows)
    noteTransferEnd()
    if transfer.isHTTP2 {
      streams.remove(handle)
      if let connection = transfer.connection { streams.noteEnd(on: connection) }
    }
    // Otherwise the connection would count as idle, and the next request would go to its pool and find it closed.
    if handle.forbidsReuse, let connection = transfer.connection { poller.leave(connection) }
    transfer.version = nil
    handle.recycle(answered: transfer.answered)
    let spoiled = handle.isTainted || transfer.endedInHead || (Library.spoilsHandles && transfer.answered > 0)
    leaveShard(handle, transfer)
    giveBackHandle(of: transfer, isSpoiled: spoiled)
    if !uploads.isEmpty { uploads = uploads.filter { $0.value !== transfer } }
    transfer.host.lend { queue.finished(on: $0, at: now) }
  }

  /// Closes the idle connections to free their descriptors.
  func closeIdle() {
    // The connections are shut down before libcurl closes them. Otherwise libcurl would send a TLS close_notify and
    // wait for the server's close_notify.
    poller.shutDownIdle(except: multi.isAsked ? multi.descriptors().map(\.fd) : [])
    multi.closeIdle()
    shards.clear()
  }

  func endTimer(_ timer: TimerItem) {
    timer.isEnded = true
    timer.job = nil
    table.remove(timer)
  }

  func finish(_ transfer: Transfer, _ result: consuming Result<TransferResponse, TransferError>) {
    if transfer.isEnded { return }
    transfer.isEnded = true
    transfer.host.hold(nil)
    // The table's reference may be the last one, so `own` holds the transfer until the end of this function.
    let own = table.remove(transfer)
    transfer.loop.transferEnded()
    transfer.releaseBody()
    transfer.observer.take()?.transferDidFinish(result)
    withExtendedLifetime(own) {}
  }
}

// MARK: - Pauses

/// Pauses transfers that have work left but have used up their time share, so that the other transfers come first
/// (`Share`).
extension Reactor {
  /// Notes that libcurl was told to pause the transfer.
  func hold(_ transfer: Transfer) {
    setReceiving(transfer, .held)
    pause(transfer)
  }

  /// Notes what libcurl does with the response. While the state is `held`, the transfer's connection does not count as
  /// idle.
  func setReceiving(_ transfer: Transfer, _ state: Transfer.Receiving) {
    let isHeld = state == .held
    if (transfer.run.receiving == .held) != isHeld, let connection = transfer.connection {
      poller.hold(connection, isHeld)
    }
    transfer.run.receiving = state
  }

  /// Queues the transfer for another time share, unless it waits for its observer.
  func pause(_ transfer: Transfer) {
    if transfer.isInLine || transfer.incoming.isPaused { return }
    transfer.isInLine = true
    paused.append(transfer)
  }

  /// Continues the transfer that has waited longest for another time share. The transfer first handles what it has
  /// received, and only then libcurl receives more.
  func resumeNext() {
    guard let transfer = paused.popFirst() else { return }
    transfer.isInLine = false
    if transfer.isEnded { return }
    share.begin(at: MonotonicClock.now())
    if let error = transfer.goOn(&share) { return end(transfer, error) }
    if transfer.incoming.isPaused || transfer.incoming.isBehind { return pause(transfer) }
    guard let handle = transfer.handle else { return }
    switch transfer.run.receiving {
    case .ended: conclude(transfer, handle, CURLE_OK)
    case .held:
      setReceiving(transfer, .flows)
      handle.resume(receiving: true, sending: !transfer.holdsUpload)
      multi.setTimer(milliseconds: 0, at: now)
    case .flows: break
    }
  }
}
