import Moya

/// The example API of Moya's own documentation.
enum GitHub: TargetType {
  case zen
  case userProfile(String)

  static let base = URL(string: "https://api.github.com") ?? URL(filePath: "/")

  var baseURL: URL { GitHub.base }

  var path: String {
    switch self {
    case .zen: "/zen"
    case .userProfile(let name): "/users/\(name)"
    }
  }

  var validationType: ValidationType { .successAndRedirectCodes }

  var sampleData: Data {
    switch self {
    case .zen: Data("Half measures are as bad as nothing at all.".utf8)
    case .userProfile(let name): Data(#"{"login": "\#(name)", "id": 100}"#.utf8)
    }
  }
}

/// A target whose every property a test can set.
struct Probe: TargetType {
  var baseURL = URL(string: "http://probe.example") ?? URL(filePath: "/")
  var path = ""
  var method = Moya.Method.get
  var task = Task.requestPlain
  var sampleData = Data("sample".utf8)
  var validationType = ValidationType.none
  var headers: [String: String]?
  var sampleResponse: EndpointSampleResponse?
  var stubBehavior: StubBehavior?
  var timeout: TimeInterval?
  var partialDownload: URL?
  var tags: Set<String> = []
  var needsAuth = false

  init(_ host: String? = nil, _ path: String = "") {
    if let host, let url = URL(string: "http://\(host)") { baseURL = url }
    self.path = path
  }
}

/// A target that carries a token.
struct Secured: TargetType, AccessTokenAuthorizable {
  var authorizationType: AuthorizationType?
  var baseURL: URL { GitHub.base }
  var path: String { "/secured" }
  var sampleData: Data { Data("ok".utf8) }
}
