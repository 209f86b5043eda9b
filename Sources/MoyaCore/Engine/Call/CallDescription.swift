/// The description of one call. The Swift API makes it from a target, and the C API from a `moya_target`. The engine
/// knows no other description.
///
/// The struct is `@unchecked Sendable`: its values belong to the caller. Only one thread at a time uses them, and
/// passes them to the next thread.
package struct CallDescription: @unchecked Sendable {
  /// Makes the request, immediately or later. Calls `answer` once, from any thread.
  package typealias RequestMaker = (_ answer: @escaping @Sendable (Result<URLRequest, MoyaError>) -> Void) -> Void

  package enum Source {
    case ready(URLRequest)
    /// The request was ready. The flight, which is the object that carries out the call, has taken it.
    case taken
    case failed(MoyaError)
    case asking(RequestMaker)
  }

  /// The facts that plugins, stub rules and messages can read.
  package let subject: any Subject
  package var source: Source
  // The types are written as `Optional`, here and below. If a `var` is declared with a question mark, Swift first
  // initializes it to nil. The compiler then copies the whole description at the end of the initializer.
  /// If a stub responds instead of the network, the moment at which it responds. `nil` if the request is sent.
  package var stub: Optional<StubMoment>
  package var validation: ValidationType
  /// The limit for the whole call in milliseconds. 0 means no limit. `nil` means the session's limit. A request's own
  /// limit takes precedence over both.
  package var totalTimeout: Optional<UInt32>
  /// Other settings of this call that differ from the session's. `nil` if no other setting differs.
  package var options: Optional<CallOptions>
  private var rare: Optional<Rare>

  @inline(__always)
  package init(
    _ subject: any Subject, source: consuming Source, stub: StubMoment? = nil, totalTimeout: UInt32? = nil,
    validation: ValidationType = .none, options: CallOptions? = nil, upload: Upload? = nil,
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

  /// True if there is a request, or an error that says why there is none.
  package var isMade: Bool { if case .asking = source { false } else { true } }

  /// True if there is a request.
  package var isReady: Bool { if case .ready = source { true } else { false } }

  /// Takes the request out of the description. If nothing else shares the request, the request can then be changed
  /// without a copy.
  mutating func takeRequest() -> URLRequest? {
    guard isReady, case .ready(let request) = exchange(&source, with: .taken) else { return nil }
    return request
  }
}

extension CallDescription {
  /// Releases the request and its body, and the plan for the response's file.
  mutating func releaseContent() {
    source = .taken
    if rare != nil { changed.values = RareValues(reader: reader, refresh: refresh) }
  }
}

/// Values that few descriptions have. They are in one object, because a description is copied for each call, and
/// copying one reference is cheap.
extension CallDescription {
  package var upload: Upload? {
    get { rare?.values.upload }
    set { if newValue != nil || rare != nil { changed.values.upload = newValue } }
  }

  package var download: (any DownloadPlan)? {
    get { rare?.values.download }
    set { if newValue != nil || rare != nil { changed.values.download = newValue } }
  }

  /// Receives the response piece by piece. A call with a reader never shares its request with another call.
  package var reader: (any ResponseReader)? {
    get { rare?.values.reader }
    set { if newValue != nil || rare != nil { changed.values.reader = newValue } }
  }

  /// The token refresh that made this call. Such a call never shares its request with another call.
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

  /// Returns the object of the rare values, so that a value can be changed. Copies the object first if another
  /// description shares it.
  private var changed: Rare {
    mutating get {
      if isKnownUniquelyReferenced(&rare), let rare { return rare }
      let box = Rare(rare?.values ?? RareValues())
      rare = box
      return box
    }
  }
}

/// Settings in which a call differs from its session. They are in a separate object, because most calls have none.
package final class CallOptions: Hashable, Sendable {
  /// The connect timeout in milliseconds. In this property and the next two, `nil` means the session's setting.
  package let connectTimeout: UInt32?
  /// How many redirects are followed. If it is 0, a 3xx response is returned like any other response.
  package let maximumRedirects: UInt32?
  /// Maximum size of a body in bytes, after decoding.
  package let maximumBodySize: Int?
  /// The credential that is sent to the request's own origin if the server requires authentication. A credential from a
  /// plugin takes precedence.
  package let credential: URLCredential?
  /// True if the credential is used for Digest authentication only.
  package let wantsDigest: Bool
  /// True if calls with equal descriptions may share one request. The API that makes these calls must support this.
  package let isShared: Bool
  /// True if a body in an unknown content coding is returned undecoded.
  package let takesAnyCoding: Bool
  /// True if a body is returned as the server has sent it, without decoding.
  package let isTakenAsSent: Bool
  /// True if the transport adds no User-Agent, Accept or Accept-Encoding.
  package let hasOnlyOwnHeaders: Bool
  /// The call's retry rule. If it is `nil`, only plugins decide whether there is another attempt.
  package let retry: (any RetryRule)?
  /// How the connection differs from the session's settings. `nil` if it does not differ.
  package let overrides: (any PreparedOverrides)?

  package init(
    connectTimeout: UInt32? = nil, maximumRedirects: UInt32? = nil, maximumBodySize: Int? = nil,
    credential: URLCredential? = nil, wantsDigest: Bool = false, isShared: Bool = false, takesAnyCoding: Bool = false,
    isTakenAsSent: Bool = false, hasOnlyOwnHeaders: Bool = false, retry: (any RetryRule)? = nil,
    overrides: (any PreparedOverrides)? = nil
  ) {
    self.connectTimeout = connectTimeout
    self.maximumRedirects = maximumRedirects
    self.maximumBodySize = maximumBodySize
    self.credential = credential
    self.isShared = isShared
    self.takesAnyCoding = takesAnyCoding
    self.isTakenAsSent = isTakenAsSent
    self.hasOnlyOwnHeaders = hasOnlyOwnHeaders
    self.retry = retry
    self.overrides = overrides
    self.wantsDigest = wantsDigest
  }

  func change(_ options: inout TransferOptions) {
    if let connectTimeout { options.connectTimeout = connectTimeout }
    if let maximumRedirects { options.maximumRedirects = maximumRedirects }
    if let maximumBodySize { options.maximumBodySize = maximumBodySize }
    if takesAnyCoding { options.takesAnyCoding = true }
    if isTakenAsSent { options.isTakenAsSent = true }
    if hasOnlyOwnHeaders { options.hasOnlyOwnHeaders = true }
    if let overrides { options.overrides = overrides }
    if let credential { (options.credential, options.wantsDigest) = (credential, wantsDigest) }
  }

  package static func == (left: CallOptions, right: CallOptions) -> Bool {
    left.connectTimeout == right.connectTimeout && left.maximumRedirects == right.maximumRedirects
      && left.maximumBodySize == right.maximumBodySize && left.credential == right.credential
      && left.wantsDigest == right.wantsDigest && left.takesAnyCoding == right.takesAnyCoding
      && left.isTakenAsSent == right.isTakenAsSent && left.hasOnlyOwnHeaders == right.hasOnlyOwnHeaders
      && left.overrides === right.overrides
      && CallOptions.areEqual(left.retry, right.retry)
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
    hasher.combine(isTakenAsSent)
    hasher.combine(hasOnlyOwnHeaders)
  }
}

extension CallDescription {
  /// True if there can be further attempts, because the call has a retry rule or its reader reconnects.
  package var mayRetry: Bool { options?.retry != nil || rare != nil && reader?.reconnects == true }
  /// True if the request is not made yet, or if there can be another attempt. The call can then take time even if a
  /// stub without a delay handles it.
  package var mayWait: Bool { mayRetry || !isMade }
}

/// The facts about a call that plugins, stub rules and messages can read. They never change. The Swift API and the C
/// API each have a type that conforms to this protocol. The type of the C API also has the values that C plugins store
/// for a call.
package protocol Subject: AnyObject, Sendable {
  /// The name that messages use.
  var name: String { get }
  /// The name that messages use for all calls of this kind: for a Swift target, the name of its type. Default: `name`.
  var kind: String { get }
  /// The caller's labels.
  var tags: Set<String> { get }
  /// True if the request contains the user's credentials.
  var needsAuth: Bool { get }
  /// The scheme of the access token. `nil` if the request has no access token.
  var authorizationType: AuthorizationType? { get }
  /// If this is false, no plugin has stored a value for the call in this object. Default: true.
  var hasValues: Bool { get }
  /// Returns a stub's response. Called when the stub responds.
  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError>
  /// Returns the response to a request that a stub handles immediately. This function makes no `TransferResponse`,
  /// which saves time. If it returns `nil`, the caller must use `sample`.
  func response(to request: URLRequest) -> Response?
  /// Returns the target's own sample, with which a stub responds if no stub rule matches. Returns `nil` if the target
  /// has no sample.
  func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>?
}

extension Subject {
  package var kind: String { name }
  package var needsAuth: Bool { false }
  package var hasValues: Bool { true }
  package var authorizationType: AuthorizationType? { nil }
  package func response(to request: URLRequest) -> Response? { nil }
}

/// What two descriptions must have in common, so that one request can serve both calls. The key includes everything
/// that is sent, and everything else in the description that the engine or the plugins use. It excludes what concerns
/// one call alone, for example its queue.
///
/// The hash is stored, because computing it reads the whole body, and the dictionary in `OpenFlights` asks for the hash
/// twice.
package struct SharingKey: Hashable {
  // The hash is compared first, because it differs between most descriptions.
  private let hash: Int
  // These properties say how the request is prepared, and how the response is made, awaited and validated.
  private let tags: Set<String>
  private let needsAuth: Bool
  private let authorizationType: AuthorizationType?
  private let validation: ValidationType
  private let stub: StubMoment?
  /// The idle timeout in milliseconds. `nil` means the session's limit.
  private let idleTimeout: UInt32?
  private let totalTimeout: UInt32?
  private let options: CallOptions?
  private let content: SentContent
  /// The plugins that run for the request.
  private let roster: ObjectIdentifier

  /// Returns `nil` if the call cannot share its request with other calls. A call cannot share its request if the
  /// request is not ready, if the call has a reader, or if the response goes to a file of its own.
  package init?(_ description: borrowing CallDescription, _ roster: ObjectIdentifier = ObjectIdentifier(Roster.empty)) {
    guard case .ready(let request) = description.source, description.reader == nil,
      description.download?.takesAll != true
    else {
      return nil
    }
    self.init(description, roster, sending: request)
  }

  /// Makes the key of a call whose own request is made later. Calls with equal keys share one request. So all these
  /// calls must make their own requests from `request` in the same way.
  /// - Parameter request: the request that identifies the call.
  package init(
    _ description: borrowing CallDescription, _ roster: ObjectIdentifier = ObjectIdentifier(Roster.empty),
    sending request: URLRequest
  ) {
    self.roster = roster
    content = SentContent(
      request: request, upload: description.upload?.identity, isDownload: description.download != nil)
    tags = description.subject.tags
    needsAuth = description.subject.needsAuth
    authorizationType = description.subject.authorizationType
    validation = description.validation
    options = description.options
    stub = description.stub
    idleTimeout = request.idleTimeout?.milliseconds
    totalTimeout = request.totalTimeout?.milliseconds ?? description.totalTimeout
    var hasher = Hasher()
    hasher.combine(content)
    hash = hasher.finalize()
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// What a call sends, and whether the body of its response goes to a file.
struct SentContent: Hashable {
  let request: URLRequest
  /// The file or the form of an upload. `nil` if the call has no upload.
  let upload: Upload.Identity?
  let isDownload: Bool
}

/// Receives a response piece by piece. Without a reader, the completion receives the whole body. The pieces arrive one
/// at a time, on the thread on which the backend delivers them, before the hooks after the response run. If a reader
/// throws, the call ends with that error.
package protocol ResponseReader: AnyObject, Sendable {
  /// True if the reader receives the head and the body. False if it receives only the head.
  var takesBody: Bool { get }
  /// Receives the head once, before the body. After a head, the request is not sent again, except by `reconnect`. If
  /// validation rejects the response, this function is not called, because the error then contains the body.
  func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination
  /// Receives the next decoded bytes, which are valid until this function returns. After it has returned `.pause`, few
  /// or no further bytes follow until `Waiter.resume`. During the pause, the response can end only with a failure. A
  /// backend that has the whole body, for example a stub, passes it in one piece.
  func receive(_ body: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow
  /// Called when the body is complete. If the reader pauses at this time, the completion waits, and `end` is called
  /// again after the pause.
  func end() throws(TransferError)

  var isPaused: Bool { get }
  /// Asks for a pause before the next piece. Any thread may call this function.
  func pause()
  /// Ends the pause. The flight calls `resume` immediately afterwards. If `pause` is called between `endPause` and
  /// `resume`, the pause continues. `endPause` runs on the thread on which the pieces arrive. If no event loop delivers
  /// the pieces, it runs on the thread that ends the pause.
  func endPause()
  /// Processes the bytes that were stored during the pause. The reader may pause again while this function runs. Runs
  /// on the thread on which `endPause` ran.
  func resume() throws(TransferError) -> BodyFlow

  /// True if the reader reads one stream from several connections. The flight then calls `reconnect` at the end of each
  /// connection.
  var reconnects: Bool { get }
  /// Decides whether the flight sends the request again after this result, so that the reader can continue. After such
  /// a decision, the reader receives the head and the body of the next response. Runs where the hooks after the
  /// response run.
  /// - Parameters:
  /// - result: the result with which the connection has ended.
  /// - request: the request as it was built. The reader may set header fields that the next connection needs.
  /// - Returns: the delay before the next connection in milliseconds. `nil` if the call ends with this result.
  func reconnect(
    after result: Result<Response, MoyaError>, with request: inout URLRequest
  ) throws(TransferError) -> UInt32?
}

extension ResponseReader {
  package var takesBody: Bool { true }
  package var reconnects: Bool { false }
  package func reconnect(
    after result: Result<Response, MoyaError>, with request: inout URLRequest
  ) throws(TransferError) -> UInt32? { nil }
}

/// Decides whether a call has another attempt, if no plugin wants one. The rule represents the retry settings in a
/// caller's description of a call.
package protocol RetryRule: AnyObject, Sendable {
  /// Is called when the first attempt of a call is sent.
  func begin()
  /// Decides whether the flight repeats an attempt that had this result.
  /// - Parameters:
  /// - subject: the facts about the call.
  /// - attempt: the attempt's number, from 1.
  func decide(
    on result: Result<Response, MoyaError>, of request: URLRequest?, about subject: any Subject, attempt: Int
  ) -> RetryDecision
  /// Returns true if the other rule makes the same decision on every result. If it does, calls with these rules can
  /// share one request.
  func equals(_ other: any RetryRule) -> Bool
}

extension RetryRule {
  package func equals(_ other: any RetryRule) -> Bool { self === other }
}
