/// What one call is. A face makes it of its own description, a Swift target or a `moya_target`; the engine knows no
/// other description.
///
/// Unchecked: what is in it belongs to the caller and is only handed from one thread to the next, never shared.
package struct Order: @unchecked Sendable {
  /// Makes the request, at once or later. Answers once, from any thread.
  package typealias RequestMaker = (_ answer: @escaping @Sendable (Result<URLRequest, MoyaError>) -> Void) -> Void

  package enum Source {
    case ready(URLRequest)
    /// It was ready, and the flight has it.
    case taken
    case failed(MoyaError)
    case asking(RequestMaker)
  }

  /// What plugins, stub rules and messages may ask about.
  package let subject: any Subject
  package var source: Source
  // `Optional` in full, here and below: what is written with a question mark begins as nil, and the compiler then makes a
  // copy of the whole order at the end of the initializer, 250 instructions of every call.
  /// When a stub answers instead of the network; `nil`: the request is sent.
  package var stub: Optional<StubMoment>
  package var validation: ValidationType
  /// Milliseconds for the whole call, 0: no limit. `nil`: the session's. A request's own limit wins over both.
  package var totalTimeout: Optional<UInt32>
  /// What else differs from the session; `nil`: nothing.
  package var options: Optional<OrderOptions>
  private var rare: Optional<Rare>

  @inline(__always)
  package init(
    _ subject: any Subject, source: consuming Source, stub: StubMoment? = nil, totalTimeout: UInt32? = nil,
    validation: ValidationType = .none, options: OrderOptions? = nil, upload: Upload? = nil,
    download: (any DownloadPlan)? = nil
  ) {
    self.subject = subject
    self.source = source
    self.stub = stub
    self.totalTimeout = totalTimeout
    self.validation = validation
    self.options = options
    let refresh = RefreshScope.ofThisThread
    let saysMore = upload != nil || download != nil || refresh != nil
    rare = saysMore ? Rare(RareValues(upload: upload, download: download, refresh: refresh)) : nil
  }

  /// There is a request, or it is known that there is none.
  package var isMade: Bool { if case .asking = source { false } else { true } }

  /// There is a request.
  package var isReady: Bool { if case .ready = source { true } else { false } }

  /// The request, which the order then no longer holds: a request that is held once is changed in place.
  mutating func takeRequest() -> URLRequest? {
    guard isReady, case .ready(let request) = exchange(&source, with: .taken) else { return nil }
    return request
  }
}

extension Order {
  /// Drops what is sent, and where the response goes.
  mutating func releaseContent() {
    source = .taken
    if rare != nil { changed.values = RareValues(reader: reader, refresh: refresh) }
  }
}

/// What few orders say. In one box, since each flight copies its order.
extension Order {
  package var upload: Upload? {
    get { rare?.values.upload }
    set { if newValue != nil || rare != nil { changed.values.upload = newValue } }
  }

  package var download: (any DownloadPlan)? {
    get { rare?.values.download }
    set { if newValue != nil || rare != nil { changed.values.download = newValue } }
  }

  /// Takes the response as it comes; no flight is shared then.
  package var reader: (any ResponseReader)? {
    get { rare?.values.reader }
    set { if newValue != nil || rare != nil { changed.values.reader = newValue } }
  }

  /// The refresh of a token for whose sake the call is made; no flight is shared then.
  package var refresh: RefreshScope? {
    get { rare?.values.refresh }
    set { if newValue != nil || rare != nil { changed.values.refresh = newValue } }
  }

  struct RareValues {
    var upload: Upload?
    var download: (any DownloadPlan)?
    var reader: (any ResponseReader)?
    var refresh: RefreshScope?
  }

  private final class Rare {
    var values: RareValues

    init(_ values: RareValues) { self.values = values }
  }

  /// The box, for a change; copied first when another order shares it.
  private var changed: Rare {
    mutating get {
      if isKnownUniquelyReferenced(&rare), let rare { return rare }
      let box = Rare(rare?.values ?? RareValues())
      rare = box
      return box
    }
  }
}

