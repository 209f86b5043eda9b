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

struct User: Decodable {
  let login: String
  let followers: Int
  let email: String?
}

let api = MoyaProvider<GitHub>()
let user = try await api.request(.user("octocat")).map(User.self)
print(user.login, "has", user.followers, "followers")
