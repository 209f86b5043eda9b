import CClock
import CCurl
import FoundationEssentials
import MoyaHTTP
import Synchronization

/// One request on its way: in line, running, at a next hop after a redirect, ended.
///
/// Unchecked: touched by the pumping thread only.
final class Transfer: LoopItem, Resumable, BytesCounter, @unchecked Sendable {
  private(set) var request: URLRequest
  let options: TransferOptions
  /// `nil`: it connects as its loop says.
  let overrides: Overrides?
  var observer: (any TransferObserver)?
  /// The credential, as long as the request goes to the origin that it was given for.
  private(set) var credential: URLCredential?
  /// Does the URL name a user? Set with `host`.
  var hasUserInformation = false
  private(set) var body = OutgoingBody.none

  /// Not retained: the loop, which the transfer holds, keeps it.
  private let reactor: Unmanaged<Reactor>
  var host: RequestQueue<Transfer>.Host?
  var handle: EasyHandle?

  var clock: TransferClock
  /// The connection that its request went out on, at this hop or the one before; `nil`: libcurl does not say.
  var connection: ConnectionLabel?
  private var firstAnswer: UInt64 = 0
  /// The redirects that were followed.
  private(set) var redirects: [TransferMetrics.Redirection] = []
  /// A connection was opened for this hop.
  private var hasConnected = false
  /// No request has gone out yet on the connection that was opened for this hop last.
  private var isConnectionNew = false
  /// Times that this hop's request went out without any answer coming back.
  private(set) var unansweredSends = 0
  /// libcurl wanted to send the request once more, and was not allowed to.
  private(set) var isHeldBack = false
  /// What the connection speaks on which the request is out; `nil`: the request is not out.
  var version: HTTPVersion?
  var isHTTP2: Bool { version == .http2 }
  /// There is no connection, or no longer one, on which the request could go out.
  private(set) var isConnecting = false
  /// TLS handshakes begun for the connection, with a proxy or with the origin.
  private(set) var handshakes = 0
  var rounds = Rounds()
  /// Bytes of the request's body, and of the response's, that the observer was told of.
  var reported: (up: Int64, down: Int64) = (-1, -1)
  /// What the guard has refused to connect to; `nil`: nothing.
  private var refusedAddress: AddressKind?

  private var hasMadeRoom = false

  var resends = Resends()

  /// For other threads: bytes of body of this hop.
  let sent = Atomic<Int64>(0)
  private let received = Atomic<Int64>(0)
  var bytes: (sent: Int64, received: Int64) { (sent.load(ordering: .relaxed), received.load(ordering: .relaxed)) }

  var incoming: Incoming
  /// The request goes out again: changed, since its response is of no use, as with a range that the server did not honour;
  /// or as it is, over a new connection.
  private(set) var asksAgain = false
  /// The request gets a connection that no other has used: the kept one that it went out on had ended.
  private(set) var needsNewConnection = false
  /// The request was about to go out on a kept connection where something had arrived.
  private var hasLeftConnection = false
  /// The observer has not seen the head yet, because libcurl may be about to answer a challenge: it then gives no body.
  private(set) var owesHead = false
  /// The answer of a server that reset the connection while the body was sent.
  var unread: UnreadAnswer?
  /// The transfer is in `Reactor.paused`, in line for another share of a turn.
  var isInLine = false
  /// libcurl was told to pause the transfer.
  var isHeld = false
  /// The request's body had nothing to send yet: libcurl asks for more when the transfer is resumed.
  var lacksBody = false
  /// What was submitted to the loop while libcurl ran comes before the next read of the request's body.
  var givesWay = false
  /// libcurl's result, kept until the rest of the answer is decoded.
  var heldCode: CURLcode?
  /// The fault that this side found: in the request, which is not sent then, or in the answer. It takes precedence over
  /// libcurl's code.
  @Boxed private(set) var failure: TransferError? = nil

