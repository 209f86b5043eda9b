import CLinux
import Glibc
import MoyaHTTP

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
