import CCurl
import MoyaHTTP

/// Which pool a transfer finds its connection in: one with an idle connection to its host, as long as there is any. So
/// there are as many connections as with one pool.
extension Reactor {
  /// The handle for a transfer that starts.
  func takeHandle(for transfer: Transfer) throws(TransferError) -> EasyHandle {
    guard shards.isOn else { return try shards.first.handle(of: self) }
    let known = hostToSpread(of: transfer)
    // Also where others lie in the first pool by now: of a host that has turned to HTTP/2.
    let idle = known?.spread.firstIdle()
    let host = idle == nil && known?.isSpread == false ? nil : known
    let pool = idle.map(shards.pool) ?? host.map(openConnection) ?? shards.first
    do throws(TransferError) {
      let handle = try pool.handle(of: self)
      host?.spread.start(pool.shard)
      handle.isSpread = host != nil
      handle.opens = host != nil && idle == nil
      while pool.shard == 0, shards.leaveTooFew(queue.running), poller.endIdle() { shards.clear() }
      if shards.hasNewLimit { shards.setLimit() }
      return handle
    } catch {
      if let host, idle == nil { closeUnopened(host, pool) }
      throw error
    }
  }

  /// `nil`: the transfer takes the first pool, and its connection is counted by libcurl only.
  private func spreadHost(of transfer: Transfer) -> RequestQueue<Transfer>.Host? {
    hostToSpread(of: transfer).flatMap { $0.isSpread ? $0 : nil }
  }

  /// The transfer's host, if that may be spread once it is known what it speaks.
  private func hostToSpread(of transfer: Transfer) -> RequestQueue<Transfer>.Host? {
    if hasProxies || transfer.overrides != nil || configuration.connection.unixSocket != nil { return nil }
    return transfer.host
  }

  /// The pool in which the host gets another connection.
  private func openConnection(_ host: RequestQueue<Transfer>.Host) -> ConnectionPool {
    let shard = host.spread.firstWithRoom
    let pool = shard > 0 && shards.haveRoom(in: shard, poller.count, queue.running) ? shards.pool(shard) : shards.first
    host.spread.open(pool.shard)
    shards.open(in: pool)
    return pool
  }

  /// The connection that was about to be opened is not needed.
  private func closeUnopened(_ host: RequestQueue<Transfer>.Host, _ pool: ConnectionPool) {
    host.spread.close(pool.shard)
    shards.settle(in: pool, isOpen: false)
  }

  /// libcurl makes a connection: there was none, or the idle one had ended.
  func opens(_ socket: OwnSocket, by handle: EasyHandle) {
    if let label = poller.opened(socket) { handle.newConnections.append(label) }
    guard shards.isOn, let transfer = handle.transfer?.takeUnretainedValue(), let host = hostToSpread(of: transfer)
    else { return }
    if !handle.isSpread || handle.opens { return }
    handle.opens = true
    host.spread.open(handle.pool.shard)
    shards.open(in: handle.pool)
  }

  /// The request is about to go out, or will not: a connection that was about to be opened is open by now, or was not
  /// needed.
  func settle(_ transfer: Transfer, _ handle: EasyHandle) {
    guard let host = transfer.host else { return }
    handle.opens = false
    if let connection = newConnection(of: handle) {
      handle.newConnections.removeAll()
      poller.place(connection, host, handle.pool)
      shards.settle(in: handle.pool, isOpen: true)
    } else {
      closeUnopened(host, handle.pool)
    }
  }

  /// The request is about to go out. If its transfer started before TLS had agreed on HTTP/1.1, the connection that was
  /// opened for it, in the first pool, is counted from now on.
  func spread(_ transfer: Transfer, _ handle: EasyHandle) {
    if !shards.isOn || handle.isSpread || handle.newConnections.isEmpty { return }
    guard let host = spreadHost(of: transfer), let connection = newConnection(of: handle) else { return }
    handle.newConnections.removeAll()
    host.spread.open(handle.pool.shard)
    host.spread.start(handle.pool.shard)
    poller.place(connection, host, handle.pool)
    handle.isSpread = true
  }

  /// The transfer has ended.
  func leaveShard(_ handle: EasyHandle, _ transfer: Transfer, _ host: RequestQueue<Transfer>.Host?) {
    if handle.isSpread {
      if handle.opens { settle(transfer, handle) }
      host?.spread.finish(handle.pool.shard)
      handle.isSpread = false
    }
    handle.newConnections.removeAll()
  }

  /// For the next transfer.
  func giveBack(_ handle: consuming EasyHandle, isSpoiled: Bool) {
    let pool = handle.pool
    pool.giveBack(consume handle, isSpoiled: isSpoiled)
    if pool.ended > 0 { shards.mayClear = true }
  }
}
