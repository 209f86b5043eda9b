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
