import CLinux
import Glibc
import MoyaHTTP

/// The connections by their labels: which one has a number, or lies between two ends.
extension Poller {
  /// The connection of that number; nil: it is none, or closed.
  func connection(_ socket: Int32) -> OwnSocket? {
    guard entries.indices.contains(Int(socket)), case .connection(let own) = entries[Int(socket)].owner, own.isOpen
    else { return nil }
    return own
  }

  /// The connection of this label; `nil`: it has been closed.
  func connection(_ label: ConnectionLabel) -> OwnSocket? {
    guard entries.indices.contains(Int(label.number)), entries[Int(label.number)].generation == label.generation,
      case .connection(let own) = entries[Int(label.number)].owner
    else { return nil }
    return own
  }

  /// The label of the connection that has this number now; `nil`: there is none.
  func label(_ socket: Int32) -> ConnectionLabel? {
    guard entries.indices.contains(Int(socket)), case .connection = entries[Int(socket)].owner else { return nil }
    return ConnectionLabel(number: socket, generation: entries[Int(socket)].generation)
  }

  /// The connection between these ends; `nil`: libcurl has told them of none that is open.
  func label(between ownPort: Int32, _ peer: TransferRecord.Peer) -> ConnectionLabel? {
    let hint = Int(ownPort & 255)
    if let label = label(between: ownPort, peer, at: hints[hint]) { return label }
    for index in ends.indices {
      guard let label = label(between: ownPort, peer, at: index) else { continue }
      hints[hint] = index
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

  /// The ends of a connection, on which a request is about to go out for the first time.
  func note(_ ends: ConnectionEnds, of label: ConnectionLabel) {
    let index = Int(label.number)
    while self.ends.count <= index { self.ends.append(nil) }
    self.ends[index] = (ends, label.generation)
  }

  /// libcurl does not wait for anything on it.
  func isIdle(_ label: ConnectionLabel) -> Bool { connection(label) != nil && entries[Int(label.number)].isIdle }

  /// Has anything arrived on a connection for which libcurl does not wait?
  var hasDisturbedIdle: Bool {
    entries.contains { entry in
      guard entry.isIdle, case .connection(let own) = entry.owner else { return false }
      return own.isDisturbed
    }
  }

  /// A transfer on the connection is paused, or no longer: what arrives meanwhile wakes no loop.
  func hold(_ label: ConnectionLabel, _ isHeld: Bool) {
    guard connection(label) != nil else { return }
    withEntry(label.number) { entry in
      entry.holds = max(0, entry.holds + (isHeld ? 1 : -1))
      noteChange(label.number, &entry)
    }
  }

  /// Ends the connection, so that libcurl does not use it again. False: there is none.
  @discardableResult
  func shutDown(_ label: ConnectionLabel) -> Bool {
    guard let own = connection(label), own.isOpen else { return false }
    return shutdown(own.number, Int32(SHUT_RDWR)) == 0
  }
}

// MARK: - Ends

/// The ends of connections, which the pools of their hosts are told of.
extension Poller {
  /// Ends the connections for which libcurl does not wait. `inUse`: those for which it waits without having told so.
  func shutDownIdle(except inUse: [Int32] = []) {
    for index in entries.indices where entries[index].isIdle && !inUse.contains(Int32(index)) { end(&entries[index]) }
  }

  private func end(_ entry: inout Entry) {
    guard case .connection(let own) = entry.owner, own.isOpen else { return }
    shutdown(own.number, Int32(SHUT_RDWR))
    lose(&entry, isClosed: false)
  }

  /// The connection, which is open, is one of this host.
  func place(_ label: ConnectionLabel, _ host: RequestQueue<Transfer>.Host, _ pool: ConnectionPool) {
    withEntry(label.number) { $0.place = Place(host: .passRetained(host), pool: .passUnretained(pool)) }
  }

  /// Ends an idle connection of the further shards, in the last of them first. False: there is none.
  func endIdle() -> Bool {
    var found: (index: Int, shard: Int)?
    for (index, entry) in entries.enumerated() where entry.isIdle {
      guard let place = entry.place else { continue }
      let shard = place.pool._withUnsafeGuaranteedRef { $0.shard }
      if shard <= found?.shard ?? 0 { continue }
      // Idle, and no transfer is on its way to it.
      if place.host._withUnsafeGuaranteedRef({ $0.spread.hasIdle(shard) }) { found = (index, shard) }
    }
    guard let found else { return false }
    end(&entries[found.index])
    return true
  }

  /// A connection has ended, or is about to be closed.
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
