/// How a session sends, with Foundation's spelling. Changes after a session was made of it have no effect there.
public final class URLSessionConfiguration {
  /// Header fields for requests that have none of that name.
  public var headers = HTTPHeaders()
  /// Seconds without a byte in either direction. What is not positive counts as the default, as on Apple's platforms.
  public var timeoutIntervalForRequest: TimeInterval = URLRequest.defaultTimeout
  /// Seconds for the whole call: every attempt, redirect and wait. 0: no limit.
  public var timeoutIntervalForResource: TimeInterval = 300
  /// Seconds for name resolution, TCP and TLS together.
  public var timeoutIntervalForConnect: TimeInterval = 10
  /// Requests that run at once to one scheme, host and port; more wait in line.
  public var httpMaximumConnectionsPerHost = 64
  /// Certificates to trust, a PEM file. `nil`: the system's.
  public var certificateAuthorityFile: String?
  /// `http://`, `https://` or `socks5://` proxy. `nil`: from the environment. Empty: none.
  public var proxy: String?
  /// Redirects followed before the request fails. 0: a 3xx is an answer like any other.
  public var maximumRedirects: UInt32 = 16
  /// Header fields that a redirect to another scheme, host or port drops, beside `Authorization`, `Cookie`, `X-Api-Key`
  /// and others that are secret by their name. `NetworkLoggerPlugin` has a list of its own.
  public var originBoundHeaders: [String] = []
  /// Bytes of body kept in memory, after decoding.
  public var maximumBodySize = 1 << 30
  /// Send a GET that has a body? Moya refuses it, and so does a session by default.
  public var allowsBodyInGET = false
  var preferences = Preferences()

  public init() {}

  /// A new configuration, without header fields.
  public static var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  /// The same: nothing of a session is ever written to a disk.
  public static var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  /// `headers` as a dictionary.
  public var httpAdditionalHeaders: [AnyHashable: Any]? {
    get { headers.isEmpty ? nil : headers.dictionary }
    set {
      var fields: [String: String] = [:]
      for (name, value) in newValue ?? [:] { fields["\(name)"] = "\(value)" }
      headers = HTTPHeaders(fields)
    }
  }

  func copy() -> URLSessionConfiguration {
    let copy = URLSessionConfiguration()
    copy.headers = headers
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.timeoutIntervalForConnect = timeoutIntervalForConnect
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.certificateAuthorityFile = certificateAuthorityFile
    copy.proxy = proxy
    copy.maximumRedirects = maximumRedirects
    copy.originBoundHeaders = originBoundHeaders
    copy.maximumBodySize = maximumBodySize
    copy.allowsBodyInGET = allowsBodyInGET
    copy.preferences = preferences
    return copy
  }

  var options: TransferOptions {
    var options = TransferOptions()
    options.connectTimeout = max(1, timeoutIntervalForConnect.milliseconds)
    let timeout = timeoutIntervalForRequest > 0 ? timeoutIntervalForRequest : URLRequest.defaultTimeout
    options.idleTimeout = timeout.milliseconds
    options.totalTimeout = timeoutIntervalForResource.milliseconds
    options.maximumRedirects = maximumRedirects
    options.originBoundHeaders = originBoundHeaders
    options.maximumBodySize = maximumBodySize
    return options
  }
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
}
