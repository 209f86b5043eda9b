import Moya
import Synchronization

/// Stores the token while the user is signed in.
public final class TokenSource: Sendable {
  private let stored = Mutex<String?>(nil)

  public init() {}

  public var token: String? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

/// Adds the token of a source to every target that needs it. Removes the token if the server says that it is not valid.
public struct TokenSourcePlugin: PluginType {
  private let source: TokenSource

  public init(source: TokenSource) { self.source = source }

  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    guard target.needsAuth, let token = source.token else { return request }
    var request = request
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }

  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    if target.needsAuth, TokenRefreshPlugin.isUnauthorized(result) { source.token = nil }
  }
}