  init(
    loop: Loop, request: consuming URLRequest, options: consuming TransferOptions, observer: any TransferObserver
  ) {
    do throws(TransferError) { try RequestRules.check(request) } catch { failure = error }
    self.request = consume request
    self.observer = observer
    credential = options.credential
    clock = TransferClock(options)
    incoming = Incoming(options, headerLimit: loop.configuration.maximumHeaderSize)
    overrides = options.overrides.flatMap { $0 as? Overrides }
    self.options = consume options
    reactor = .passUnretained(loop.reactor)
    super.init(loop: loop)
  }

  /// Bytes received for this hop so far.
  var answered: Int64 { incoming.count }

  /// The transfer ended within the header section. libcurl 8.21 then remembers in the handle that a folded line had
  /// begun, and puts a space before the next answer.
  var endedInHead: Bool { clock.phase == .exchanging && !incoming.isHeadComplete }

  var origin: Origin { host?.origin ?? Origin(urlText: request.urlText) }

  /// The origin, as messages name it.
  var peer: String { origin.hostAndPort }

  var now: UInt64 { withReactor { $0.now } }

  func withReactor<Result>(_ body: (Reactor) -> Result) -> Result { reactor._withUnsafeGuaranteedRef(body) }

  // MARK: Life

  /// Opens the body, and the file of a download that may go on. Throws when the request cannot be sent at all.
  func begin() throws(TransferError) {
    // First of all: the transfer counts as running from now on, also if the lines below throw, so that its end gives
    // its place to the next.
    clock.startConnecting(from: host?.waitedInVain(since: clock.waitingStart) ?? now)
    body = try OutgoingBody(request.body)
    if redirects.isEmpty, incoming.partial == nil, options.partialDownloadPath != nil {
      incoming.partial = try PartialDownload(options, request)
    }
    incoming.partial?.ask(&request)
    unansweredSends = 0
    isHeldBack = false
    lacksBody = false
    givesWay = false
    refusedAddress = nil
    connectionBegins()
    (hasConnected, isConnectionNew) = (false, false)
    failure = nil
    if resends.count == 0, let host { resends = Resends(answers: host.answers) }
  }

  /// What the end of a hop leads to: the answer, an error, or the next request.
  enum Outcome {
    case finished(Result<TransferResponse, TransferError>)
    case again
    /// After a pause.
    case later
  }

  func end(_ code: CURLcode, _ handle: EasyHandle) -> Outcome {
    // An answer may be whole before the request is (RFC 9113 §8.1), and then the rest of that cannot be sent.
    let isAnswered = code == CURLE_SEND_ERROR && (isHTTP2 && incoming.isWhole || receiveUnread())
    let code = isAnswered ? CURLE_OK : code
    if asksAgain {
      startAgain()
      return .again
    }
    if code != CURLE_OK, let pause = pauseBeforeResend(code, handle) {
      startAgain(after: pause)
      return pause == 0 ? .again : .later
    }
    if let failure { return .finished(.failure(abandoned(failure))) }
    if code == CURLE_COULDNT_CONNECT, let refusedAddress {
      return .finished(.failure(abandoned(refused(refusedAddress))))
    }
    if incoming.count == 0, code != CURLE_OK, let number = shortage(code) {
      if makesRoom() { return .again }
      return .finished(.failure(abandoned(TransferError(system: "no connection to \(peer)", errno: number))))
    }
    if code != CURLE_OK { return .finished(.failure(abandoned(error(code, handle)))) }
    do throws(TransferError) {
      try incoming.verify(of: self)
      if owesHead { showHead() }
      if try follow() { return .again }
      return .finished(.success(try response(handle)))
    } catch {
      return .finished(.failure(abandoned(error)))
    }
  }

  private func refused(_ address: AddressKind) -> TransferError {
    TransferError(.address, "the address of \(peer) is refused: it is \(address.rawValue)")
  }

  private func shortage(_ code: CURLcode) -> Int32? {
    withReactor {
      Shortage.number(code, refused: $0.refusal, caFile: $0.configuration.caFile)
    }
  }