/// What an order says differently from its session. Most orders say nothing: in a box.
package final class OrderOptions: Hashable, Sendable {
  /// Milliseconds; `nil`, here and below: the session's.
  package let connectTimeout: UInt32?
  /// 0: a 3xx is an answer like any other.
  package let maximumRedirects: UInt32?
  /// Bytes after decoding.
  package let maximumBodySize: Int?
  /// Sent when the server asks for it, to the request's own origin. A plugin's wins.
  package let credential: URLCredential?
  /// As Digest only.
  package let wantsDigest: Bool
  /// Equal orders join one flight, if the face lets them.
  package let isShared: Bool
  /// A body in a content coding that is not known comes as it is.
  package let takesAnyCoding: Bool
  /// `nil`: only plugins decide on other attempts.
  package let retry: (any RetryRule)?
  /// How it connects differently.
  package let overrides: (any PreparedOverrides)?

  package init(
    connectTimeout: UInt32? = nil, maximumRedirects: UInt32? = nil, maximumBodySize: Int? = nil,
    credential: URLCredential? = nil, wantsDigest: Bool = false, isShared: Bool = false, takesAnyCoding: Bool = false,
    retry: (any RetryRule)? = nil, overrides: (any PreparedOverrides)? = nil
  ) {
    self.connectTimeout = connectTimeout
    self.maximumRedirects = maximumRedirects
    self.maximumBodySize = maximumBodySize
    self.credential = credential
    self.isShared = isShared
    self.takesAnyCoding = takesAnyCoding
    self.retry = retry
    self.overrides = overrides
    self.wantsDigest = wantsDigest
  }

  func change(_ options: inout TransferOptions) {
    if let connectTimeout { options.connectTimeout = connectTimeout }
    if let maximumRedirects { options.maximumRedirects = maximumRedirects }
    if let maximumBodySize { options.maximumBodySize = maximumBodySize }
    if takesAnyCoding { options.takesAnyCoding = true }
    if let overrides { options.overrides = overrides }
    if let credential { (options.credential, options.wantsDigest) = (credential, wantsDigest) }
  }

  package static func == (left: OrderOptions, right: OrderOptions) -> Bool {
    left.connectTimeout == right.connectTimeout && left.maximumRedirects == right.maximumRedirects
      && left.maximumBodySize == right.maximumBodySize && left.credential == right.credential
      && left.wantsDigest == right.wantsDigest && left.takesAnyCoding == right.takesAnyCoding
      && left.overrides === right.overrides
      && OrderOptions.areEqual(left.retry, right.retry)
  }

  private static func areEqual(_ left: (any RetryRule)?, _ right: (any RetryRule)?) -> Bool {
    if left === right { return true }
    guard let left, let right else { return false }
    return left.equals(right)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(connectTimeout)
    hasher.combine(maximumRedirects)
    hasher.combine(maximumBodySize)
    hasher.combine(credential)
    hasher.combine(wantsDigest)
    hasher.combine(takesAnyCoding)
  }
}

extension Order {
  /// A rule of its own may want other attempts.
  package var mayRetry: Bool { options?.retry != nil }
  /// Even an immediate stub may take time: its request is yet to be made, or there may be another attempt.
  package var mayWait: Bool { mayRetry || !isMade }
}

/// What an order is about: facts that plugins, stub rules and messages may ask for, and that never change. Each face
/// has a kind of its own; C's also carries the slots of C plugins.
package protocol Subject: AnyObject, Sendable {
  /// How messages call it.
  var name: String { get }
  /// How messages call its kind. Default: its name.
  var kind: String { get }
  /// The caller's labels.
  var tags: Set<String> { get }
  /// Does the request carry the user's credentials?
  var needsAuth: Bool { get }
  /// The scheme of its access token; `nil`: it goes without one.
  var authorizationType: AuthorizationType? { get }
  /// What a stub answers; asked when it answers.
  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError>
  /// The response to a request that a stub answers at once, made of the sample without what it was transferred in: 300
  /// instructions less. `nil`: it is not known so, and `sample` is asked.
  func response(to request: URLRequest) -> Response?
  /// What stub rules fall back to; `nil`: its description holds no sample.
  func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>?
}

