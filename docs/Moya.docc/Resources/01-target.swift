import Moya

enum GitHub: TargetType {
  case user(String)

  var baseURL: URL { URL(string: "https://api.example.com")! }

  var path: String {
    switch self {
    case .user(let name): "/users/\(name)"
    }
  }
}
