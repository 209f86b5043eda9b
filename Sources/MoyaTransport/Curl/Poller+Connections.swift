import CLinux
import Glibc
import MoyaHTTP

/// Finds connections by the number of their descriptor, by their label, or by their local port and remote end.
extension Poller {
  /// Returns the connection whose descriptor has this number, or `nil` if the descriptor is not an open connection.
  func connection(_ socket: Int32) -> OwnSocket? {
    guard entries.indices.contains(Int(socket)), case .connection(let own) = entries[Int(socket)].owner, own.isOpen
    else { return nil }
    return own
  }

  /// Returns the connection with this label, or `nil` if it has been closed.
  func connection(_ label: ConnectionLabel) -> OwnSocket? {
    guard entries.indices.contains(Int(label.number)), entries[Int(label.number)].generation == label.generation,
      case .connection(let own) = entries[Int(label.number)].owner
    else { return nil }
    return own
  }

  /// Returns the label of the connection whose descriptor has this number now, or `nil` if there is none.
  func label(_ socket: Int32) -> ConnectionLabel? {
    guard entries.indices.contains(Int(socket)), case .connection = entries[Int(socket)].owner else { return nil }
    return ConnectionLabel(number: socket, generation: entries[Int(socket)].generation)
  }

  /// Returns the label of the connection with this local port and this remote end. Returns `nil` if `note` was called
  /// for no such open connection.
  func label(between ownPort: Int32, _ peer: TransferRecord.Peer) -> ConnectionLabel? {
    let hint = Int(ownPort) & (hints.count - 1)
    if let label = label(between: ownPort, peer, at: Int(hints[hint])) { return label }
    for index in ends.indices {
      guard let label = label(between: ownPort, peer, at: index) else { continue }
      hints[hint] = Int32(index)
      return label
    }
    return nil
  }

  private func label(between ownPort: Int32, _ peer: TransferRecord.Peer, at index: Int) -> ConnectionLabel? {
    guard index < ends.count, let (ends, generation) = ends[index], ends.are(ownPort, peer),
      entries[index].generation == generation
    else { return nil }
    return ConnectionLabel(number: Int32(index), generation: generation)
  }

  /// Stores the local port and the remote end of a connection, before the first request is sent on it.
  func note(_ ends: ConnectionEnds, of label: ConnectionLabel) {
    let index = Int(label.number)
    while self.ends.count <= index { self.ends.append(nil) }
    self.ends[index] = (ends, label.generation)
  }

  /// Returns true if libcurl does not wait for anything on the connection.
  func isIdle(_ label: ConnectionLabel) -> Bool { connection(label) != nil && entries[Int(label.number)].isIdle }

  /// True if anything has arrived on an idle connection.
  var hasDisturbedIdle: Bool {
    entries.contains { entry in
      guard entry.isIdle, case .connection(let own) = entry.owner else { return false }
      return own.isDisturbed
    }
  }

  /// Notes that a transfer on the connection is paused, or no longer paused. While the transfer is paused, data that
  /// arrives does not wake the loop.
  func hold(_ label: ConnectionLabel, _ isHeld: Bool) {
    guard connection(label) != nil else { return }
    withEntry(label.number) { entry in
      entry.holds = max(0, entry.holds + (isHeld ? 1 : -1))
      noteChange(label.number, &entry)
    }
  }

  /// Replaces all connections by a descriptor that libcurl can neither read nor write. Call this in a forked child. The
  /// connections then exist only in the parent, and the child cannot send anything on them.
  func cutOff() {
    let nothing = epoll_create1(Int32(EPOLL_CLOEXEC))
    for case .connection(let own) in entries.map(\.owner) where own.isOpen {
      // Without a free descriptor, the child's descriptor is closed. This does not end the parent's connection either.
      if nothing < 0 || dup3(nothing, own.number, O_CLOEXEC) < 0 { close(own.number) }
    }
    if nothing >= 0 { close(nothing) }
  }

  /// Shuts the connection down, so that libcurl does not use it again. Returns false if there is no such connection.
  @discardableResult
  func shutDown(_ label: ConnectionLabel) -> Bool {
    guard let own = connection(label), own.isOpen else { return false }
    return shutdown(own.number, Int32(SHUT_RDWR)) == 0
  }
}

// MARK: - Ending connections

/// Ends connections and updates the counts of their hosts and pools.
extension Poller {
  /// Shuts down all idle connections. `inUse` are connections that libcurl uses although it has not reported this. They
  /// stay open.
  func shutDownIdle(except inUse: [Int32] = []) {
    for index in entries.indices where entries[index].isIdle && !inUse.contains(Int32(index)) { end(&entries[index]) }
  }

  /// Shuts down the connection, which must be idle.
  func end(_ label: ConnectionLabel) {
    if connection(label) != nil { withEntry(label.number) { end(&$0) } }
  }

  private func end(_ entry: inout Entry) {
    guard case .connection(let own) = entry.owner, own.isOpen else { return }
    shutdown(own.number, Int32(SHUT_RDWR))
    lose(&entry, isClosed: false)
  }

  /// Assigns an open connection to this host and pool.
  func place(_ label: ConnectionLabel, _ host: RequestQueue<Transfer>.Host, _ pool: ConnectionPool) {
    withEntry(label.number) { $0.place = Place(host: .passRetained(host), pool: .passUnretained(pool)) }
  }

  /// Shuts down one idle connection, in the last pool (shard) that has one. Never shuts down a connection in the first
  /// pool. Returns false if no other pool has an idle connection.
  func endIdle() -> Bool {
    var found: (index: Int, shard: Int)?
    for (index, entry) in entries.enumerated() where entry.isIdle {
      guard let place = entry.place else { continue }
      let shard = place.pool._withUnsafeGuaranteedRef { $0.shard }
      if shard <= found?.shard ?? 0 { continue }
      // An idle connection counts only if no transfer is about to use it.
      if place.host._withUnsafeGuaranteedRef({ $0.spread.hasIdle(shard) }) { found = (index, shard) }
    }
    guard let found else { return false }
    end(&entries[found.index])
    return true
  }

  /// Notes that libcurl is closing the connection, so no request can use it again. Over TLS, the close takes until the
  /// server has sent its close_notify.
  func leave(_ label: ConnectionLabel) {
    if connection(label) != nil { withEntry(label.number) { lose(&$0, isClosed: true) } }
  }

  /// Notes that a connection has ended. If `isClosed` is false, libcurl has not closed it yet and still counts it.
  func lose(_ entry: inout Entry, isClosed: Bool) {
    guard let place = entry.place else { return }
    place.pool._withUnsafeGuaranteedRef { pool in
      place.host._withUnsafeGuaranteedRef { $0.spread.close(pool.shard) }
      shards?.lose(in: pool, isClosed: isClosed)
      if isClosed || pool.shard == 0 { return }
      entry.endedIn = place.pool
      count -= 1
    }
    place.host.release()
    entry.place = nil
  }
}
