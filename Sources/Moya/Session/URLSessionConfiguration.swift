/// How a session sends, with Foundation's spelling: what `Settings` lists is read and set here. Usable from any thread;
/// changes after a session was made of it have no effect there.
@dynamicMemberLookup
public final class URLSessionConfiguration: Sendable {
  private let settings: Protected<Settings>

  private init(_ settings: Settings) { self.settings = Protected(settings) }

  public convenience init() { self.init(Settings()) }

  public subscript<Value: Sendable>(dynamicMember path: WritableKeyPath<Settings, Value>) -> Value {
    get { settings.withLock { $0[keyPath: path] } }
    set { settings.withLock { $0[keyPath: path] = newValue } }
  }

  /// A new configuration, without header fields of its own. As with Foundation's, a request that names no `User-Agent`
  /// and no `Accept-Encoding` gets them when it is sent.
  public static var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  /// The same: nothing of a session is ever written to a disk.
  public static var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  func copy() -> URLSessionConfiguration { URLSessionConfiguration(settings.withLock { $0 }) }
}

extension URLSessionConfiguration {
  /// Alamofire's: with the default header fields.
  public enum af {
    public static var `default`: URLSessionConfiguration {
      let configuration = URLSessionConfiguration()
      configuration.headers = .default
      return configuration
    }

    /// The same: nothing of a session is ever written to a disk.
    public static var ephemeral: URLSessionConfiguration { .af.default }
  }

  /// `headers` as a dictionary.
  public var httpAdditionalHeaders: [AnyHashable: Any]? {
    get { self.headers.isEmpty ? nil : self.headers.dictionary }
    set {
      var fields: [String: String] = [:]
      for (name, value) in newValue ?? [:] { fields["\(name)"] = "\(value)" }
      self.headers = HTTPHeaders(fields)
    }
  }

  var options: TransferOptions {
    let settings = settings.withLock { $0 }
    var options = TransferOptions()
    options.connectTimeout = max(1, settings.timeoutIntervalForConnect.milliseconds)
    let timeout = settings.timeoutIntervalForRequest
    options.idleTimeout = (timeout > 0 ? timeout : URLRequest.defaultTimeout).milliseconds
    options.totalTimeout = settings.timeoutIntervalForResource.milliseconds
    options.isTotalGiven = settings.isResourceTimeoutGiven
    options.maximumRedirects = settings.maximumRedirects
    options.originBoundHeaders = settings.originBoundHeaders
    options.maximumBodySize = settings.maximumBodySize
    options.takesAnyCoding = settings.acceptsAnyContentCoding
    options.credential = settings.authentication?.credential
    options.wantsDigest = settings.authentication?.isDigest == true
    return options
  }
}

// MARK: - Settings

extension URLSessionConfiguration {
  /// What a configuration holds.
  public struct Settings: Sendable {
    /// Header fields for requests that have none of that name.
    public var headers = HTTPHeaders()
    /// Seconds without a byte in either direction. What is not positive counts as the default, as on Apple's platforms.
    public var timeoutIntervalForRequest: TimeInterval = URLRequest.defaultTimeout
    /// Seconds for the whole call: every attempt, redirect and wait. 0: no limit. If it was never set, it ends with the head of
    /// the response for a download, which from then on only `timeoutIntervalForRequest` limits.
    public var timeoutIntervalForResource: TimeInterval = 300 {
      didSet { isResourceTimeoutGiven = true }
    }
    /// `timeoutIntervalForResource` was set, perhaps to the default.
    var isResourceTimeoutGiven = false
    /// Seconds for name resolution, TCP and TLS together.
    public var timeoutIntervalForConnect: TimeInterval = 10
    /// Requests that run at once to one scheme, host and port; more wait in line.
    public var httpMaximumConnectionsPerHost = 64
    /// Certificates to trust, a PEM file. `nil`: the system's.
    public var certificateAuthorityFile: String?
    /// Client certificate, least version of TLS, pinned keys, whom to trust for which host.
    public var tls = TLSOptions()
    /// Which addresses connections may be made to. `nil`: all.
    public var addressGuard: AddressGuard?
    /// The version of HTTP, a Unix socket, addresses instead of the DNS's, an interface, what a proxy needs.
    public var connection = ConnectionOptions()
    /// Who the requests are from, where a request has no `Authorization` of its own.
    public var authentication: Authentication?
    /// `http://`, `https://` or `socks5://` proxy. `nil`: from the environment. Empty: none.
    public var proxy: String?
    /// Redirects followed before the request fails. 0: a 3xx is a response like any other.
    public var maximumRedirects: UInt32 = 16
    /// Where cookies are kept. `nil`: nowhere; a `Cookie` field of yours is sent all the same.
    public var httpCookieStorage: HTTPCookieStorage?
    /// Where hosts are kept that want TLS (HSTS). `nil`: nowhere.
    public var hstsStorage: HSTSStorage?
    /// Header fields that a redirect to another scheme, host or port drops, beside `Authorization`, `Cookie`,
    /// `X-Api-Key` and others that are secret by their name. `NetworkLoggerPlugin` has a list of its own.
    public var originBoundHeaders: [String] = []
    /// Bytes of header section that a response may have, with those of interim responses. At least 1024.
    public var maximumHeaderSize = 256 * 1024
    /// Bytes of body kept in memory, after decoding.
    public var maximumBodySize = 1 << 30
    /// Take a body in a content coding that is not known as it is, and pass over names that stand for none (`none`, `utf-8`)?
    /// Otherwise such a response is an error.
    public var acceptsAnyContentCoding = false
    /// Send a GET that has a body? Moya refuses it, and so does a session by default.
    public var allowsBodyInGET = false

    // What Apple's networking is told about a session. It is kept and has no effect, as on a URLRequest: configurations
    // that set it compile. What would be missed in silence, such as `protocolClasses` or a TLS version, is not here.

    /// No effect: a session keeps no cache.
    public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// No effect.
    public var networkServiceType = URLRequest.NetworkServiceType.default
    /// No effect: without a connection a request fails at once.
    public var waitsForConnectivity = false
    /// No effect.
    public var allowsCellularAccess = true
    /// No effect.
    public var allowsExpensiveNetworkAccess = true
    /// No effect.
    public var allowsConstrainedNetworkAccess = true
    /// No effect: HTTP/1 requests are not pipelined.
    public var httpShouldUsePipelining = false
    /// No effect: the cookies of `httpCookieStorage` are sent.
    public var httpShouldSetCookies = true
  }

  /// Always `nil`, which is all that it can be set to: a session keeps no cache.
  public var urlCache: Never? {
    get { nil }
    set {}
  }

  /// `.never` where there is no `httpCookieStorage`. Setting it to `.never` takes the storage away, to `.always` makes
  /// one in memory where there is none.
  public var httpCookieAcceptPolicy: CookieAcceptPolicy {
    get { self.httpCookieStorage == nil ? .never : .always }
    set {
      if newValue == .never {
        self.httpCookieStorage = nil
      } else if self.httpCookieStorage == nil {
        self.httpCookieStorage = HTTPCookieStorage()
      }
    }
  }

  /// What becomes of the cookies of a response.
  public enum CookieAcceptPolicy: Sendable {
    case never, always
  }

  /// Always `nil`, which is all that it can be set to: credentials are those of a request.
  public var urlCredentialStorage: Never? {
    get { nil }
    set {}
  }
}
