import CCurl
import FoundationEssentials
import MoyaHTTP

/// One request on its way: in line, running, at a next hop after a redirect, ended. Touched by the pumping thread only.
final class Transfer: LoopItem, @unchecked Sendable {
  enum Phase {
    case waiting
    case connecting
    /// The request is being sent or the answer received.
    case exchanging
  }

  private(set) var request: URLRequest
  let options: TransferOptions
  var observer: (any TransferObserver)?
  /// The credential, as long as the request goes to the origin that it was given for.
  private(set) var credential: URLCredential?
  /// Does the URL name a user? Set with `host`.
  var hasUserInformation = false
  private(set) var body = OutgoingBody.none

  unowned(unsafe) var reactor: Reactor?
  var host: RequestQueue<Transfer>.Host?
  var handle: EasyHandle?

  private(set) var phase = Phase.waiting
  private let submitted: UInt64
  private var phaseStart: UInt64 = 0
  private var lastActivity: UInt64 = 0
  private var firstAnswer: UInt64 = 0
  private var uploaded: Int64 = 0
  private var hops: UInt32 = 0
  /// Times that this hop's request went out without any answer coming back.
  private var unansweredSends = 0

  private var head: HeaderCollector
  private var sink: ResponseSink
  /// What this side found wrong; goes before libcurl's word for it.
  private var failure: TransferError?

  init(
    loop: Loop, request: URLRequest, options: TransferOptions, observer: any TransferObserver, headerLimit: Int
  ) {
    self.request = request
    self.options = options
    self.observer = observer
    credential = options.credential
    submitted = MonotonicClock.now()
    head = HeaderCollector(limit: headerLimit)
    sink = ResponseSink(options)
    super.init(loop: loop)
  }

  /// Bytes received for this hop so far.
  var answered: Int64 { Int64(head.size) + sink.received }

  var origin: Origin { host?.origin ?? Origin(urlText: request.urlText) }

  private var now: UInt64 { reactor?.now ?? submitted }

  // MARK: Life

  /// Opens the body. Throws when the request cannot be sent at all.
  func begin() throws(TransferError) {
    // First of all: it runs from now on, and its end gives its place in line to the next.
    phase = .connecting
    body = try OutgoingBody(request.body)
    phaseStart = now
    lastActivity = now
    unansweredSends = 0
    uploaded = 0
    failure = nil
  }

  /// Its hop has ended, whatever the outcome: the answer, an error, or the next hop's request.
  enum Outcome {
    case finished(Result<TransferResponse, TransferError>)
    case redirected
  }

  func end(_ code: CURLcode, _ handle: EasyHandle) -> Outcome {
    let text = origin.hostAndPort
    if let failure { return .finished(.failure(complete(failure))) }
    if code != CURLE_OK {
      let seen = CurlFailure.Seen(
        headStarted: head.hasStarted, headComplete: head.isComplete, received: sink.received,
        announced: head.contentLength, connected: phase == .exchanging,
        proxyStatus: handle.long(CURLINFO_HTTP_CONNECTCODE))
      return .finished(.failure(complete(CurlFailure.error(code, seen, text, handle.detail))))
    }
    do throws(TransferError) {
      guard head.isComplete else { throw Violation.error(text, "its header section was cut off") }
      if !hasNoBody, !head.isChunked, head.contentLength >= 0, sink.received < head.contentLength {
        throw Violation.incomplete(text, sink.received, head.contentLength)
      }
      if try follow(handle) { return .redirected }
      return .finished(.success(try response(handle)))
    } catch {
      return .finished(.failure(complete(error)))
    }
  }

  /// Ends a transfer that was stopped or that ran out of time. Only its error is left to make.
  func abandoned(_ error: TransferError) -> TransferError { complete(error) }

  private func response(_ handle: EasyHandle) throws(TransferError) -> TransferResponse {
    let (content, path) = try sink.finish(origin.hostAndPort)
    if options.wantsProgress { finishProgress() }
    var result = TransferResponse(response: headResponse(), content: content)
    result.downloadedPath = path
    if options.wantsMetrics { result.metrics = metrics(handle) }
    return result
  }

  private func headResponse() -> HTTPURLResponse {
    HTTPURLResponse(urlText: request.urlText, statusCode: head.statusCode, block: head.takeBlock())
  }

  private func complete(_ error: TransferError) -> TransferError {
    var error = error
    if head.isComplete {
      error.response = headResponse()
      error.partialBody = sink.partial
    }
    sink.discard()
    return error
  }

  private func metrics(_ handle: EasyHandle) -> TransferMetrics {
    var metrics = TransferMetrics()
    metrics.nameLookup = handle.offset(CURLINFO_NAMELOOKUP_TIME_T)
    metrics.connect = handle.offset(CURLINFO_CONNECT_TIME_T)
    metrics.tlsHandshake = handle.offset(CURLINFO_APPCONNECT_TIME_T)
    // libcurl's own stops at the first byte of either direction, which for an upload is no answer.
    metrics.firstByte = Int64(clamping: firstAnswer &- submitted)
    metrics.total = Int64(clamping: now &- submitted)
    metrics.redirectCount = Int32(clamping: hops)
    metrics.reusedConnection = handle.long(CURLINFO_NUM_CONNECTS) == 0
    return metrics
  }

  // MARK: Redirects

