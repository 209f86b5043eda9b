/// The settings of a session, with Foundation's spelling.
///
/// Read and set the properties of `Settings` on it directly. Usable from any thread. A session copies its configuration
/// when it is made, so later changes do not affect that session.
@dynamicMemberLookup
public final class URLSessionConfiguration: Sendable {
  private let settings: Protected<Settings>

  private init(_ settings: Settings) { self.settings = Protected(settings) }

  public convenience init() { self.init(Settings()) }

  public subscript<Value: Sendable>(dynamicMember path: WritableKeyPath<Settings, Value>) -> Value {
    get { settings.withLock { $0[keyPath: path] } }
    set { settings.withLock { $0[keyPath: path] = newValue } }
  }

  /// A new configuration without header fields.
  ///
  /// As with Foundation, a request without `User-Agent` or `Accept-Encoding` gets these fields when it is sent.
  public static var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  /// The same as `default`: a session never writes anything to a disk.
  public static var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  func copy() -> URLSessionConfiguration { URLSessionConfiguration(settings.withLock { $0 }) }
}

extension URLSessionConfiguration {
  /// Alamofire's configurations, which have the default header fields.
  public enum af {
    public static var `default`: URLSessionConfiguration {
      let configuration = URLSessionConfiguration()
      configuration.headers = .default
      return configuration
    }

    /// The same as `default`: a session never writes anything to a disk.
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
  /// The values of a configuration.
  public struct Settings: Sendable {
    /// Header fields for requests that have no field of that name.
    public var headers = HTTPHeaders()
    /// A request fails if no byte was sent or received for this many seconds. Zero and negative values mean the
    /// default, as on Apple's platforms.
    public var timeoutIntervalForRequest: TimeInterval = URLRequest.defaultTimeout
    /// Seconds for the whole call, with every attempt, redirect and wait. 0 means no limit.
    ///
    /// If you never set it and the call is a download, it limits only the time until the head of the response arrives.
    /// From then on only `timeoutIntervalForRequest` applies.
    public var timeoutIntervalForResource: TimeInterval = 300 {
      didSet { isResourceTimeoutGiven = true }
    }
    /// True if `timeoutIntervalForResource` was set, even to its default.
    var isResourceTimeoutGiven = false
    /// Seconds for name resolution, TCP and TLS together.
    public var timeoutIntervalForConnect: TimeInterval = 10
    /// Maximum number of concurrent requests to one scheme, host and port. Further requests are queued.
    public var httpMaximumConnectionsPerHost = 64
    /// Path of a PEM file with the certificates to trust. `nil` means the system's certificates.
    public var certificateAuthorityFile: String?
    /// TLS options: client certificate, minimum version, pinned keys, and which certificates to trust for which host.
    public var tls = TLSOptions()
    /// Decides to which addresses connections may be made. `nil` allows all.
    public var addressGuard: AddressGuard?
    /// Connection options: HTTP version, Unix socket, addresses to use instead of DNS, interface, and proxy options.
    public var connection = ConnectionOptions()
    /// Credentials for requests that have no `Authorization` field of their own.
    public var authentication: Authentication?
    /// URL of an `http://`, `https://` or `socks5://` proxy. `nil` reads the environment. An empty string means no
    /// proxy.
    public var proxy: String?
    /// Maximum number of redirects before the request fails. If 0, a 3xx is a response like any other.
    public var maximumRedirects: UInt32 = 16
    /// Storage for cookies. If `nil`, cookies are not stored. A `Cookie` field that you set is sent in either case.
    public var httpCookieStorage: HTTPCookieStorage?
    /// Storage for hosts that require TLS (HSTS). If `nil`, they are not stored.
    public var hstsStorage: HSTSStorage?
    /// Additional header fields to drop on a redirect to another scheme, host or port.
    ///
    /// `Authorization`, `Cookie`, `X-Api-Key` and other fields with the name of a secret are always dropped.
    /// `NetworkLoggerPlugin` has its own list.
    public var originBoundHeaders: [String] = []
    /// Maximum size of a response's header section in bytes, interim responses included. At least 1024.
    public var maximumHeaderSize = 256 * 1024
    /// Maximum size in bytes of a body in memory, after decoding.
    public var maximumBodySize = 1 << 30
    /// If true, accepts a body with an unknown content coding and does not decode it.
    ///
    /// Names that stand for no coding (`none`, `utf-8`) are then ignored. If false, such a response is an error.
    public var acceptsAnyContentCoding = false
    /// If true, a GET with a body is sent. Moya refuses such a request, and so does a session by default.
    public var allowsBodyInGET = false

    // The following settings have no effect. They are stored, as on a URLRequest, so that code that sets them compiles.
    // Settings whose loss would go unnoticed, for example `protocolClasses` or a TLS version, are left out.

    /// No effect. A session has no cache.
    public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// No effect.
    public var networkServiceType = URLRequest.NetworkServiceType.default
    /// No effect. Without a connection, a request fails at once.
    public var waitsForConnectivity = false
    /// No effect.
    public var allowsCellularAccess = true
    /// No effect.
    public var allowsExpensiveNetworkAccess = true
    /// No effect.
    public var allowsConstrainedNetworkAccess = true
    /// No effect. HTTP/1 requests are never pipelined.
    public var httpShouldUsePipelining = false
    /// No effect. The cookies of `httpCookieStorage` are always sent.
    public var httpShouldSetCookies = true
  }

  /// Always `nil`, because a session has no cache. `nil` is the only value that can be set.
  public var urlCache: Never? {
    get { nil }
    set {}
  }

  /// `.never` if there is no `httpCookieStorage`, otherwise `.always`.
  ///
  /// Setting `.never` removes the storage. Setting `.always` creates a storage in memory if there is none.
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

  /// Whether the cookies of a response are stored.
  public enum CookieAcceptPolicy: Sendable {
    case never, always
  }

  /// Always `nil`, because credentials belong to a request. `nil` is the only value that can be set.
  public var urlCredentialStorage: Never? {
    get { nil }
    set {}
  }
}
