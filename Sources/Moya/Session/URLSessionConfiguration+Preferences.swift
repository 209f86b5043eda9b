// What Apple's networking is told about a session. It is kept and has no effect, as on a URLRequest: configurations that
// set it compile. What would be missed in silence, such as `protocolClasses` or a TLS version, is not here.
extension URLSessionConfiguration {
  struct Preferences {
    var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    var networkServiceType = URLRequest.NetworkServiceType.default
    var waitsForConnectivity = false
    var allowsCellularAccess = true
    var allowsExpensiveNetworkAccess = true
    var allowsConstrainedNetworkAccess = true
    var httpShouldUsePipelining = false
    var httpShouldSetCookies = true
  }

  /// No effect: a session keeps no cache.
  public var requestCachePolicy: URLRequest.CachePolicy {
    get { preferences.requestCachePolicy }
    set { preferences.requestCachePolicy = newValue }
  }

  /// No effect.
  public var networkServiceType: URLRequest.NetworkServiceType {
    get { preferences.networkServiceType }
    set { preferences.networkServiceType = newValue }
  }

  /// No effect: without a connection a request fails at once.
  public var waitsForConnectivity: Bool {
    get { preferences.waitsForConnectivity }
    set { preferences.waitsForConnectivity = newValue }
  }

  /// No effect.
  public var allowsCellularAccess: Bool {
    get { preferences.allowsCellularAccess }
    set { preferences.allowsCellularAccess = newValue }
  }

  /// No effect.
  public var allowsExpensiveNetworkAccess: Bool {
    get { preferences.allowsExpensiveNetworkAccess }
    set { preferences.allowsExpensiveNetworkAccess = newValue }
  }

  /// No effect.
  public var allowsConstrainedNetworkAccess: Bool {
    get { preferences.allowsConstrainedNetworkAccess }
    set { preferences.allowsConstrainedNetworkAccess = newValue }
  }

  /// No effect: HTTP/1 requests are not pipelined.
  public var httpShouldUsePipelining: Bool {
    get { preferences.httpShouldUsePipelining }
    set { preferences.httpShouldUsePipelining = newValue }
  }

  /// No effect: a session keeps no cookies. A `Cookie` field of yours is sent.
  public var httpShouldSetCookies: Bool {
    get { preferences.httpShouldSetCookies }
    set { preferences.httpShouldSetCookies = newValue }
  }

  /// Always `nil`, which is all that it can be set to: a session keeps no cache.
  public var urlCache: Never? {
    get { nil }
    set {}
  }

  /// Always `nil`, which is all that it can be set to: a session keeps no cookies.
  public var httpCookieStorage: Never? {
    get { nil }
    set {}
  }

  /// Always `.never`, which is all that it can be set to: a session keeps no cookies.
  public var httpCookieAcceptPolicy: CookieAcceptPolicy {
    get { .never }
    set {}
  }

  /// What becomes of the cookies of an answer.
  public enum CookieAcceptPolicy: Sendable {
    case never
  }

  /// Always `nil`, which is all that it can be set to: credentials are those of a request.
  public var urlCredentialStorage: Never? {
    get { nil }
    set {}
  }
}
