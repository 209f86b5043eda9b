import CClock
import CCurl
import Glibc
import MoyaHTTP

/// libcurl's multi handle, which runs the easy handles. Also stores the time at which libcurl wants to be called
/// without an event.
///
/// This is a class, because libcurl sets that time by a callback while `act` or `runTimer` runs. Swift does not allow
/// such a change of a struct while one of its mutating methods runs.
final class MultiHandle {
  /// The time at which libcurl wants to be called even without an event, in the loop's microseconds.
  private(set) var deadline = ItemTable.never
  private var deadlineWasSet = false
  /// Counts the calls of libcurl in which it may run transfers. `Rounds` has a limit for each call, and notices by this
  /// number that a new call has begun.
  private(set) var calls: UInt64 = 0
  /// The connection that this library has shut down during the present call of libcurl, because its server kept the
  /// call from returning. `nil` if there is none.
  var flooded: ConnectionLabel?
  private let multi: UnsafeMutableRawPointer
  /// True if the loop asks libcurl for its descriptors and its timeout each time before it waits. Otherwise libcurl
  /// reports each change of these through callbacks.
  let isAsked: Bool
  private var answer = [pollfd](repeating: pollfd(), count: 8)
  /// True if libcurl had no memory to report a socket. No event of this socket would wake the loop, and its transfer
  /// would wait until it times out. So libcurl soon runs all transfers and reports their sockets again.
  private var lacksReports = false
  private static let patience: UInt64 = 10_000

