import CCurl
import MoyaHTTP

/// The pools in which libcurl keeps a loop's connections, and the easy handles that use each pool. A shard is one of
/// these pools. The first pool belongs to the multi handle. If a host does not use HTTP/2, its first eight connections
/// are in the first pool, and each other pool holds eight more.
///
/// To find an idle connection, libcurl walks through all connections of the host in the pool. If one pool has many
/// connections, this is a noticeable part of a request's cost.
///
/// Invariant: The connections in the other pools leave enough of the loop's limit for each transfer in the first pool
/// to have a connection. libcurl up to 8.21 applies the limit to the first pool only. Later versions apply it to each
/// pool separately.
final class Shards {
  static let size = 8

  /// True if there may be more pools than the first one.
  let isOn: Bool
  private let multi: MultiHandle
  private let limit: Int
  let first = ConnectionPool(0)
  private var further: [ConnectionPool] = []
  /// The number of connections that are open or about to be opened, in all pools except the first.
  private var connections = 0 { didSet { hasNewLimit = true } }
  /// The number of connections that are about to be opened, in all pools except the first.
  private var opening = 0
  /// True if the limit for the first pool may have changed since libcurl received it.
  private(set) var hasNewLimit = false
  /// True if `clear` may find a pool whose connections have all ended.
  var mayClear = false

  init(_ multi: MultiHandle, limit: Int, isOn: Bool) {
    self.multi = multi
    self.limit = max(1, limit)
    self.isOn = isOn && Library.hasPools
  }

  /// Returns the pool of this shard, or the first pool if there is no memory for it. Does not retain the pool.
  func pool(_ shard: Int) -> Unmanaged<ConnectionPool> {
    if shard == 0 { return .passUnretained(first) }
    while further.count < shard { further.append(ConnectionPool(further.count + 1)) }
    let pool = Unmanaged.passUnretained(further[shard - 1])
    return pool._withUnsafeGuaranteedRef { $0.open() } ? pool : .passUnretained(first)
  }

  // MARK: Limits

  /// Returns true if the pool with the number `shard`, which is not the first one, may get another connection.
  /// `sockets` is the number of connections of the whole loop, and `running` the number of its transfers.
  func haveRoom(in shard: Int, _ sockets: Int, _ running: Int) -> Bool {
    let others = connections + 1
    let members = further.count < shard ? 0 : further[shard - 1].members
    return sockets + opening < limit && members < limit - others && !leaveTooFew(running, others)
  }

  /// Returns true if a transfer in the first pool might find no connection. `running` counts the transfers in all
  /// pools.
  func leaveTooFew(_ running: Int) -> Bool { connections > 0 && leaveTooFew(running, connections) }

  private func leaveTooFew(_ running: Int, _ connections: Int) -> Bool {
    running + connections > limit && running - further.reduce(0) { $0 + $1.running } + connections > limit
  }

  /// Tells libcurl how many connections the first pool may have now. A callback must not call this, because libcurl
  /// accepts no options in a callback. So the reactor calls this before transfers start.
  func setLimit() {
    hasNewLimit = false
    multi.limitConnections(max(1, limit - connections))
  }

  // MARK: Connections

  /// Notes that a connection is about to be opened.
  func open(in pool: ConnectionPool) {
    if pool === first { return }
    connections += 1
    opening += 1
    pool.opening += 1
  }

  /// Notes that a connection that was about to be opened is now open, or was not needed.
  func settle(in pool: ConnectionPool, isOpen: Bool) {
    if pool === first { return }
    opening -= 1
    pool.opening -= 1
    if isOpen { pool.connections += 1 } else { connections -= 1 }
  }

  /// Notes that a connection has ended. If `isClosed` is false, libcurl has not closed it yet and still counts it.
  func lose(in pool: ConnectionPool, isClosed: Bool) {
    if pool === first { return }
    connections -= 1
    pool.connections -= 1
    if !isClosed { pool.ended += 1 }
    mayClear = mayClear || pool.ended > 0
  }

  /// Closes each pool, except the first one, if all connections in it have ended. libcurl itself would close these
  /// connections only when a transfer looks for a connection in their pool.
  func clear() {
    mayClear = false
    for pool in further where pool.ended > 0 && pool.connections == 0 && pool.running == 0 { pool.close() }
  }

  /// Frees all handles and closes all pools except the first one, which is destroyed with the multi handle. Call this
  /// before the multi handle is destroyed.
  func destroy() {
    first.removeHandles()
    for pool in further { pool.close() }
  }
}

// MARK: - ConnectionPool

/// A pool in which libcurl keeps connections, and the easy handles that use it. The `Shards` of a loop contain its
/// pools.
final class ConnectionPool {
  /// The number of the pool; 0 for the multi handle's own pool.
  let shard: Int
  /// libcurl's share handle for the pool; `nil` for the multi handle's own pool, and for a pool that is not open.
  private(set) var share: UnsafeMutableRawPointer?
  private var idleHandles: [EasyHandle] = []
  /// The number of handles, idle or not.
  private var handles = 0
  var connections = 0
  /// The number of connections that are about to be opened.
  var opening = 0
  /// The number of connections that have ended and that libcurl has not closed yet.
  var ended = 0

  init(_ shard: Int) { self.shard = shard }

  /// The number of connections that libcurl counts in this pool.
  var members: Int { connections + opening + ended }

  /// The number of transfers that use this pool.
  var running: Int { handles - idleHandles.count }

  /// Makes libcurl's share handle for the pool, unless there is one. Returns false if there is no memory.
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

  /// Closes the pool's connections. Call this only when no transfer runs in the pool.
  func close() {
    removeHandles()
    if let share = exchange(&share, with: nil) { curl_share_cleanup(share) }
  }
}

// MARK: - Spread

/// How the transfers and connections of a host without HTTP/2 are spread over a loop's shards. A shard is a pool of
/// connections (`Shards`). A shard has an idle connection if it has more connections to the host than transfers of the
/// host.
package struct Spread {
  private struct Part {
    var running: Int32 = 0
    /// The number of connections that are open or about to be opened.
    var connections: Int32 = 0
  }

  private var parts: [Part] = []
  /// The number of the shard at which the search for an idle connection begins. No shard with a lower number has an
  /// idle connection.
  private var lowest = 0

  package init() {}

  package var hasConnections: Bool { parts.contains { $0.connections > 0 } }

  package func hasIdle(_ shard: Int) -> Bool { parts[shard].connections > parts[shard].running }

  /// Returns the first shard with an idle connection, or `nil` if there is none.
  package mutating func firstIdle() -> Int? {
    while lowest < parts.count {
      if hasIdle(lowest) { return lowest }
      lowest += 1
    }
    return nil
  }

  /// The first shard that has room for another connection.
  package var firstWithRoom: Int { parts.firstIndex { $0.connections < Shards.size } ?? parts.count }

  package mutating func start(_ shard: Int) { parts[shard].running += 1 }

  package mutating func finish(_ shard: Int) {
    parts[shard].running -= 1
    if shard < lowest { lowest = shard }
  }

  /// Notes that a connection is about to be opened.
  package mutating func open(_ shard: Int) {
    while parts.count <= shard { parts.append(Part()) }
    parts[shard].connections += 1
    if shard < lowest { lowest = shard }
  }

  package mutating func close(_ shard: Int) { parts[shard].connections -= 1 }
}
