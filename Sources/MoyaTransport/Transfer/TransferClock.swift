import CClock
import CCurl
import MoyaHTTP

/// The phase of a transfer, and its time limits. Times are the loop's microseconds.
struct TransferClock {
  private enum Phase {
    /// The transfer waits. If `isPausing` is true, it enters the queue at `start`. Otherwise it has been in the queue
    /// since `start`, and `nextLook` is the time at which the transfer must look whether it has waited for another
    /// transfer's connection longer than its connect timeout.
    case waiting(start: UInt64, isPausing: Bool, nextLook: UInt64)
    /// The transfer connects. The connect timeout counts from `start`.
    case connecting(start: UInt64)
    /// The request is being sent or the response is being received.
    case exchanging(Exchange)
  }

  private struct Exchange {
    var lastActivity: UInt64 = 0
    /// The bytes of the request's body that were sent at the last check.
    var uploaded: Int64 = 0
    /// The time of the next check of the upload.
    var nextLook = ItemTable.never
    /// The time at which the wait for the rest of an unused body ends.
    var restEnd = ItemTable.never
    /// True if the total timeout is suspended.
    var isTotalOff = false
  }

  private var phase: Phase
  let submitted: UInt64
  /// Microseconds between checks of an upload.
  private static let look: UInt64 = 250_000

  // The timeouts, in milliseconds.
  private let connectTimeout: UInt32
  private let idleTimeout: UInt32
  private let totalTimeout: UInt32
  private let callTimeout: UInt32

  init(_ options: borrowing TransferOptions) {
    submitted = options.submitted ?? MonotonicClock.now()
    connectTimeout = options.connectTimeout
    phase = .waiting(
      start: submitted, isPausing: false, nextLook: submitted &+ UInt64(options.connectTimeout) &* 1000)
    idleTimeout = options.idleTimeout
    totalTimeout = options.totalTimeout
    callTimeout = options.callTimeout > 0 ? options.callTimeout : options.totalTimeout
  }

  /// The time at which the transfer was queued, if it still waits. Otherwise `nil`.
  var waitingStart: UInt64? { if case .waiting(let start, _, _) = phase { start } else { nil } }
  var isConnecting: Bool { if case .connecting = phase { true } else { false } }
  var isExchanging: Bool { exchange != nil }
  private var exchange: Exchange? { if case .exchanging(let exchange) = phase { exchange } else { nil } }

  /// Notes that the loop has taken the transfer. The connect timeout counts from now at the earliest, not from
  /// `submitted`. The program can supply a `Backend` that passes a request on only after some time, and during this
  /// time the request does not wait for a connection yet.
  mutating func arrive(at now: UInt64) { if submitted < now { startWaiting(at: now) } }

  mutating func startWaiting(at now: UInt64, pause: UInt64 = 0) {
    let start = now &+ pause
    phase = .waiting(start: start, isPausing: pause > 0, nextLook: connectEnd(from: start))
  }

  private func connectEnd(from start: UInt64) -> UInt64 { start &+ UInt64(connectTimeout) &* 1000 }

  /// Returns true once, when a pause has ended.
  mutating func takePause(at now: UInt64) -> Bool {
    guard case .waiting(let start, isPausing: true, let nextLook) = phase, start <= now, now < end else { return false }
    phase = .waiting(start: start, isPausing: false, nextLook: nextLook)
    return true
  }

  /// True if the transfer must call `lookAtWait`.
  func isWaitDue(at now: UInt64) -> Bool {
    if case .waiting(_, isPausing: false, let nextLook) = phase { nextLook <= now } else { false }
  }

