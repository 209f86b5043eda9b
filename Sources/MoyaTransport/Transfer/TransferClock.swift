import CClock
import CCurl
import MoyaHTTP

/// How far a transfer is, and when it has taken too long. Times are the loop's microseconds.
struct TransferClock {
  enum Phase {
    case waiting
    case connecting
    /// The request is being sent or the answer received.
    case exchanging
  }

  private(set) var phase = Phase.waiting
  let submitted: UInt64
  private(set) var waitingStart: UInt64
  /// The time until which the transfer waits before it gets in line; `never`: it is in line.
  private var pauseEnd = ItemTable.never
  private var connectStart: UInt64 = 0
  private var lastActivity: UInt64 = 0
  private var uploaded: Int64 = 0
  private var nextLook = ItemTable.never
  /// Microseconds between looks at an upload.
  private static let look: UInt64 = 250_000

  // Milliseconds.
  private let connectTimeout: UInt32
  private let idleTimeout: UInt32
  private let totalTimeout: UInt32
  private let callTimeout: UInt32
  /// The total timeout does not count now.
  var isTotalOff = false
  /// The end of the time that the rest of a redirect has.
  private var restEnd = ItemTable.never

  init(_ options: borrowing TransferOptions) {
    submitted = options.submitted ?? MonotonicClock.now()
    waitingStart = submitted
    connectTimeout = options.connectTimeout
    idleTimeout = options.idleTimeout
    totalTimeout = options.totalTimeout
    callTimeout = options.callTimeout > 0 ? options.callTimeout : options.totalTimeout
  }

  mutating func startWaiting(at now: UInt64, pause: UInt64 = 0) {
    phase = .waiting
    isTotalOff = false
    restEnd = ItemTable.never
    waitingStart = now &+ pause
    pauseEnd = pause > 0 ? waitingStart : ItemTable.never
  }

  /// True once when a pause has ended.
  mutating func takePause(at now: UInt64) -> Bool {
    guard phase == .waiting, pauseEnd <= now, now < end else { return false }
    pauseEnd = ItemTable.never
    return true
  }

  /// - Parameter start: from when on it counts; not later than now.
  mutating func startConnecting(from start: UInt64) {
    phase = .connecting
    connectStart = start
    uploaded = 0
  }

  mutating func startExchanging(at now: UInt64) {
    phase = .exchanging
    lastActivity = now
    nextLook = ItemTable.never
  }

  /// Sets the time of the next look at the transfer's upload.
  mutating func lookLater(than now: UInt64) { nextLook = now &+ TransferClock.look }

  /// True once for each `lookLater`, when its time has come.
  mutating func takeLook(at now: UInt64) -> Bool {
    guard phase == .exchanging, nextLook <= now else { return false }
    nextLook = ItemTable.never
    return true
  }

  /// The rest of a redirect has this many microseconds.
  mutating func limitRest(to time: UInt64, at now: UInt64) { restEnd = now &+ time }

  /// True once when the time of a redirect's rest has passed.
  mutating func takeRestEnd(at now: UInt64) -> Bool {
    guard phase == .exchanging, restEnd <= now else { return false }
    restEnd = ItemTable.never
    return true
  }

  /// Notes that bytes were moved.
  mutating func noteActivity(at now: UInt64) { lastActivity = max(lastActivity, now) }

  /// - Parameter sent: bytes of the request's body so far.
  mutating func noteUpload(_ sent: Int64, at now: UInt64) {
    if sent != uploaded { noteActivity(at: now) }
    uploaded = sent
  }

  /// No activity was noted for the time of the idle limit.
  func isQuiet(at now: UInt64) -> Bool {
    phase == .exchanging && lastActivity &+ UInt64(idleTimeout) &* 1000 <= now
  }

  var deadline: UInt64 {
    switch phase {
    case .waiting: min(end, pauseEnd)
    case .connecting: min(end, connectStart &+ UInt64(connectTimeout) &* 1000)
    case .exchanging: min(end, lastActivity &+ UInt64(idleTimeout) &* 1000, min(nextLook, restEnd))
    }
  }

  /// The error when a limit has passed; `nil`: none has.
  /// - Parameter lacksBody: the request's body has nothing to send.
  func timeout(
    at now: UInt64, _ peer: String, _ route: CurlFailure.Route?, lacksBody: Bool = false
  ) -> TransferError? {
    guard deadline <= now else { return nil }
    if end <= now { return TransferError(.totalTimeout, totalMessage(peer, route, lacksBody)) }
    if phase == .exchanging {
      return TransferError(.idleTimeout, "\(peer) sent and took nothing for \(idleTimeout) ms")
    }
    guard let route, let proxy = route.proxy, route.tunnel == .asked || route.proxyStatus == 0 else {
      return TransferError(.connectTimeout, "no connection to \(peer) within \(connectTimeout) ms")
    }
    if route.proxyStatus == 0 {
      return TransferError(
        .connectTimeout, "the proxy \(proxy) made no connection to \(peer) within \(connectTimeout) ms")
    }
    return TransferError(.proxy, "the proxy \(proxy) did not end its answer to CONNECT within \(connectTimeout) ms")
  }

