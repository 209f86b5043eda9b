import Moya

/// Shows a spinner while requests run and a message when one fails.
final class ActivityAndAlertPlugin: PluginType {
  private(set) var spinner = 0
  private(set) var shown: [String] = []

  func willSend(_ request: RequestType, target: TargetType) { spinner += 1 }

  func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
    spinner -= 1
    guard case let .failure(error) = result else { return }
    shown.append(error.errorDescription ?? "\(error)")
  }
}

/// Where a token comes from.
protocol TokenSource: AnyObject {
  var token: String? { get }
}

final class MemoryTokenSource: TokenSource {
  var token: String?
  init(_ token: String?) { self.token = token }
}

/// Adds the token of a source to targets that need one.
struct TokenSourcePlugin: PluginType {
  let source: TokenSource

  func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
    guard target.needsAuth, let token = source.token else { return request }
    var request = request
    request.addValue("Bearer " + token, forHTTPHeaderField: "Authorization")
    return request
  }
}

/// Which targets need a token: one property on each.
enum Account: TargetType {
  case me
  case terms

  var baseURL: URL { URL(string: "https://store.example.com/account")! }
  var path: String { self.needsAuth ? "/me" : "/terms" }
  var method: Moya.Method { .get }
  var task: Task { .requestPlain }
  var headers: [String: String]? { nil }
  var needsAuth: Bool { if case .me = self { return true } else { return false } }
}