  func error(_ code: CURLcode, _ handle: EasyHandle) -> TransferError {
    incoming.failure(code, handle, peer, isSent: clock.phase == .exchanging).error
  }

  /// Closes the connections that are kept for later, once, and tries again with their descriptors.
  private func makesRoom() -> Bool {
    if hasMadeRoom { return false }
    hasMadeRoom = true
    withReactor { reactor in
      reactor.closeIdle()
      reactor.relief?()
    }
    startAgain()
    return true
  }

  /// The error of a transfer that has failed, was stopped or ran out of time.
  func abandoned(_ error: TransferError) -> TransferError { incoming.abandon(error, urlText: request.urlText) }

  private func response(_ handle: EasyHandle) throws(TransferError) -> TransferResponse {
    let progress = incoming.progress
    let response = try incoming.response(of: self, record(handle))
    if options.wantsProgress { finishProgress(progress) }
    return response
  }

  private func record(_ handle: EasyHandle) -> TransferRecord {
    let isPlain = !hasConnected && redirects.isEmpty
    // `now` is that of the turn: a call that was made within it is younger.
    let first = max(firstAnswer, clock.submitted)
    return TransferRecord(
      // libcurl's own stops at the first byte of either direction, which for an upload is no answer.
      firstByte: first &- clock.submitted, total: max(now, first) &- clock.submitted,
      bytesSent: body.sentCount, bytesReceived: incoming.bodyCount,
      version: incoming.version.text, peer: handle.peer, trailers: incoming.trailers,
      rare: isPlain
        ? nil : TransferRecord.Rare(connecting: hasConnected ? handle.connectTimes : nil, redirects: redirects))
  }

  private func follow() throws(TransferError) -> Bool {
    guard incoming.isRedirect else { return false }
    let origin = origin
    let next = try Redirect.next(
      request, status: incoming.statusCode, location: incoming.location, from: origin,
      secrets: options.originBoundHeaders, strictHosts: loop.configuration.strictHosts)
    if redirects.count >= options.maximumRedirects {
      throw TransferError(.redirect, "\(peer) redirected more than \(options.maximumRedirects) times")
    }
    if next.keepsBody, !rewind() {
      throw TransferError(.body, "\(peer) redirected, but the request's body stream cannot be sent again")
    }
    redirects.append(.init(statusCode: incoming.statusCode, urlText: request.urlText))
    resends = Resends()
    (needsNewConnection, hasLeftConnection) = (false, false)
    request = next.request
    if next.origin != origin { credential = nil }
    startAgain()
    return true
  }

  /// Whether the request's body can be read from its start again.
  func rewind() -> Bool {
    if case .stream(let reader) = body { return reader.rewind() }
    return true
  }

  /// Gets in line once more, after so many microseconds.
  private func startAgain(after pause: UInt64 = 0) {
    asksAgain = false
    clock.startWaiting(at: now, pause: pause)
    incoming = Incoming(
      options, headerLimit: loop.configuration.maximumHeaderSize, partial: incoming.partial)
  }

  /// Before anything is sent, and before the origin is asked for: a host that wants TLS gets no request without it.
  func upgrade() {
    let url = Redirect.upgraded(request.urlText, loop.configuration.strictHosts)
    if url != request.urlText { request.urlText = url }
  }

  // MARK: Time

  var isWaiting: Bool { clock.phase == .waiting }

  override var deadline: UInt64 { clock.deadline }

  // MARK: Called by libcurl

  /// A connection is to be made for it.
  func connectionBegins() {
    isConnecting = true
    handshakes = 0
    rounds = Rounds()
  }

  /// A socket was opened for it.
  func connectionOpens() {
    connectionBegins()
    (hasConnected, isConnectionNew) = (true, true)
  }