  private func follow(_ handle: EasyHandle) throws(TransferError) -> Bool {
    guard options.maximumRedirects > 0, Redirect.isOne(head.statusCode) else { return false }
    guard let target = handle.text(CURLINFO_REDIRECT_URL) else { return false }
    let origin = origin
    let next = try Redirect.next(
      request, status: head.statusCode, target: target, from: origin, secrets: options.originBoundHeaders)
    if hops >= options.maximumRedirects {
      throw TransferError(.redirect, "\(origin.hostAndPort) redirected more than \(options.maximumRedirects) times")
    }
    if next.keepsBody, case .stream(let reader) = body, !reader.rewind() {
      throw TransferError(.body, "\(origin.hostAndPort) redirected, but the request's body stream cannot be sent again")
    }
    hops += 1
    request = next.request
    if next.origin != origin { credential = nil }
    phase = .waiting
    head = HeaderCollector(limit: reactor?.configuration.maximumHeaderSize ?? 0)
    sink = ResponseSink(options)
    return true
  }

  // MARK: Time

  override var deadline: UInt64 {
    var deadline = TimerTable.never
    if options.totalTimeout > 0 { deadline = submitted &+ UInt64(options.totalTimeout) &* 1000 }
    switch phase {
    case .waiting: return deadline
    case .connecting: return min(deadline, phaseStart &+ UInt64(options.connectTimeout) &* 1000)
    case .exchanging: return min(deadline, lastActivity &+ UInt64(options.idleTimeout) &* 1000)
    }
  }

  /// What ran out, when something did.
  func timeout(at now: UInt64) -> TransferError? {
    if phase == .exchanging, let handle {
      let sent = handle.offset(CURLINFO_SIZE_UPLOAD_T)
      if sent != uploaded {
        uploaded = sent
        lastActivity = now
      }
    }
    guard deadline <= now else { return nil }
    let text = origin.hostAndPort
    if options.totalTimeout > 0, submitted &+ UInt64(options.totalTimeout) &* 1000 <= now {
      return TransferError(.totalTimeout, "\(text) did not finish its answer within \(options.totalTimeout) ms")
    }
    return phase == .connecting
      ? TransferError(.connectTimeout, "no connection to \(text) within \(options.connectTimeout) ms")
      : TransferError(.idleTimeout, "\(text) sent and took nothing for \(options.idleTimeout) ms")
  }

  // MARK: Called by libcurl

  /// The connection is there and the request about to go out. False: it must not.
  func connectionReady() -> Bool {
    phase = .exchanging
    lastActivity = now
    reactor?.arm(self)
    // libcurl sends a request again, unasked, when a kept connection turns out to be dead. For one that changes
    // something that could be twice, and for any other once is enough.
    unansweredSends += 1
    if unansweredSends == 1 || (unansweredSends == 2 && RequestPlan.isIdempotent(request.httpMethod ?? "GET")) {
      return true
    }
    failure = TransferError(.network, "\(origin.hostAndPort) closed the connection without an answer")
    return false
  }

  func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    lastActivity = now
    if !head.hasStarted { firstAnswer = lastActivity }
    unansweredSends = 0
    switch head.receive(line) {
    case .more: return true
    case .complete: return beginBody()
    case .violation(let reason): return fail(Violation.error(origin.hostAndPort, reason))
    case .tooLarge: return fail(TransferError(.tooLarge, "\(origin.hostAndPort) sent too large a header section"))
    }
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastActivity = now
    if let error = sink.receive(bytes, origin.hostAndPort) { return fail(error) }
    if options.wantsProgress, !options.progressIsUpload { reportDownload() }
    return true
  }

  func sendBody(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard case .stream(let reader) = body else { return 0 }
    do {
      lastActivity = now
      return try reader.read(into: room)
    } catch {
      _ = fail(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  func rewindBody() -> Bool {
    guard case .stream(let reader) = body else { return true }
    return reader.rewind() || fail(TransferError(.body, "the request's body stream cannot be sent again"))
  }

  // MARK: Progress

  private var reported: Int64 = -1

  func reportUpload(_ sent: Int64) {
    guard sent != reported, sent > 0 else { return }
    lastActivity = now
    reported = sent
    observer?.transferDidProgress(TransferProgress(completedUnitCount: sent, totalUnitCount: body.length))
  }

  private func reportDownload() {
    guard sink.received != reported, !isRedirect else { return }
    reported = sink.received
    observer?.transferDidProgress(
      TransferProgress(completedUnitCount: sink.received, totalUnitCount: head.contentLength))
  }

  /// The last report says that everything has moved, also when libcurl saw no reason to say so.
  private func finishProgress() {
    if options.progressIsUpload { reportUpload(body.length) } else if sink.received > 0 { reportDownload() }
  }

  // MARK: Helpers

  private var hasNoBody: Bool {
    head.statusCode == 204 || head.statusCode == 304 || request.httpMethod == "HEAD"
  }

  private var isRedirect: Bool { options.maximumRedirects > 0 && Redirect.isOne(head.statusCode) }

  private func beginBody() -> Bool {
    let coding = hasNoBody ? nil : head.contentEncoding
    let asked = coding == nil ? nil : request.headerFields["Accept-Encoding"] ?? reactor?.configuration.acceptEncoding
    let announced = hasNoBody ? 0 : head.isChunked ? -1 : head.contentLength
    let error = sink.begin(announced: announced, coding: coding, asked: asked, keeps: !isRedirect, origin.hostAndPort)
    return error.map(fail) ?? true
  }

  private func fail(_ error: TransferError) -> Bool {
    if failure == nil { failure = error }
    return false
  }
}
