import FoundationEssentials

// What Apple's networking is told about a request. It is kept and has no effect: definitions that set it compile, and
// plugins read back what was set.
extension URLRequest {
  /// What the traffic is for. Foundation's numbers.
  public enum NetworkServiceType: UInt, Sendable {
    case `default` = 0
    case voip = 1
    case video = 2
    case background = 3
    case voice = 4
    case responsiveData = 6
    case avStreaming = 8
    case responsiveAV = 9
    case callSignaling = 11
  }

  struct Preferences: Sendable {
    var mainDocumentURL: URL?
    var networkServiceType = NetworkServiceType.default
    var httpShouldHandleCookies = true
    var httpShouldUsePipelining = false
    var allowsCellularAccess = true
    var allowsExpensiveNetworkAccess = true
    var allowsConstrainedNetworkAccess = true
    var assumesHTTP3Capable = false
  }

  public var mainDocumentURL: URL? {
    get { preferences.mainDocumentURL }
    set { preferences.mainDocumentURL = newValue }
  }

  public var networkServiceType: NetworkServiceType {
    get { preferences.networkServiceType }
    set { preferences.networkServiceType = newValue }
  }

  /// A session keeps no cookies.
  public var httpShouldHandleCookies: Bool {
    get { preferences.httpShouldHandleCookies }
    set { preferences.httpShouldHandleCookies = newValue }
  }

  public var httpShouldUsePipelining: Bool {
    get { preferences.httpShouldUsePipelining }
    set { preferences.httpShouldUsePipelining = newValue }
  }

  public var allowsCellularAccess: Bool {
    get { preferences.allowsCellularAccess }
    set { preferences.allowsCellularAccess = newValue }
  }

  public var allowsExpensiveNetworkAccess: Bool {
    get { preferences.allowsExpensiveNetworkAccess }
    set { preferences.allowsExpensiveNetworkAccess = newValue }
  }

  public var allowsConstrainedNetworkAccess: Bool {
    get { preferences.allowsConstrainedNetworkAccess }
    set { preferences.allowsConstrainedNetworkAccess = newValue }
  }

  public var assumesHTTP3Capable: Bool {
    get { preferences.assumesHTTP3Capable }
    set { preferences.assumesHTTP3Capable = newValue }
  }
}
