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
