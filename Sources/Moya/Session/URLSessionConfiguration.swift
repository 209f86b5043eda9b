/// The settings of a session. The names are Foundation's.
///
/// A configuration also has all properties of `Settings`, which you can read and set directly. Any thread may use a
/// configuration. A session copies its configuration when the session is made, so later changes do not affect that
/// session.
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
  /// As in Foundation, a request that lacks `User-Agent` or `Accept-Encoding` gets these fields when it is sent.
  public static var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  /// The same configuration as `default`, because a session stores no cookies, credentials or cached responses on a
  /// disk.
  public static var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  func copy() -> URLSessionConfiguration { URLSessionConfiguration(settings.withLock { $0 }) }
}

extension URLSessionConfiguration {
  /// Alamofire's configurations. They have the default header fields.
  public enum af {
    public static var `default`: URLSessionConfiguration {
      let configuration = URLSessionConfiguration()
      configuration.headers = .default
      return configuration
    }

    /// The same configuration as `default`, because a session stores no cookies, credentials or cached responses on a
    /// disk.
    public static var ephemeral: URLSessionConfiguration { .af.default }
  }

  /// The fields of `headers` as a dictionary.
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
    /// Header fields for requests that have no field with the same name.
    public var headers = HTTPHeaders()
    /// A request fails if no byte was sent or received for this many seconds. Zero and negative values mean the
    /// default, as on Apple's platforms.
    public var timeoutIntervalForRequest: TimeInterval = URLRequest.defaultTimeout
    /// The limit in seconds for a whole call, with every attempt, redirect and wait. 0 means no limit.
    ///
    /// If you never set this value, it has a different meaning for a download and for a response that is read as a
    /// stream. It then limits only the time until the head of the response arrives. After the head, only
    /// `timeoutIntervalForRequest` applies.
    public var timeoutIntervalForResource: TimeInterval = 300 {
      didSet { isResourceTimeoutGiven = true }
    }
    /// True if `timeoutIntervalForResource` was set, even to its default.
    var isResourceTimeoutGiven = false
    /// The limit in seconds for name resolution, TCP and TLS together.
    public var timeoutIntervalForConnect: TimeInterval = 10
    /// Maximum number of concurrent requests to one combination of scheme, host and port. Further requests wait in a
    /// queue.
    public var httpMaximumConnectionsPerHost = 64
    /// Path of a PEM file with the certificates to trust. `nil` means the system's certificates.
    public var certificateAuthorityFile: String?
    /// TLS options: the client certificate, the minimum version, pinned keys, and which certificates to trust for which
    /// host.
    public var tls = TLSOptions()
    /// Decides to which addresses connections may be made. `nil` allows all addresses.
    public var addressGuard: AddressGuard?
    /// Connection options: HTTP version, Unix socket, addresses to use instead of DNS, network interface, and proxy
    /// options.
    public var connection = ConnectionOptions()
    /// Credentials for requests that have no `Authorization` field.
    public var authentication: Authentication?
    /// URL of an `http://`, `https://` or `socks5://` proxy. `nil` means the proxy that environment variables name. An
    /// empty string means no proxy.
    public var proxy: String?
    /// Maximum number of redirects before the request fails. If the number is 0, a response with a status 3xx is passed
    /// on like any other response.
    public var maximumRedirects: UInt32 = 16
    /// Storage for cookies. If `nil`, cookies are not stored. A `Cookie` field that you set is sent in either case.
    public var httpCookieStorage: HTTPCookieStorage?
    /// Storage for hosts that require TLS (HSTS). If `nil`, these hosts are not stored.
    public var hstsStorage: HSTSStorage?
    /// Additional header fields to drop on a redirect to another scheme, host or port.
    ///
    /// The fields that `Redaction.default` hides are always dropped, for example `Authorization`, `Cookie`, `X-Api-Key`
    /// and `X-Shop-Secret`. `NetworkLoggerPlugin` does not use this list.
    public var originBoundHeaders: [String] = []
    /// Maximum size of a response's header section in bytes, including the sections of interim responses. The value
    /// must be at least 1024.
    public var maximumHeaderSize = 256 * 1024
    /// Maximum size in bytes of a body that is stored in memory. The size is measured after decoding.
    public var maximumBodySize = 1 << 30
    /// If true, a body with an unknown content coding is accepted and not decoded. Names that stand for no coding, for
    /// example `none` and `utf-8`, are then ignored. If false, a response with an unknown coding is an error.
    public var acceptsAnyContentCoding = false
    /// If true, a GET with a body is sent. If false, a GET with a body is an error, as in Moya.
    public var allowsBodyInGET = false

    // The settings below have no effect. They are stored so that code that sets them compiles. `URLRequest` has such
    // settings too. Some of Foundation's settings are missing on purpose, for example `protocolClasses` and TLS
    // versions. A program that relies on one of them does not compile, instead of running without it.

    /// No effect, because a session has no cache.
    public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// No effect.
    public var networkServiceType = URLRequest.NetworkServiceType.default
    /// No effect. If there is no connection, a request fails at once.
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

  /// `.never` if `httpCookieStorage` is `nil`, otherwise `.always`.
  ///
  /// Setting `.never` removes the storage. Setting `.always` creates a storage in memory if there is no storage.
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

  /// Says whether the cookies of a response are stored.
  public enum CookieAcceptPolicy: Sendable {
    case never, always
  }

  /// Always `nil`, because credentials belong to a request. `nil` is the only value that can be set.
  public var urlCredentialStorage: Never? {
    get { nil }
    set {}
  }
}