  /// Checks how long the transfer has waited in the queue for another transfer's connection. If this is longer than the
  /// connect timeout, `timeout` then returns an error. Otherwise sets the time of the next check.
  /// - Parameter opening: The time at which the other transfer began to connect; `nil` if no transfer waits for a
  ///   connection.
  mutating func lookAtWait(at now: UInt64, opening: UInt64?) {
    guard case .waiting(let start, let isPausing, _) = phase else { return }
    // If the wait for a connection begins after this check, it cannot be too long before the next check.
    let begin = opening.map { max(start, $0) } ?? now
    phase = .waiting(start: start, isPausing: isPausing, nextLook: connectEnd(from: begin))
  }

  /// Begins the phase `connecting`.
  /// - Parameter start: The time from which the connect timeout counts. It must not be later than now.
  mutating func startConnecting(from start: UInt64) { phase = .connecting(start: start) }

  mutating func startExchanging(at now: UInt64) {
    var exchange = exchange ?? Exchange()
    exchange.lastActivity = now
    exchange.nextLook = ItemTable.never
    phase = .exchanging(exchange)
  }

  /// Changes the values of the phase `exchanging`. Does nothing in another phase.
  @inline(__always)
  private mutating func change(_ body: (inout Exchange) -> Void) {
    guard var exchange else { return }
    body(&exchange)
    phase = .exchanging(exchange)
  }

  mutating func suspendTotal(_ isOff: Bool) { change { $0.isTotalOff = isOff } }

  /// Sets the time of the next check of the upload.
  mutating func lookLater(than now: UInt64) { change { $0.nextLook = now &+ TransferClock.look } }

  /// Returns true if a check of the upload is due. After that, returns false until `lookLater` is called again.
  mutating func takeLook(at now: UInt64) -> Bool {
    guard let exchange, exchange.nextLook <= now else { return false }
    change { $0.nextLook = ItemTable.never }
    return true
  }

  /// Sets how many microseconds the transfer waits for the rest of an unused body.
  mutating func limitRest(to time: UInt64, at now: UInt64) { change { $0.restEnd = now &+ time } }

  /// Returns true once, when the wait for the rest of an unused body is over.
  mutating func takeRestEnd(at now: UInt64) -> Bool {
    guard let exchange, exchange.restEnd <= now else { return false }
    change { $0.restEnd = ItemTable.never }
    return true
  }

  /// Notes that bytes were sent or received.
  mutating func noteActivity(at now: UInt64) { change { $0.lastActivity = max($0.lastActivity, now) } }

  /// Notes how much of the request's body was sent. If this has changed since the last call, it counts as activity.
  /// - Parameter sent: The bytes of the request's body sent so far.
  mutating func noteUpload(_ sent: Int64, at now: UInt64) {
    if sent != exchange?.uploaded { noteActivity(at: now) }
    change { $0.uploaded = sent }
  }

  /// Returns true if no activity was noted within the idle timeout.
  func isQuiet(at now: UInt64) -> Bool { exchange.map { idleEnd($0) <= now } ?? false }

  private func idleEnd(_ exchange: Exchange) -> UInt64 { exchange.lastActivity &+ UInt64(idleTimeout) &* 1000 }

  var deadline: UInt64 {
    switch phase {
    case .waiting(let start, let isPausing, let nextLook): min(end, isPausing ? start : nextLook)
    case .connecting(let start): min(end, connectEnd(from: start))
    case .exchanging(let exchange): min(end, idleEnd(exchange), min(exchange.nextLook, exchange.restEnd))
    }
  }