extension Subject {
  package var kind: String { name }
  package var needsAuth: Bool { false }
  package var authorizationType: AuthorizationType? { nil }
  package func response(to request: URLRequest) -> Response? { nil }
}

/// What two orders must have in common to be one flight: what is sent, and whatever else the flight and the plugins in
/// it use of its order. What only a waiter uses, such as its queue, is not in here. The hash is kept: a table asks for
/// it twice, and it covers the whole body.
package struct SharingKey: Hashable {
  // The first that is compared: most orders differ here.
  private let hash: Int
  // How the request is prepared, and the response got, waited for and judged.
  private let tags: Set<String>
  private let needsAuth: Bool
  private let authorizationType: AuthorizationType?
  private let validation: ValidationType
  private let stub: StubMoment?
  /// Milliseconds; `nil`: the session's.
  private let idleTimeout: UInt32?
  private let totalTimeout: UInt32?
  private let options: OrderOptions?
  private let content: SentContent

  /// `nil`: the request is not made yet, or cannot be, or a reader or a file of its own takes the response.
  package init?(_ order: borrowing Order) {
    guard case .ready(let request) = order.source, order.reader == nil, order.download?.takesAll != true else {
      return nil
    }
    self.init(order, sending: request)
  }

  /// - Parameter request: what the order comes to, where its own request is yet to be made of it, in the same way for
  ///   all that it may be shared with.
  package init(_ order: borrowing Order, sending request: URLRequest) {
    content = SentContent(request: request, upload: order.upload?.identity, isDownload: order.download != nil)
    tags = order.subject.tags
    needsAuth = order.subject.needsAuth
    authorizationType = order.subject.authorizationType
    validation = order.validation
    options = order.options
    stub = order.stub
    idleTimeout = request.idleTimeout?.milliseconds
    totalTimeout = request.totalTimeout?.milliseconds ?? order.totalTimeout
    var hasher = Hasher()
    hasher.combine(content)
    hash = hasher.finalize()
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// What is sent, and whether the response goes to a file.
struct SentContent: Hashable {
  let request: URLRequest
  /// What is sent besides the request.
  let upload: Upload.Identity?
  let isDownload: Bool
}

/// Takes a response as it comes, instead of its body with the end. What the backend brings comes one piece at a time,
/// where the backend brings it, before the hooks on the way back. What a reader throws ends the call with that error.
package protocol ResponseReader: AnyObject, Sendable {
  /// It wants the body as it comes, and not the head alone.
  var takesBody: Bool { get }
  /// Once, before the body: from then on the request is not sent again. Not for a response that validation refuses,
  /// whose body is in the error as ever.
  func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination
  /// The next bytes, decoded; valid until this returns. After `.pause` few others come, if any, until `Waiter.resume`,
  /// and no end but a failure. A backend that has the whole body at once, such as a stub, gives it in one piece.
  func receive(_ body: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow
  /// The body is complete. While the reader pauses the end waits, and is announced again when the pause is over.
  func end() throws(TransferError)

  var isPaused: Bool { get }
  /// Asks for a pause before the next piece. Any thread.
  func pause()
  /// The pause is over, unless `pause` asks for another one before `resume`, which follows at once. Where the pieces
  /// come, or on the thread that ends the pause where no loop brings them.
  func endPause()
  /// Gives what was kept back in the pause, which may begin the next one. Where `endPause` was called.
  func resume() throws(TransferError) -> BodyFlow
}

extension ResponseReader {
  package var takesBody: Bool { true }
}

/// Decides on attempts of one order, behind the plugins: what a face's own description of a call says of retries.
package protocol RetryRule: AnyObject, Sendable {
  /// The first attempt is sent.
  func begin()
  /// On the result of an attempt that could be repeated.
  /// - Parameters:
  ///   - subject: whose call it is.
  ///   - attempt: 1 for the first.
  func decide(
    on result: Result<Response, MoyaError>, of request: URLRequest?, about subject: any Subject, attempt: Int
  ) -> RetryDecision
  /// The other one decides the same on every result: calls with either may share a flight.
  func equals(_ other: any RetryRule) -> Bool
}

extension RetryRule {
  package func equals(_ other: any RetryRule) -> Bool { self === other }
}
