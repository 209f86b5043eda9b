import Moya

enum GitHub: TargetType {
  case user(String)
  case repos(String, page: Int)

  var baseURL: URL { URL(string: "https://api.example.com")! }

  var path: String {
    switch self {
    case .user(let name): "/users/\(name)"
    case .repos(let name, _): "/users/\(name)/repos"
    }
  }

  var task: Moya.Task {
    if case .repos(_, let page) = self {
      .requestParameters(parameters: ["page": page], encoding: URLEncoding.queryString)
    } else {
      .requestPlain
    }
  }

  var validationType: ValidationType { .successCodes }
}

struct Repo: Decodable {
  let full_name: String
}

let api = MoyaProvider<GitHub>()
for try await page in api.pages(.repos("octocat", page: 1), as: [Repo].self) {
  print(page.number, page.value.map(\.full_name))
}