  /// Returns an error if a limit has passed, otherwise `nil`.
  /// - Parameter lacksBody: True if the request's body has nothing to send.
  func timeout(at now: UInt64, _ peer: String, _ route: CurlFailure.Route?, lacksBody: Bool = false) -> TransferError? {
    guard deadline <= now else { return nil }
    if end <= now { return TransferError(.totalTimeout, totalMessage(peer, route, lacksBody)) }
    if isExchanging {
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

  /// Returns the message for an expired total timeout. The message depends on the phase.
  private func totalMessage(_ peer: String, _ route: CurlFailure.Route?, _ lacksBody: Bool) -> String {
    switch phase {
    case .waiting(_, isPausing: true, _):
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

  /// The time at which the total timeout expires. The timeout includes the time spent in the queue.
  private var end: UInt64 {
    totalTimeout > 0 && exchange?.isTotalOff != true ? submitted &+ UInt64(totalTimeout) &* 1000 : ItemTable.never
  }
}

// MARK: - Time limits

/// Checks the time limits of a transfer.
extension Transfer {
  /// Returns an error if a limit has passed, otherwise `nil`.
  func timeout(at now: UInt64) -> TransferError? {
    if incoming.isPaused || lacksBody { clock.noteActivity(at: now) }
    if clock.takePause(at: now) { withReactor { $0.enqueue(self) } }
    if clock.isWaitDue(at: now) {
      clock.lookAtWait(at: now, opening: host.lend { $0.openingSince } ?? nil)
    }
    if clock.takeLook(at: now) { lookAtUpload(at: now) }
    if clock.takeRestEnd(at: now) { dropRest() }
    if clock.isQuiet(at: now) { noteSocketActivity(at: now) }
    guard clock.deadline <= now else { return nil }
    return clock.timeout(at: now, origin.hostAndPort, handle?.route, lacksBody: lacksBody)
  }

  /// Suspends or resumes the default total timeout of a stream or a download. This timeout counts until the head of the
  /// final response has arrived. After that it is suspended, except while the request's body has nothing to send,
  /// because the program may never resume such a body.
  func settleTotal() {
    guard options.totalEndsWithHead, incoming.isHeadComplete else { return }
    clock.suspendTotal(!lacksBody && !incoming.isRedirect && !isChallenged)
    withReactor { $0.table.arm(self) }
  }

  /// Asks the kernel when bytes were last sent or received on the connection, because libcurl calls back only for whole
  /// header lines and pieces of a body. Over HTTP/2, the last byte may belong to another stream. So over HTTP/2 the
  /// kernel's time counts only if more of this stream's body was sent since the last check. Even then it may be a
  /// little too late.
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

  /// Runs an upload again that libcurl 8.21 may have forgotten. This happens to a large body on an HTTP/2 connection on
  /// which requests were refused: the flow-control window has room, but libcurl waits for something to arrive. One more
  /// run by `curl_multi_perform` is enough. `curl_multi_socket_action` does not help.
  private func lookAtUpload(at now: UInt64) {
    guard incoming.count == 0 else { return }
    clock.lookLater(than: now)
    if let connection { withReactor { $0.runAgain(on: connection) } }
  }
}

// MARK: - Progress

/// Reports the progress of a transfer to its observer, and detects a transfer that keeps libcurl busy without progress.
extension Transfer {
  var reportsUpload: Bool { options.wantsProgress && body.length != 0 }

  /// Counts a report of progress that libcurl makes about the transfer. Returns false if libcurl must end the transfer,
  /// because the present call of libcurl would otherwise not return.
  func goesOn(sent: Int64) -> Bool {
    if case .connecting = run.link { return run.rounds.addByte() }
    if options.wantsSteps { reportSending(sent) }
    if reportsUpload { reportUpload(sent) }
    return withReactor { reactor in
      if connection == nil || reactor.multi.flooded != connection {
        if run.rounds.add(to: reactor.multi.calls) { return true }
        // Shuts the connection down now. Otherwise libcurl would run as many rounds again for each other stream of the
        // connection.
        reactor.multi.flooded = connection
        if let connection { reactor.poller.shutDown(connection) }
      }
      return fail(Violation("it sends without end, and no answer").error(origin.hostAndPort))
    }
  }

  /// Reports to the observer how much of the request's body was sent.
  /// - Parameter sent: The bytes sent. If the body is sent in chunks, the count includes their framing.
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

  /// Makes the last report say that everything was transferred, even if libcurl made no such report.
  func finishProgress(_ progress: TransferProgress) {
    if reportsUpload { reportUpload(body.length) }
    reportDownload(progress)
  }
}