  init(maxConnections: Int, isAsked: Bool = false) throws(TransferError) {
    try Library.initialize()
    // libcurl opens one descriptor for its wake-up (two since 8.22). It then opens a socket for a moment, to see
    // whether IPv6 is available. If it gets no descriptor for this socket, the handle never uses IPv6. So one
    // descriptor must still be free after the handle was made.
    let lack = Shortage.number(ofFree: 2)
    let make = Library.leaksItsWakeup ? moya_curl_multi_init_without_leak : curl_multi_init
    guard lack == nil, let multi = make() else {
      throw TransferError(system: "the loop could not be made", errno: lack ?? Shortage.number(ofFree: 2) ?? ENOMEM)
    }
    if let lack = Shortage.number(ofFree: 1) {
      curl_multi_cleanup(multi)
      throw TransferError(system: "the loop could not be made", errno: lack)
    }
    self.multi = multi
    self.isAsked = isAsked
    moya_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, maxConnections))
    limitConnections(max(1, maxConnections))
    // Limits the threads that look up names. Each lookup needs two threads. A lookup that hangs occupies its threads
    // even after its call has ended. If the limit were low, a few such lookups would block all others.
    moya_curl_multi_set_lookups(multi, 2 * max(10, maxConnections))
  }

  /// Sets the limit for connections. Unlike MAXCONNECTS, this limit includes connections that libcurl has abandoned and
  /// that their server has not closed yet.
  func limitConnections(_ most: Int) {
    moya_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, most)
  }

  /// Makes libcurl report each socket and timer that it waits for. libcurl reports to this reactor, the part of the
  /// loop that drives libcurl. The reactor must outlive this object.
  func report(to reactor: Reactor) {
    if isAsked { return }
    moya_curl_multi_set_socket_function(multi, wantSocket)
    moya_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, reactor.address)
    moya_curl_multi_set_timer_function(multi, wantTimer)
    moya_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, reactor.address)
  }

  /// Closes all connections, and waits for the name lookups that were started. Call this only when no
  /// transfer runs.
  func destroy() { curl_multi_cleanup(multi) }

  func add(_ handle: EasyHandle) throws(TransferError) {
    let code = holdingClock { curl_multi_add_handle(multi, handle.easy) }
    if code == CURLM_OUT_OF_MEMORY { throw TransferError(.memory, "there is no memory for a request") }
    if code != CURLM_OK { throw TransferError(.other, "libcurl took no request (multi code \(code.rawValue))") }
    if isAsked { deadline = 0 }
  }

  /// Closes idle connections, as far as this libcurl can.
  func closeIdle() { moya_curl_multi_close_idle(multi) }

  func remove(_ handle: EasyHandle) { holdingClock { _ = curl_multi_remove_handle(multi, handle.easy) } }

  /// Returns a handle whose transfer has ended, with the result, and removes the handle from libcurl. The transfer
  /// holds the reference to the handle.
  func takeEnded() -> (Unmanaged<EasyHandle>, CURLcode)? {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result
      var context: UnsafeMutableRawPointer?
      moya_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      holdingClock { _ = curl_multi_remove_handle(multi, easy) }
      return (.fromOpaque(context), code)
    }
    return nil
  }

  /// Reports an event on a socket, as `CURL_CSELECT_…`, to libcurl. Returns how many transfers run.
  @discardableResult
  func act(on socket: Int32, _ action: Int32) -> Int32 {
    calls &+= 1
    flooded = nil
    var running: Int32 = 0
    let code = holdingClock { curl_multi_socket_action(multi, socket, action, &running) }
    if code == CURLM_OUT_OF_MEMORY { reportLater() }
    return running
  }

  private func reportLater() {
    lacksReports = true
    deadline = min(deadline, latest)
  }

  /// The latest time for the next call of libcurl.
  private var latest: UInt64 {
    lacksReports ? MonotonicClock.now() &+ MultiHandle.patience : ItemTable.never
  }

  /// Makes libcurl run all transfers and report their sockets. Returns how many transfers run.
  private func reportAgain() -> Int32 {
    calls &+= 1
    flooded = nil
    var running: Int32 = 0
    lacksReports = false
    if holdingClock({ moya_curl_multi_socket_all(multi, &running) }) == CURLM_OUT_OF_MEMORY { reportLater() }
    return running
  }

  /// Runs a call of libcurl that does not wait. During the call, only the first reading of the clock is real. Later
  /// readings on this thread return the same time (CClock).
  private func holdingClock<Result>(_ body: () -> Result) -> Result {
    moya_clock_hold()
    defer { moya_clock_release() }
    return body()
  }

  /// Sets the time at which libcurl wants to be called. If `milliseconds` is negative, there is no timer.
  func setTimer(milliseconds: Int, at now: UInt64) {
    deadline = milliseconds < 0 ? ItemTable.never : now &+ UInt64(milliseconds) &* 1000
    deadlineWasSet = true
    if lacksReports { deadline = min(deadline, latest) }
  }

  func runTimer(at now: UInt64) {
    guard deadline <= now else { return }
    deadline = ItemTable.never
    deadlineWasSet = false
    let running = lacksReports ? reportAgain() : act(on: CURL_SOCKET_TIMEOUT, 0)
    if running == 0 || deadlineWasSet || isAsked { return }
    // libcurl reports a timer only if it differs from the last one. If the loop's timer fired slightly early, libcurl
    // does not report it again. So the loop asks libcurl for the timer here.
    var left = -1
    curl_multi_timeout(multi, &left)
    if left >= 0 { setTimer(milliseconds: max(1, left), at: now) }
  }

  // MARK: Asking libcurl

  /// Returns the descriptors that libcurl waits for, for poll(2).
  func descriptors() -> ArraySlice<pollfd> {
    var count = Int(moya_curl_multi_descriptors(multi, &answer, UInt32(answer.count)))
    if count > answer.count {
      answer = [pollfd](repeating: pollfd(), count: count)
      count = Int(moya_curl_multi_descriptors(multi, &answer, UInt32(count)))
    }
    return answer[..<min(max(0, count), answer.count)]
  }

  /// Returns the milliseconds until libcurl wants to be called without an event; −1 if there is no such time. Call this
  /// after `descriptors`, which can change the time: it may find data of a connection that was read but not handled.
  func timeLeft(at now: UInt64) -> Int32 {
    var left = -1
    curl_multi_timeout(multi, &left)
    setTimer(milliseconds: left, at: now)
    return Int32(clamping: left)
  }

  /// Runs all transfers, and libcurl's work that belongs to no transfer.
  func perform() {
    calls &+= 1
    flooded = nil
    deadline = latest
    var running: Int32 = 0
    holdingClock { _ = curl_multi_perform(multi, &running) }
  }

  /// Runs one transfer, which must not be paused, and the work of libcurl that is due. Unlike `perform`, it does not
  /// read the eventfd of curl_multi_wakeup, which saves a system call. Returns how many transfers still run.
  @discardableResult
  func run(_ handle: EasyHandle) -> Int32 {
    handle.resume(receiving: true, sending: true)
    deadline = latest
    return act(on: CURL_SOCKET_TIMEOUT, 0)
  }
}
