import CCurl
import MoyaHTTP

/// The pools in which libcurl keeps a loop's connections, and the easy handles that use each. The first pool is the
/// multi handle's own. Of a host without HTTP/2 it has eight connections, and each further pool has eight more.
///
/// libcurl looks for an idle connection by going through all those of its host: with 64 in one pool that was a tenth of
/// a request's instructions.
///
/// Invariant: the further pools together have so few connections that, within the loop's limit, each transfer that runs
/// in the first pool can have one there. libcurl holds the same limit against
/// each pool by itself, and up to 8.21 against the first alone.
final class Shards {
  static let size = 8

  /// Are there further pools?
  let isOn: Bool
  private let multi: MultiHandle
  private let limit: Int
  let first = ConnectionPool(0)
  private var further: [ConnectionPool] = []
  /// In the further pools: connections, open or about to be.
  private var connections = 0 { didSet { hasNewLimit = true } }
  /// Those about to be open.
  private var opening = 0
  /// libcurl has to be told how many connections the first pool may have.
  private(set) var hasNewLimit = false
  /// A pool may have nothing but connections that have ended.
  var mayClear = false

  init(_ multi: MultiHandle, limit: Int, isOn: Bool) {
    self.multi = multi
    self.limit = max(1, limit)
    self.isOn = isOn && Library.hasPools
  }

  /// The pool of this shard, not retained; the first one, if there is no memory for it.
  func pool(_ shard: Int) -> Unmanaged<ConnectionPool> {
    if shard == 0 { return .passUnretained(first) }
    while further.count < shard { further.append(ConnectionPool(further.count + 1)) }
    let pool = Unmanaged.passUnretained(further[shard - 1])
    return pool._withUnsafeGuaranteedRef { $0.open() } ? pool : .passUnretained(first)
  }

  // MARK: Limits

  /// May this further pool have another connection? `sockets`, `running`: the loop's.
  func haveRoom(in shard: Int, _ sockets: Int, _ running: Int) -> Bool {
    let others = connections + 1
    let members = further.count < shard ? 0 : further[shard - 1].members
    return sockets + opening < limit && members < limit - others && !leaveTooFew(running, others)
  }

  /// One of the transfers in the first pool might lack a connection. `running`: those in all pools.
  func leaveTooFew(_ running: Int) -> Bool { connections > 0 && leaveTooFew(running, connections) }

  private func leaveTooFew(_ running: Int, _ connections: Int) -> Bool {
    running + connections > limit && running - further.reduce(0) { $0 + $1.running } + connections > limit
  }

  /// Not from a callback, where libcurl takes no options: so before transfers start.
  func setLimit() {
    hasNewLimit = false
    multi.limitConnections(max(1, limit - connections))
  }

  // MARK: Connections

  /// A connection is about to be opened.
  func open(in pool: ConnectionPool) {
    if pool === first { return }
    connections += 1
    opening += 1
    pool.opening += 1
  }

  /// The connection that was about to be opened is open; or it was not needed.
  func settle(in pool: ConnectionPool, isOpen: Bool) {
    if pool === first { return }
    opening -= 1
    pool.opening -= 1
    if isOpen { pool.connections += 1 } else { connections -= 1 }
  }

  /// A connection has ended, or is about to be closed.
  func lose(in pool: ConnectionPool, isClosed: Bool) {
    if pool === first { return }
    connections -= 1
    pool.connections -= 1
    if !isClosed { pool.ended += 1 }
    mayClear = mayClear || pool.ended > 0
  }

  /// Closes the connections that have ended: libcurl does so only when a transfer looks for a connection in their pool.
  /// So a pool that has nothing else is given up.
  func clear() {
    mayClear = false
    for pool in further where pool.ended > 0 && pool.connections == 0 && pool.running == 0 { pool.close() }
  }

  /// Before the multi handle is destroyed, and the first pool with it.
  func destroy() {
    first.removeHandles()
    for pool in further { pool.close() }
  }
}

// MARK: - ConnectionPool

/// A pool in which libcurl keeps connections, and the easy handles that find them there. One of a loop's `Shards`.
final class ConnectionPool {
  /// 0: the multi handle's own.
  let shard: Int
  /// The pool as libcurl knows it; `nil`: the multi handle's own, or not open.
  private(set) var share: UnsafeMutableRawPointer?
  private var idleHandles: [EasyHandle] = []
  /// Handles, idle or not.
  private var handles = 0
  var connections = 0
  /// Those about to be open.
  var opening = 0
  /// Connections that have ended, and that libcurl has not closed yet.
  var ended = 0

  init(_ shard: Int) { self.shard = shard }

  /// What libcurl counts here.
  var members: Int { connections + opening + ended }

  /// Transfers that find their connection here.
  var running: Int { handles - idleHandles.count }

  /// False: there is no memory.
  func open() -> Bool {
    if share == nil { share = moya_curl_share_connections() }
    return share != nil
  }

  func handle(of reactor: Reactor) throws(TransferError) -> EasyHandle {
    if let idle = takeIdleHandle() { idle } else { try makeHandle(of: reactor) }
  }

  func takeIdleHandle() -> EasyHandle? { idleHandles.popLast() }

  func makeHandle(of reactor: Reactor) throws(TransferError) -> EasyHandle {
    let handle = try EasyHandle(reactor: reactor, pool: self)
    handles += 1
    return handle
  }

  func giveBack(_ handle: consuming EasyHandle, isSpoiled: Bool) {
    if isSpoiled { handles -= 1 } else { idleHandles.append(consume handle) }
  }

  func removeHandles() {
    handles -= idleHandles.count
    idleHandles.removeAll()
  }

  /// Closes its connections. No transfer may be running here.
  func close() {
    removeHandles()
    if let share = exchange(&share, with: nil) { curl_share_cleanup(share) }
  }
}

// MARK: - Spread

/// How a host's transfers and connections are spread over a loop's `Shards`, unless it speaks HTTP/2: a shard has an idle
/// connection where it has more connections than transfers.
package struct Spread {
  private struct Part {
    var running: Int32 = 0
    /// Open, or about to be opened.
    var connections: Int32 = 0
  }

  private var parts: [Part] = []
  /// No shard below this one has an idle connection.
  private var lowest = 0

  package init() {}

  package var hasConnections: Bool { parts.contains { $0.connections > 0 } }

  package func hasIdle(_ shard: Int) -> Bool { parts[shard].connections > parts[shard].running }

  /// The first shard with an idle connection; `nil`: there is none.
  package mutating func firstIdle() -> Int? {
    while lowest < parts.count {
      if hasIdle(lowest) { return lowest }
      lowest += 1
    }
    return nil
  }

  /// The first shard with room for another connection.
  package var firstWithRoom: Int { parts.firstIndex { $0.connections < Shards.size } ?? parts.count }

  package mutating func start(_ shard: Int) { parts[shard].running += 1 }

  package mutating func finish(_ shard: Int) {
    parts[shard].running -= 1
    if shard < lowest { lowest = shard }
  }

  /// A connection is about to be opened.
  package mutating func open(_ shard: Int) {
    while parts.count <= shard { parts.append(Part()) }
    parts[shard].connections += 1
    if shard < lowest { lowest = shard }
  }

  package mutating func close(_ shard: Int) { parts[shard].connections -= 1 }
}
