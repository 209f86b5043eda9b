import Glibc
import MoyaHTTP
import Synchronization

/// One request with its redirects and resends. It is waiting, running, or ended. A hop is the part of a transfer that
/// uses one URL: each redirect begins the next hop.
///
/// The class is `@unchecked Sendable` because only the thread that runs the loop uses its fields.
final class Transfer: LoopItem, Waitable, Resumable, UploadResumable, BytesCounter, @unchecked Sendable {
  var request: URLRequest
  let options: TransferOptions
  /// Connection settings that differ from the loop's; `nil` if there are none.
  let overrides: Overrides?
  var observer: (any TransferObserver)?
  /// The credential, if the request goes to the origin for which the credential was given. Otherwise `nil`.
  var credential: URLCredential?
  /// True if the URL contains a user name. Set together with `host`.
  var hasUserInformation = false
  var body = OutgoingBody.none

  /// The part of the loop that drives libcurl. It is not retained here, because the transfer retains the loop, and the
  /// loop holds the reactor.
  private let reactor: Unmanaged<Reactor>
  var host = Held<RequestQueue<Transfer>.Host>()
  var place = -1
  var handle: EasyHandle?

  var clock: TransferClock
  /// The connection on which the request was last sent, perhaps before the last redirect. `nil` if libcurl does not
  /// say.
  var connection: ConnectionLabel?
  var redirects: [TransferMetrics.Redirection] = []
  /// The HTTP version of the connection on which the request was sent; `nil` if it has not been sent.
  var version: HTTPVersion?
  var isHTTP2: Bool { version == .http2 }
  var run = Run()
  /// The numbers of body bytes, sent and received, in the last report to the observer.
  var reported: (up: Int64, down: Int64) = (-1, -1)
  var hasMadeRoom = false

  var resends = Resends()

  /// The numbers of body bytes that were sent and received for the present URL of the transfer. Any thread may read
  /// them.
  let sent = Atomic<Int64>(0)
  let received = Atomic<Int64>(0)
  var bytes: (sent: Int64, received: Int64) { (sent.load(ordering: .relaxed), received.load(ordering: .relaxed)) }

  var incoming: Incoming
  /// True if the request must be sent again. Either it is changed because its response cannot be used, for example when
  /// the server ignored a range, or it is sent unchanged on a new connection.
  var asksAgain = false
  /// True if the transfer is in `Reactor.paused`, where it waits until the loop has time for it again.
  var isInLine = false
  /// An error that this library found in the request or in the response. A request with an error is not sent. The error
  /// takes precedence over libcurl's code.
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

  /// The number of bytes received for the present URL of the transfer (the present hop).
  var answered: Int64 { incoming.count }

  /// True if the transfer ended within the header section of its response. Then no other transfer may use the handle.
  /// libcurl 8.21 stores in the handle that a folded line had begun, and puts a space before the next response.
  var endedInHead: Bool { hasSent && !incoming.isHeadComplete }

  /// True if the request was sent, at least in part, even on a connection that has died since.
  var hasSent: Bool { clock.isExchanging || run.unanswered != .none }

  var origin: Origin { host.lend { $0.origin } ?? Origin(urlText: request.urlText) }

  /// The origin's host and port, for error messages.
  var peer: String { origin.hostAndPort }

  var now: UInt64 { withReactor { $0.now } }

  func withReactor<Result>(_ body: (Reactor) -> Result) -> Result { reactor._withUnsafeGuaranteedRef(body) }

  // MARK: Starting

  func startOnLoop() { loop.take(self) }

  /// Opens the body, and the file of a download that may be resumed. Throws if the request cannot be sent at all.
  func begin() throws(TransferError) {
    // `startConnecting` makes the transfer count as running. It must come before everything that can throw, so that the
    // transfer's place is freed even if a line below throws.
    let waited = clock.waitingStart.flatMap { start in host.lend { $0.waitedInVain(since: start) } ?? nil }
    clock.startConnecting(from: waited ?? now)
    body = try OutgoingBody(request.body)
    if body.hasTrailers, isHTTP2Required {
      throw TransferError(.invalidRequest, "trailers of a request need HTTP/1.1, and HTTP/2 is asked for")
    }
    if case .stream(let reader) = body { try reader.openStreams(for: ObjectIdentifier(self)) }
    if redirects.isEmpty, incoming.partial == nil, options.partialDownloadPath != nil {
      incoming.partial = try PartialDownload(options, request)
    }
    incoming.partial?.ask(&request)
    run = Run(asksForHead: request.httpMethod == "HEAD")
    run.leavesHTTP2 =
      body.hasTrailers && origin.isSecure && httpChoice != .http1 && host.lend { $0.isSpread } != true
    connection = nil
    failure = nil
    host.lend { resends.begin(answers: $0.answers) }
  }

  var isWaiting: Bool { clock.waitingStart != nil }

  override var deadline: UInt64 { clock.deadline }

  // MARK: Resuming

  /// Ends the pause that the observer asked for, and the pause of a request body that had nothing to send.
  func resume() {
    perform {
      if self.isEnded { return }
      self.resumeUpload()
      if !self.incoming.isPaused { return }
      self.incoming.isPaused = false
      self.clock.noteActivity(at: self.now)
      let hasMore = self.run.receiving != .flows || self.incoming.isBehind
      if hasMore { self.withReactor { $0.pause(self) } }
    }
  }

  /// Continues with the work that was left when a time share (`Share`) was used up. Returns an error if this fails.
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

/// Settings that this transfer has instead of the settings of its loop.
extension Transfer {
  /// True if a redirect has led to another host than the request's.
  var isAway: Bool { redirects.first.map { Origin(urlText: $0.urlText).host != origin.host } ?? false }

  /// True if this transfer's HTTP version says nothing about other transfers to the host. The target, the trailers or
  /// the server chose the version for this request only.
  var choosesVersion: Bool { overrides?.http != nil || needsHTTP1 }

  /// True if the request must be sent over HTTP/1.1. The server may have asked for it. libcurl sends trailers over
  /// HTTP/1.1 only; over HTTP/2 it omits them and reports no error.
  var needsHTTP1: Bool { resends.needsHTTP1 || body.hasTrailers }

  var isHTTP2Required: Bool { httpChoice == .http2 }

  private var httpChoice: ConnectionOptions.HTTPChoice { overrides?.http ?? loop.configuration.connection.http }

  /// Returns the kind of the address if the session's or the transfer's `AddressGuard` forbids connections to it.
  /// Otherwise returns `nil`.
  func refusal(of address: UnsafePointer<sockaddr>, size: Int) -> AddressKind? {
    loop.configuration.addresses?.refusal(of: address, size: size)
      ?? overrides?.addresses?.refusal(of: address, size: size)
  }

  /// The kind of the address of the connection that the transfer is about to use, if the transfer's own `AddressGuard`
  /// forbids this address. Otherwise `nil`. Another transfer, without this guard, may have opened the connection.
  var refusesConnection: AddressKind? {
    guard let rules = overrides?.addresses else { return nil }
    let address = handle?.peer.object.flatMap { AddressNetwork.address($0.address) }
    return rules.refusal(of: address ?? [])
  }
}
