import FoundationEssentials

// What Apple's networking is told about a request. It is kept and has no effect: definitions that set it compile, and
// plugins read back what was set.
extension URLRequest {
  /// Foundation's numbers.
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
    case returnCacheDataElseLoad = 2
    case returnCacheDataDontLoad = 3
    case reloadIgnoringLocalAndRemoteCacheData = 4
    case reloadRevalidatingCacheData = 5

    public static var reloadIgnoringCacheData: CachePolicy { .reloadIgnoringLocalCacheData }
  }

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

  /// Read and set as properties of the request.
  public struct Preferences: Sendable {
    /// A session keeps no cache.
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    public var mainDocumentURL: URL?
    public var networkServiceType = NetworkServiceType.default
    /// No effect: a session's `httpCookieStorage` decides.
    public var httpShouldHandleCookies = true
    public var httpShouldUsePipelining = false
    public var allowsCellularAccess = true
    public var allowsExpensiveNetworkAccess = true
    public var allowsConstrainedNetworkAccess = true
    public var assumesHTTP3Capable = false
  }
}
