import CCurl
import Glibc
import MoyaHTTP
import Synchronization

/// One request on its way: in line, running, at a next hop after a redirect, ended.
///
/// Unchecked: touched by the pumping thread only.
final class Transfer: LoopItem, Waitable, Resumable, BytesCounter, @unchecked Sendable {
  var request: URLRequest
  let options: TransferOptions
  /// `nil`: it connects as its loop says.
  let overrides: Overrides?
  var observer: (any TransferObserver)?
  /// The credential, as long as the request goes to the origin that it was given for.
  var credential: URLCredential?
  /// Does the URL name a user? Set with `host`.
  var hasUserInformation = false
  var body = OutgoingBody.none
  /// The method of this hop is HEAD.
  private(set) var asksForHead = false

  /// Not retained: the loop, which the transfer holds, keeps it.
  private let reactor: Unmanaged<Reactor>
  var host = Held<RequestQueue<Transfer>.Host>()
  var place = -1
  var handle: EasyHandle?

  var clock: TransferClock
  /// The connection that its request went out on, at this hop or the one before; `nil`: libcurl does not say.
  var connection: ConnectionLabel?
  var firstAnswer: UInt64 = 0
  /// The redirects that were followed.
  var redirects: [TransferMetrics.Redirection] = []
  /// A connection was opened for this hop.
  var hasConnected = false
  /// No request has gone out yet on the connection that was opened for this hop last.
  var isConnectionNew = false
  /// Times that this hop's request went out without any answer coming back.
  var unansweredSends = 0
  /// libcurl wanted to send the request once more, and was not allowed to.
  var isHeldBack = false
  /// What the connection speaks on which the request is out; `nil`: the request is not out.
  var version: HTTPVersion?
  var isHTTP2: Bool { version == .http2 }
  /// There is no connection, or no longer one, on which the request could go out.
  var isConnecting = false
  /// TLS handshakes begun for the connection, with a proxy or with the origin.
  var handshakes = 0
  var rounds = Rounds()
  /// Bytes of the request's body, and of the response's, that the observer was told of.
  var reported: (up: Int64, down: Int64) = (-1, -1)
  /// What the guard has refused to connect to; `nil`: nothing.
  var refusedAddress: AddressKind?

  var hasMadeRoom = false

  /// The response is a redirect, whose body is of no use.
  var dropsBody = false
  /// The rest of a redirect was dropped, with its connection or its stream.
  var isCutShort = false

  var resends = Resends()

  /// For other threads: bytes of body of this hop.
  let sent = Atomic<Int64>(0)
  let received = Atomic<Int64>(0)
  var bytes: (sent: Int64, received: Int64) { (sent.load(ordering: .relaxed), received.load(ordering: .relaxed)) }

  var incoming: Incoming
  /// The request goes out again: changed, since its response is of no use, as with a range that the server did not honour;
  /// or as it is, over a new connection.
  var asksAgain = false
  /// The request gets a connection that no other has used: the kept one that it went out on had ended.
  var needsNewConnection = false
  /// The request was about to go out on a kept connection where something had arrived.
  var hasLeftConnection = false
  /// A server has asked for HTTP/1.1 instead of HTTP/2 (RFC 9113 §7).
  var needsHTTP1 = false
  /// The request, which has a body, is sent again: a kept connection of HTTP/2 that it went out on had ended.
  var isSecondUpload = false
  /// So many bytes of TLS had arrived on the connection before the request went out there; `nil`: all of them had been
  /// read, or the response has begun.
  var arrivedBefore: UInt64?
  /// The observer has not seen the head yet, because libcurl may be about to answer a challenge: it then gives no body.
  var owesHead = false
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
  @Boxed var failure: TransferError? = nil

  init(
    loop: consuming Loop, request: consuming URLRequest, options: consuming TransferOptions,
    observer: consuming any TransferObserver
  ) {
    do throws(TransferError) { try RequestRules.check(request) } catch { failure = error }
    self.request = consume request
    self.observer = consume observer
    credential = options.credential
    clock = TransferClock(options)
    incoming = Incoming(options, headerLimit: loop.configuration.maximumHeaderSize)
    overrides = options.overrides.flatMap { $0 as? Overrides }
    self.options = consume options
    reactor = .passUnretained(loop.reactor)
    super.init(loop: consume loop)
  }

  /// Bytes received for this hop so far.
  var answered: Int64 { incoming.count }

  /// The transfer ended within the header section. libcurl 8.21 then remembers in the handle that a folded line had
  /// begun, and puts a space before the next answer.
  var endedInHead: Bool { hasSent && !incoming.isHeadComplete }

  /// Its request went out, at least in part, also if that was on a connection which has died since.
  var hasSent: Bool { clock.phase == .exchanging || unansweredSends > 0 }

  var origin: Origin { host.lend { $0.origin } ?? Origin(urlText: request.urlText) }

  /// The origin, as messages name it.
  var peer: String { origin.hostAndPort }

  var now: UInt64 { withReactor { $0.now } }

  func withReactor<Result>(_ body: (Reactor) -> Result) -> Result { reactor._withUnsafeGuaranteedRef(body) }

  // MARK: Life

  func startOnLoop() { loop.take(self) }

  /// Opens the body, and the file of a download that may go on. Throws when the request cannot be sent at all.
  func begin() throws(TransferError) {
    // First of all: the transfer counts as running from now on, also if the lines below throw, so that its end gives
    // its place to the next.
    clock.startConnecting(from: host.lend { $0.waitedInVain(since: clock.waitingStart) ?? now } ?? now)
    body = try OutgoingBody(request.body)
    asksForHead = request.httpMethod == "HEAD"
    if redirects.isEmpty, incoming.partial == nil, options.partialDownloadPath != nil {
      incoming.partial = try PartialDownload(options, request)
    }
    incoming.partial?.ask(&request)
    unansweredSends = 0
    isHeldBack = false
    lacksBody = false
    givesWay = false
    refusedAddress = nil
    connection = nil
    connectionBegins()
    (hasConnected, isConnectionNew) = (false, false)
    (dropsBody, isCutShort) = (false, false)
    failure = nil
    if resends.count == 0, let answers = host.lend({ $0.answers }) { resends = Resends(answers: answers) }
  }

  var isWaiting: Bool { clock.phase == .waiting }

  override var deadline: UInt64 { clock.deadline }

  // MARK: Going on

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

  func fail(_ error: TransferError) -> Bool {
    if failure == nil { failure = error }
    return false
  }
}

// MARK: - Overrides

/// What a transfer says differently from its loop.
extension Transfer {
  /// A redirect has led to a host that the request was not made for.
  var isAway: Bool { redirects.first.map { Origin(urlText: $0.urlText).host != origin.host } ?? false }

  /// What it speaks says nothing about other transfers: its target chose that, or its server did for this request.
  var choosesVersion: Bool { overrides?.http != nil || needsHTTP1 }

  var isHTTP2Required: Bool { (overrides?.http ?? loop.configuration.connection.http) == .http2 }

  /// Some guard lets no connection be made to this address.
  func refusal(of address: UnsafePointer<sockaddr>, size: Int) -> AddressKind? {
    loop.configuration.addresses?.refusal(of: address, size: size)
      ?? overrides?.addresses?.refusal(of: address, size: size)
  }

  /// The transfer's own guard would not have let the connection be made that it is about to use, which another
  /// transfer may have opened.
  var refusesConnection: AddressKind? {
    guard let rules = overrides?.addresses else { return nil }
    let address = handle?.peer.object.flatMap { AddressNetwork.address($0.address) }
    return rules.refusal(of: address ?? [])
  }
}