  /// The session's guard lets no connection be made to this address.
  func refuses(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    if loop.configuration.addresses == nil, overrides == nil { return false }
    let start = UnsafeRawPointer(address) + (MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
    let refusal = refusal(
      of: start.assumingMemoryBound(to: sockaddr.self), size: Int(address.pointee.addrlen))
    if let refusal { refusedAddress = refusal }
    return refusal != nil
  }

  /// The connection is open and the request about to go out. False: it must not go out.
  func connectionReady(ownPort: Int32) -> Bool {
    guard let handle else { return false }
    let connection = withReactor { $0.connection(of: handle, ownPort: ownPort) }
    // libcurl calls a second time when it has given up the first connection.
    if let last = connectionInUse, let connection, last != connection { withReactor { $0.noteAbandoned(last) } }
    self.connection = connection
    let isKept = !exchange(&isConnectionNew, with: false)
    isConnecting = false
    sent.store(body.sentCount, ordering: .relaxed)
    clock.startExchanging(at: now)
    unread = nil
    let mayRepeat = unansweredSends > 0 && wasRefused
    noteVersion()
    if isKept, Library.reusesDisturbedConnections, withReactor({ $0.isDisturbed(connection, isShared: isHTTP2) }) {
      return takeAnotherConnection()
    }
    withReactor { $0.connected(self) }
    handle.forgetFailure()
    if isHTTP2, handle.headSize > RequestPlan.largestHTTP2Head {
      return fail(
        TransferError(.invalidRequest, "URL and header section are larger than 64 KB, which is too large for HTTP/2"))
    }
    if let refusal = refusesConnection { return fail(refused(refusal)) }
    if isHTTP2Required, !isHTTP2 {
      return fail(
        TransferError(.protocolViolation, "\(peer) does not speak HTTP/2 over TLS, which is asked for"))
    }
    if mayRepeat { return true }
    // libcurl sends a request again, unasked, when a kept connection turns out to be dead. One that changes something
    // could then take effect twice: it is not repeated. Any other is repeated once.
    unansweredSends += 1
    if unansweredSends == 1 { return true }
    let mayBeSentTwice = resends.count == 0 && RequestPlan.isIdempotent(request.httpMethod ?? "GET")
    if unansweredSends == 2, mayBeSentTwice {
      // Another kept connection may have ended as that one has, so that the request would be lost a second time.
      if isHTTP2 || hasConnected || needsNewConnection || !rewind() { return true }
      (needsNewConnection, asksAgain) = (true, true)
      return false
    }
    isHeldBack = true
    failure = TransferError(.network, "\(peer) closed the connection without an answer")
    return false
  }

  /// The kept connection that libcurl has chosen is of no use any more: it is closed, and the request goes out on another
  /// one, the second time on a new one.
  private func takeAnotherConnection() -> Bool {
    handle?.forbidReuse()
    needsNewConnection = exchange(&hasLeftConnection, with: true)
    guard rewind() else {
      return fail(TransferError(.network, "\(peer) ended the connection, and the request's body cannot be sent again"))
    }
    asksAgain = true
    return false
  }

  private func noteVersion() {
    guard let handle else { return }
    let wasHTTP2 = isHTTP2
    version = handle.version
    // Also when the request leaves HTTP/2: the second connection may speak something else than the first one.
    if isHTTP2 != wasHTTP2 { withReactor { isHTTP2 ? $0.streams.append(handle) : $0.streams.remove(handle) } }
    if isHTTP2, host?.answersAreSmall == true { handle.holdWindow(true) }
    if isHTTP2, body.length < 0 || body.length > RequestPlan.firstHTTP2Window {
      clock.lookLater(than: now)
      withReactor { $0.table.arm(self) }
    }
  }

  /// libcurl runs the transfer and has not resolved its host's name yet.
  var isLookingUp: Bool { clock.phase == .connecting && handle?.offset(CURLINFO_NAMELOOKUP_TIME_T) == 0 }

  /// The connection that its request went out on, as long as it runs.
  var connectionInUse: ConnectionLabel? { handle != nil && clock.phase == .exchanging ? connection : nil }

  /// The server has not processed the request (RFC 9113 §8.7), so that it may go out again whatever its method. Over
  /// HTTP/2, libcurl has one other reason to send one again: a connection that broke, and then it writes an error text.
  private var wasRefused: Bool { isHTTP2 && handle?.hasFailed == false }

  func handshakeBegins() { handshakes += 1 }

  func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    clock.noteActivity(at: now)
    // The first line of all, or of the answer behind a challenge.
    if incoming.count == 0 || incoming.isHeadComplete && line.hasPrefix("HTTP/") {
      // `now` was read before libcurl ran: on a new connection the handshake may have taken place since.
      firstAnswer = hasConnected ? MonotonicClock.now() : now
      handle?.holdWindow(false)
    }
    // A line without its end is no answer yet: libcurl, which passes it on, would send the request again.
    if line.last == 0x0A { unansweredSends = 0 }
    do throws(Violation) {
      return try incoming.receive(line: line) ? beginBody() : true
    } catch {
      // The rest of a header section can still come; the next request must not wait behind it.
      handle?.forbidReuse()
      return fail(error.error(peer))
    }
  }

