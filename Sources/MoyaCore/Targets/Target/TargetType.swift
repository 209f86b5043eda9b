/// Describes the requests of one API.
///
/// Each value of a conforming type describes one request and is called a target. The type is usually an enum with a
/// case per request. Only `baseURL` and `path` have no default.
public protocol TargetType: SendableMetatype {
  /// The address to which every path is appended. The query of the address is preserved.
  var baseURL: URL { get }

  /// The path that is appended to `baseURL`, percent-encoded. If it is empty, `baseURL` is used unchanged.
  var path: String { get }

  /// The HTTP method. Default: `.get`.
  var method: Method { get }

  /// The data of a stub's response with status 200, unless `sampleResponse` is set. Default: empty.
  var sampleData: Data { get }

  /// What is sent, and where the response goes. Default: `.requestPlain`.
  var task: Task { get }

  /// Which statuses count as success. Default: all.
  var validationType: ValidationType { get }

  /// Header fields. Default: none.
  var headers: [String: String]? { get }

  // libmoya's additions. All of them have defaults, so a target that was written for Moya compiles unchanged.

  /// The whole description of the request. Implement it for a target that needs more than the properties above.
  /// Default: `baseURL` + `path`, `method`, `task`, `headers`, `timeout`, `partialDownload` and the sample.
  var endpoint: Endpoint { get }

  /// The complete response of a stub. Default: `nil`, which means status 200 with `sampleData`.
  var sampleResponse: EndpointSampleResponse? { get }

  /// Whether this target is stubbed. Default: `nil`, which leaves the decision to the provider.
  var stubBehavior: StubBehavior? { get }

  /// The request fails if no byte was sent or received for this many seconds. Default: `nil`, which means the default
  /// timeout of a request.
  var timeout: TimeInterval? { get }

  /// The file that stores the bytes of an interrupted download. The next request to the same URL continues there.
  /// Default: `nil`, so an interrupted download starts over.
  var partialDownload: URL? { get }

  /// How the connection differs from the session's settings, for example a client certificate, a stricter check or
  /// another route. If a setting cannot be used, the request fails before it is sent. Default: `nil`, which means the
  /// session's settings.
  var connection: ConnectionOverrides? { get }

  /// Labels that plugins read, for example "showLoading". Default: none.
  var tags: Set<String> { get }

  /// True if the request contains the user's credentials. Plugins read this. Default: `false`.
  var needsAuth: Bool { get }
}

extension TargetType {
  public var method: Method { .get }
  public var sampleData: Data { Data() }
  public var task: Task { .requestPlain }
  public var validationType: ValidationType { .none }
  public var headers: [String: String]? { nil }

  public var endpoint: Endpoint { Endpoint(target: self) }
  public var sampleResponse: EndpointSampleResponse? { nil }
  public var stubBehavior: StubBehavior? { nil }
  public var timeout: TimeInterval? { nil }
  public var partialDownload: URL? { nil }
  public var connection: ConnectionOverrides? { nil }
  public var tags: Set<String> { [] }
  public var needsAuth: Bool { false }
}

/// The name of a request in a log. The target's description would show the target's values, and one of them can be a
/// password.
package enum TargetName {
  /// Returns `login` for `API.login(user: "ann", password: "…")`, and the type's name for a struct or class.
  package static func of(_ target: any TargetType) -> String {
    if let multi = target as? MultiTarget { return of(multi.target) }
    if let foreign = target as? ForeignTarget { return foreign.subject.name }
    let mirror = Mirror(reflecting: target)
    guard mirror.displayStyle == .enum else { return "\(type(of: target))" }
    guard let payload = mirror.children.first else { return "\(target)" }
    return payload.label ?? "\(type(of: target))"
  }
}

/// Whether a stub responds to a request, and when.
public enum StubBehavior: Hashable, Sendable {
  /// The request is sent.
  case never
  /// The stub responds before `request` returns.
  case immediate
  /// The stub responds after this many seconds.
  case delayed(seconds: TimeInterval)
}

/// A target whose requests contain an access token.
public protocol AccessTokenAuthorizable: SendableMetatype {
  /// The scheme of the token. `nil` if this request has no token.
  var authorizationType: AuthorizationType? { get }
}

/// The scheme before the token in the `Authorization` header.
public enum AuthorizationType: Hashable, Sendable {
  case basic
  case bearer
  case custom(String)

  /// The scheme's name as it is sent.
  public var value: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .custom(let name): name
    }
  }
}

extension URL {
  /// Makes the URL of a target: its base with the path appended. If the path is empty, the base is unchanged, including
  /// its query.
  public init<Target: TargetType>(target: Target) {
    let base = target.baseURL
    self = target.path.isEmpty ? base : URL(string: URLText.of(target)) ?? base
  }
}

extension TargetType {
  /// `baseURL` with `path` appended. A `ServiceTarget` does not know its root, which is in the provider's
  /// `ServiceDefaults`. If its path is an absolute URL, the result is this path alone. Otherwise the result begins with
  /// the placeholder `service:/` instead of the root.
  public var fullURL: URL { URL(target: self) }
}

extension URLText {
  /// Returns the URL of a target: its base with the path appended. If the base is the placeholder for the root of
  /// `ServiceDefaults`, and the path is an absolute URL, returns the path alone.
  static func of(_ target: some TargetType) -> String {
    let (url, path) = (target.baseURL, target.path)
    // A base that was made with `relativeTo:` has a `baseURL`. For such a base, `joining` would join the path to the
    // relative part only.
    if url.baseURL != nil, !path.isEmpty { return url.appendingPathComponent(path).absoluteString }
    let base = url.absoluteString
    return base == unsetRoot && isWhole(path) ? path : joining(base, path)
  }

  /// The base URL of targets that use the root of the provider's `ServiceDefaults`.
  static let unsetRoot = "service:/"
  static let unsetRootURL = URL(string: unsetRoot) ?? URL(filePath: "/")
}

extension Endpoint {
  /// Makes the default of `TargetType.endpoint`.
  public convenience init<Target: TargetType>(target: Target) {
    // `nonisolated(unsafe)`: as in Moya, a target need not be `Sendable`. The closure only reads the target.
    nonisolated(unsafe) let sampled = target
    self.init(
      url: URLText.of(target),
      sampleResponseClosure: { sampled.sampleResponse ?? .networkResponse(200, sampled.sampleData) },
      method: target.method, task: target.task, httpHeaderFields: target.headers, timeout: target.timeout,
      partialDownload: target.partialDownload)
  }
}
