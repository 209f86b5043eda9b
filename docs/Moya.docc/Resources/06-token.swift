import Moya

enum GitHub: TargetType {
  case user(String)
  case secret

  var baseURL: URL { URL(string: "https://api.example.com")! }

  var path: String {
    switch self {
    case .user(let name): "/users/\(name)"
    case .secret: "/secret"
    }
  }

  var validationType: ValidationType { .successCodes }
  var needsAuth: Bool { if case .secret = self { true } else { false } }
}

let tokens = TokenRefreshPlugin(token: "expired") { answer in
  MoyaXProvider().post("https://api.example.com/token") { result in
    answer(Result { try result.get().mapString(atKeyPath: "access_token") })
  }
}
let signedIn = MoyaProvider<GitHub>(plugins: [tokens])
print(try await signedIn.request(.secret).mapString())