  /// The message of an expired total timeout, by the phase in which it expired.
  private func totalMessage(_ peer: String, _ route: CurlFailure.Route?, _ lacksBody: Bool) -> String {
    switch phase {
    case .waiting where pauseEnd != ItemTable.never:
      let limit = "the total timeout of \(callTimeout) ms"
      return "\(peer) did not answer the request, however often it was sent, within \(limit)"
    case .waiting: return "timed out after \(callTimeout) ms while waiting for a connection to \(peer)"
    case .connecting:
      let way = route?.proxy.map { " through the proxy \($0)" } ?? ""
      return "timed out after \(callTimeout) ms while connecting to \(peer)\(way)"
    case .exchanging where lacksBody:
      return "the request's body had nothing to send to \(peer) when the total timeout of \(callTimeout) ms passed"
    case .exchanging: return "\(peer) did not finish its answer within the total timeout of \(callTimeout) ms"
    }
  }

  /// The end of the total timeout, which counts the wait in line too.
  private var end: UInt64 {
    totalTimeout > 0 && !isTotalOff ? submitted &+ UInt64(totalTimeout) &* 1000 : ItemTable.never
  }
}

// MARK: - Limits of time

/// When a transfer has taken too long.
extension Transfer {
  /// The error when a limit has passed; `nil`: none has.
  func timeout(at now: UInt64) -> TransferError? {
    if incoming.isPaused || lacksBody { clock.noteActivity(at: now) }
    if clock.takePause(at: now) { withReactor { $0.enqueue(self) } }
    if clock.takeLook(at: now) { lookAtUpload(at: now) }
    if clock.takeRestEnd(at: now) { dropRest() }
    if clock.isQuiet(at: now) { noteSocketActivity(at: now) }
    guard clock.deadline <= now else { return nil }
    return clock.timeout(at: now, origin.hostAndPort, handle?.route, lacksBody: lacksBody)
  }

  /// The default total timeout of a call whose body is taken as it comes counts until the final response has its head, and
  /// whenever the request's body has nothing to send: nobody may be there to resume it.
  func settleTotal() {
    guard options.totalEndsWithHead, incoming.isHeadComplete else { return }
    clock.isTotalOff = !lacksBody && !incoming.isRedirect && !isChallenged
    withReactor { $0.table.arm(self) }
  }

  /// libcurl calls back for whole header lines and for pieces of a body only. With HTTP/1 the kernel knows better when
  /// the last byte came or left. With HTTP/2 it cannot tell one stream from another; but when some of this stream's
  /// body has left, that was no later than the last byte of the whole connection.
  private func noteSocketActivity(at now: UInt64) {
    guard let handle else { return }
    let quiet = connection.flatMap { label in withReactor { $0.poller.connection(label)?.quiet } }
    let last = now &- min(quiet ?? 0, now)
    if quiet == nil || isHTTP2 {
      clock.noteUpload(handle.offset(CURLINFO_SIZE_UPLOAD_T), at: last)
    } else {
      clock.noteActivity(at: last)
    }
  }

  /// libcurl 8.21 can forget to send large bodies that share a connection of HTTP/2 on which requests were refused: the
  /// window is open, and it waits for something to arrive (`curl_multi_perform` would go on, `curl_multi_socket_action`
  /// does not). Running them once more is enough.
  private func lookAtUpload(at now: UInt64) {
    guard incoming.count == 0 else { return }
    clock.lookLater(than: now)
    if let connection { withReactor { $0.runAgain(on: connection) } }
  }
}

// MARK: - Progress

/// How far a transfer is, as its observer is told, and whether libcurl gets anywhere with it.
extension Transfer {
  var reportsUpload: Bool { options.wantsProgress && body.length != 0 }

  /// libcurl has run the transfer once more. False: libcurl must end it, or this call of libcurl would not return.
  func goesOn(sent: Int64) -> Bool {
    if isConnecting { return rounds.addByte() }
    if reportsUpload { reportUpload(sent) }
    return withReactor { reactor in
      if connection == nil || reactor.multi.flooded != connection {
        if rounds.add(to: reactor.multi.calls) { return true }
        // Shut down now: otherwise each other stream of the connection would be kept in this loop as long.
        reactor.multi.flooded = connection
        if let connection { reactor.poller.shutDown(connection) }
      }
      return fail(Violation("it sends without end, and no answer").error(origin.hostAndPort))
    }
  }

  /// - Parameter sent: with the framing of chunks, where the body is sent in those.
  private func reportUpload(_ sent: Int64) {
    let sent = body.length < 0 ? body.count : sent
    guard sent != reported.up, sent > 0 else { return }
    clock.noteActivity(at: now)
    reported.up = sent
    observer?.transferDidProgress(
      TransferProgress(completedUnitCount: sent, totalUnitCount: body.length, direction: .upload))
    moya_clock_refresh()
  }

  func reportDownload(_ progress: TransferProgress) {
    guard progress.completedUnitCount != reported.down, progress.completedUnitCount > 0 else { return }
    reported.down = progress.completedUnitCount
    observer?.transferDidProgress(progress)
  }

  /// Makes the last report say that everything was moved, even where libcurl made no such report.
  func finishProgress(_ progress: TransferProgress) {
    if reportsUpload { reportUpload(body.length) }
    reportDownload(progress)
  }
}
