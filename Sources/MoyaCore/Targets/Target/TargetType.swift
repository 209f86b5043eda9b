/// One API: where it is, and what each of its requests looks like.
///
/// Usually an enum with a case per request. Only `baseURL` and `path` have no default.
public protocol TargetType {
  /// The address that every path is appended to. Its query survives.
  var baseURL: URL { get }

  /// Appended to `baseURL`, percent-encoded as a path. Empty: `baseURL` as it is.
  var path: String { get }

  /// The HTTP method. Default: `.get`.
  var method: Method { get }

  /// What the stubs answer with status 200, unless `sampleResponse` says otherwise. Default: empty.
  var sampleData: Data { get }

  /// What is sent, and where the answer goes. Default: `.requestPlain`.
  var task: Task { get }

  /// Which statuses count as success. Default: all.
  var validationType: ValidationType { get }

  /// Header fields. Default: none.
  var headers: [String: String]? { get }

  // libmoya's additions. All have defaults, so a target written for Moya compiles unchanged.

  /// The whole request description, for a target that wants to say it all itself.
  /// Default: `baseURL` + `path`, `method`, `task`, `headers`, `timeout`, `partialDownload` and the sample.
  var endpoint: Endpoint { get }

  /// The complete answer of a stub. Default: `nil`, which is status 200 with `sampleData`.
  var sampleResponse: EndpointSampleResponse? { get }

  /// Whether this target is stubbed. Default: `nil`, the provider decides.
  var stubBehavior: StubBehavior? { get }

  /// Seconds without a byte in either direction. Default: `nil`, the request's own.
  var timeout: TimeInterval? { get }

  /// Of a download: the file in which its bytes wait when it is interrupted, and in which the next request to the same
  /// URL goes on. Default: `nil`, an interrupted download starts over.
  var partialDownload: URL? { get }

  /// How the request connects differently from its session: another identity, a stricter check, another way. What cannot
  /// be used fails the request before it is sent. Default: `nil`, as the session says.
  var connection: ConnectionOverrides? { get }

  /// Labels that plugins look at, such as "showLoading". Default: none.
  var tags: Set<String> { get }

  /// Does the request carry the user's credentials? Read by plugins. Default: `false`.
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

/// What names a request in a log. A target's description would show what it holds, and that may be a password.
package enum TargetName {
  /// `login` for `API.login(user: "ann", password: "…")`; of a struct or class the type's name.
  package static func of(_ target: any TargetType) -> String {
    if let multi = target as? MultiTarget { return of(multi.target) }
    if let foreign = target as? ForeignTarget { return foreign.subject.name }
    let mirror = Mirror(reflecting: target)
    guard mirror.displayStyle == .enum else { return "\(type(of: target))" }
    guard let payload = mirror.children.first else { return "\(target)" }
    return payload.label ?? "\(type(of: target))"
  }
}

/// Whether a request is answered by a stub, and when.
public enum StubBehavior: Hashable, Sendable {
  /// The request goes out.
  case never
  /// Before `request` returns.
  case immediate
  /// After this many seconds.
  case delayed(seconds: TimeInterval)
}

/// A target whose requests carry an access token.
public protocol AccessTokenAuthorizable {
  /// `nil`: this request goes without a token.
  var authorizationType: AuthorizationType? { get }
}

/// The scheme in front of the token in the `Authorization` header.
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
  /// The URL of a target: its base with the path appended. An empty path leaves the base untouched, query included.
  public init<Target: TargetType>(target: Target) {
    let base = target.baseURL
    self = target.path.isEmpty ? base : URL(string: URLText.of(target)) ?? base
  }
}

extension TargetType {
  /// `baseURL` and `path` together. Of a `ServiceTarget`: a path that is a whole URL; any other under `service:/`,
  /// which stands for the root that only the provider's `ServiceDefaults` know.
  public var fullURL: URL { URL(target: self) }
}

extension URLText {
  /// The URL of a target: its base and path. A whole URL as the path needs no base where that is not known yet.
  static func of(_ target: some TargetType) -> String {
    let (url, path) = (target.baseURL, target.path)
    // Made with `relativeTo:`: the path is joined to the relative part alone.
    if url.baseURL != nil, !path.isEmpty { return url.appendingPathComponent(path).absoluteString }
    let base = url.absoluteString
    return base == unsetRoot && isWhole(path) ? path : joining(base, path)
  }

  /// The base URL of targets that leave it to the provider's `ServiceDefaults`.
  static let unsetRoot = "service:/"
  static let unsetRootURL = URL(string: unsetRoot) ?? URL(filePath: "/")
}

extension Endpoint {
  /// The description that `TargetType.endpoint` gives unless the target says otherwise.
  public convenience init<Target: TargetType>(target: Target) {
    self.init(
      url: URLText.of(target),
      sampleResponseClosure: { target.sampleResponse ?? .networkResponse(200, target.sampleData) },
      method: target.method, task: target.task, httpHeaderFields: target.headers, timeout: target.timeout,
      partialDownload: target.partialDownload)
  }
}
