import CCurl
import MoyaHTTP

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
