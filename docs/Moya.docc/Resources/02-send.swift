import Moya

enum GitHub: TargetType {
  case user(String)

  var baseURL: URL { URL(string: "https://api.example.com")! }

  var path: String {
    switch self {
    case .user(let name): "/users/\(name)"
    }
  }

  var validationType: ValidationType { .successCodes }
}

let api = MoyaProvider<GitHub>()
let response = try await api.request(.user("octocat"))
print(response.statusCode, try response.mapString())
