import CCurl
import MoyaHTTP

/// Chooses the pool in which a transfer finds its connection. If a pool has an idle connection to the host, chooses
/// that pool. So there are no more connections than with a single pool.
extension Reactor {
  /// Returns the handle for a transfer that starts.
  func takeHandle(for transfer: Transfer) throws(TransferError) -> EasyHandle {
    guard shards.isOn else { return try shards.first.handle(of: self) }
    let place = mayBeSpread(transfer) ? transfer.host.lend { findPlace(to: $0) } ?? nil : nil
    let pool = place?.pool ?? shards.pool(0)
    let handle = try takeHandle(from: pool, for: transfer, place)
    let shard = handle.shard
    if place != nil { transfer.host.lend { $0.spread.start(shard) } }
    handle.isSpread = place != nil
    handle.opens = place?.isNew == true
    while shard == 0, shards.leaveTooFew(queue.running), poller.endIdle() { shards.clear() }
    if shards.hasNewLimit { shards.setLimit() }
    return handle
  }

  private func takeHandle(
    from pool: Unmanaged<ConnectionPool>, for transfer: Transfer, _ place: Place?
  ) throws(TransferError) -> EasyHandle {
    if let idle = pool._withUnsafeGuaranteedRef({ $0.takeIdleHandle() }) { return idle }
    let pool = pool.takeUnretainedValue()
    do throws(TransferError) { return try pool.makeHandle(of: self) } catch {
      if place?.isNew == true { transfer.host.lend { closeUnopened($0, pool) } }
      throw error
    }
  }

  /// Where a transfer finds its connection.
  private struct Place {
    let pool: Unmanaged<ConnectionPool>
    /// True if no connection was idle, so a new one must be opened.
    let isNew: Bool
  }

  /// Returns the pool of an idle connection to the host. Without an idle connection, returns the pool in which a
  /// new connection is opened, or `nil` if the host's connections are not spread over pools.
  private func findPlace(to host: RequestQueue<Transfer>.Host) -> Place? {
    // After a host has changed to HTTP/2, its new connections go to the first pool, but the other pools may still have
    // idle connections to it.
    if let idle = host.spread.firstIdle() { return Place(pool: shards.pool(idle), isNew: false) }
    return host.isSpread ? Place(pool: openConnection(host), isNew: true) : nil
  }

  /// Returns the transfer's host if the host's connections are spread over pools and the transfer may use these pools.
  /// Otherwise returns `nil`. The transfer then uses the first pool, and only libcurl counts its connection.
  private func spreadHost(of transfer: Transfer) -> RequestQueue<Transfer>.Host? {
    guard mayBeSpread(transfer), let host = transfer.host.object, host.isSpread else { return nil }
    return host
  }

  /// Returns true if the transfer's settings allow the connections to its host to be in several pools. The host's HTTP
  /// version may still forbid it.
  private func mayBeSpread(_ transfer: Transfer) -> Bool {
    !hasProxies && transfer.overrides == nil && !transfer.run.leavesHTTP2 && configuration.connection.unixSocket == nil
  }

  /// Chooses the pool in which the host gets another connection, and counts this connection as about to be opened.
  private func openConnection(_ host: RequestQueue<Transfer>.Host) -> Unmanaged<ConnectionPool> {
    let shard = host.spread.firstWithRoom
    let isFurther = shard > 0 && shards.haveRoom(in: shard, poller.count, queue.running)
    let pool = shards.pool(isFurther ? shard : 0)
    pool._withUnsafeGuaranteedRef { pool in
      host.spread.open(pool.shard)
      shards.open(in: pool)
    }
    return pool
  }

  /// Notes that the connection that was about to be opened is not needed.
  private func closeUnopened(_ host: RequestQueue<Transfer>.Host, _ pool: ConnectionPool) {
    host.spread.close(pool.shard)
    shards.settle(in: pool, isOpen: false)
  }

  /// Notes that libcurl opens a connection, because there was no idle connection or because the idle connection had
  /// ended.
  func opens(_ socket: OwnSocket, by handle: EasyHandle) {
    if let label = poller.opened(socket) { handle.newConnections.append(label) }
    guard shards.isOn, handle.isSpread, !handle.opens, let transfer = handle.transfer?.takeUnretainedValue(),
      mayBeSpread(transfer), let host = transfer.host.object
    else { return }
    handle.opens = true
    host.spread.open(handle.pool.shard)
    shards.open(in: handle.pool)
  }

  /// Updates the counts when the request is about to be sent, or when it will not be sent. A connection that was about
  /// to be opened for it is now open, or was not needed.
  func settle(_ transfer: Transfer, _ handle: EasyHandle) {
    guard let host = transfer.host.object else { return }
    handle.opens = false
    if let connection = newConnection(of: handle) {
      handle.newConnections.removeAll()
      poller.place(connection, host, handle.pool)
      shards.settle(in: handle.pool, isOpen: true)
    } else {
      closeUnopened(host, handle.pool)
    }
  }

  /// Counts the transfer's new connection in the `Spread` of its host, as a connection of the transfer's pool. Call
  /// this when the request is about to be sent. The connection is not counted yet if the transfer started before TLS
  /// had agreed on HTTP/1.1. For any other transfer, this function does nothing.
  func spread(_ transfer: Transfer, _ handle: EasyHandle) {
    if !shards.isOn || handle.isSpread || handle.newConnections.isEmpty { return }
    guard let host = spreadHost(of: transfer), let connection = newConnection(of: handle) else { return }
    handle.newConnections.removeAll()
    host.spread.open(handle.pool.shard)
    host.spread.start(handle.pool.shard)
    poller.place(connection, host, handle.pool)
    handle.isSpread = true
  }

  /// Updates the counts of the transfer's pool (shard) when the transfer has ended.
  func leaveShard(_ handle: EasyHandle, _ transfer: Transfer) {
    if handle.isSpread {
      if handle.opens { settle(transfer, handle) }
      transfer.host.lend { $0.spread.finish(handle.pool.shard) }
      handle.isSpread = false
    }
    handle.newConnections.removeAll()
  }

  /// Gives the transfer's handle back to its pool for the next transfer. If `isSpoiled` is true, the handle is freed
  /// instead.
  func giveBackHandle(of transfer: Transfer, isSpoiled: Bool) {
    guard let pool = transfer.handle?.unretainedPool else { return }
    pool._withUnsafeGuaranteedRef { pool in
      if let handle = transfer.handle.take() { pool.giveBack(consume handle, isSpoiled: isSpoiled) }
      if pool.ended > 0 { shards.mayClear = true }
    }
  }
}
