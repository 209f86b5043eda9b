import Moya

/// A target as an application writes it. The base URL is made only once.
enum API: TargetType {
  case plain
  case search(page: Int)
  case create

  static let base = URL(string: "https://api.example.com/v1") ?? URL(filePath: "/")

  var baseURL: URL { Self.base }

  var path: String {
    switch self {
    case .plain: "/zen"
    case .search: "/search/repositories"
    case .create: "/users"
    }
  }

  var method: Moya.Method {
    switch self {
    case .plain, .search: .get
    case .create: .post
    }
  }

  var task: Task {
    switch self {
    case .plain: .requestPlain
    case .search(let page):
      .requestParameters(
        parameters: ["q": "language:swift", "page": page, "sort": "stars"], encoding: URLEncoding.queryString)
    case .create:
      .requestParameters(
        parameters: [
          "name": "Ada Lovelace", "email": "ada@example.com", "age": 36, "admin": true, "score": 12.5,
          "city": "London", "zip": "W1", "tags": ["a", "b"], "plan": "pro", "visits": 1234,
        ], encoding: JSONEncoding.default)
    }
  }

  var headers: [String: String]? { ["Accept": "application/json"] }
}

/// One element of the large response.
struct Repository: Codable {
  struct Owner: Codable {
    let login: String
    let url: String
  }

  let id: Int
  let fullName: String
  let isPrivate: Bool
  let score: Double
  let tags: [String]
  let owner: Owner

  static func megabyte() throws -> Data {
    let items = (0..<5600).map { index in
      Repository(
        id: index * 7919, fullName: "octocat/repository-\(index)", isPrivate: false, score: Double(index) * 0.37,
        tags: ["a", "bb", "ccc"], owner: Owner(login: "octocat", url: "https://api.example.com/users/octocat"))
    }
    return try JSONEncoder().encode(items)
  }
}