  private func beginBody() -> Bool {
    do throws(TransferError) {
      asksAgain = try !incoming.beginBody(of: self, over: version ?? .http11)
      if withReactor({ $0.keepsState }) { keepState() }
      if incoming.endsConnection { handle?.forbidReuse() }
      if asksAgain { return false }
      if options.wantsHead, !incoming.isRedirect {
        owesHead =
          credential != nil && incoming.statusCode == 401
          || loop.configuration.connection.proxyAuthentication != nil && incoming.statusCode == 407
        // Then the length is checked when the observer has chosen where the body goes.
        if owesHead { return true }
        showHead()
      }
      try incoming.checkLength(of: self)
      endIfAnswered()
      return true
    } catch {
      return fail(error)
    }
  }

  private func showHead() {
    owesHead = false
    guard let observer else { return }
    incoming.showHead(observer, urlText: request.urlText)
    moya_clock_refresh()
  }

  /// What became of a piece of the body.
  enum Receipt {
    case taken
    /// Not taken: libcurl is to give the piece again when the transfer goes on.
    case pause
    case failed
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Receipt {
    withReactor { reactor in
      clock.noteActivity(at: now)
      if incoming.isPaused || incoming.isBehind || reactor.share.isSpent {
        reactor.hold(self)
        return .pause
      }
      guard take(bytes, &reactor.share) else { return .failed }
      reactor.share.spend(bytes.count, inCaller: incoming.isObserved)
      received.store(incoming.bodyCount, ordering: .relaxed)
      if incoming.isBehind { reactor.pause(self) }
      endIfAnswered()
      return .taken
    }
  }

  /// False: it has failed.
  func take(_ bytes: UnsafeRawBufferPointer, _ share: inout Share) -> Bool {
    if owesHead { showHead() }
    if let error = incoming.receive(body: bytes, &share, of: self) { return fail(error) }
    if incoming.hasExcess { handle?.forbidReuse() }
    if options.wantsProgress { reportDownload(incoming.progress) }
    return true
  }

  /// Ends the observer's pause, and that of a body which had nothing to send yet.
  func resume() {
    perform {
      if self.isEnded { return }
      self.resumeUpload()
      if !self.incoming.isPaused { return }
      self.incoming.isPaused = false
      self.clock.noteActivity(at: self.now)
      let hasMore = self.isHeld || self.heldCode != nil || self.incoming.isBehind
      if hasMore { self.withReactor { $0.pause(self) } }
    }
  }

  /// Goes on with what was left when a share was spent. Returns why it has failed.
  func goOn(_ share: inout Share) -> TransferError? {
    clock.noteActivity(at: now)
    return incoming.resume(&share, of: self)
  }

  func rewindBody() -> Bool {
    rewind() || fail(TransferError(.body, "the request's body stream cannot be sent again"))
  }

  func fail(_ error: TransferError) -> Bool {
    if failure == nil { failure = error }
    return false
  }
}
