/// Wraps any target, so that one provider serves several APIs.
public enum MultiTarget: TargetType {
  case target(any TargetType)

  public init(_ target: any TargetType) { self = .target(target) }

  public var target: any TargetType {
    switch self {
    case .target(let target): target
    }
  }

  public var baseURL: URL { target.baseURL }
  public var path: String { target.path }
  public var method: Method { target.method }
  public var sampleData: Data { target.sampleData }
  public var task: Task { target.task }
  public var validationType: ValidationType { target.validationType }
  public var headers: [String: String]? { target.headers }

  public var endpoint: Endpoint { target.endpoint }
  public var sampleResponse: EndpointSampleResponse? { target.sampleResponse }
  public var stubBehavior: StubBehavior? { target.stubBehavior }
  public var timeout: TimeInterval? { target.timeout }
  public var partialDownload: URL? { target.partialDownload }
  public var connection: ConnectionOverrides? { target.connection }
  public var tags: Set<String> { target.tags }
  public var needsAuth: Bool { target.needsAuth }
}

extension MultiTarget: AccessTokenAuthorizable {
  public var authorizationType: AuthorizationType? {
    (target as? any AccessTokenAuthorizable)?.authorizationType
  }
}
