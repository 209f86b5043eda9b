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

let rules = StubRules()
let ann = rules.add(.path("/users/ann"), answer: .text(200, #"{"login": "ann", "followers": 3}"#))
let offline = MoyaProvider<GitHub>(session: Session(backend: rules))

let user = try await offline.request(.user("ann")).map(User.self)
assert(user.login == "ann" && ann.count == 1)
