import Moya

enum GitHub: TargetType {
  case user(String)
  case missing

  var baseURL: URL { URL(string: "https://api.example.com")! }

  var path: String {
    switch self {
    case .user(let name): "/users/\(name)"
    case .missing: "/nothing-here"
    }
  }

  var validationType: ValidationType { .successCodes }
}

let api = MoyaProvider<GitHub>()

do {
  _ = try await api.request(.missing)
} catch {
  switch error.flat {
  case .statusCode(let response): print("refused with", response.statusCode)
  case .underlying(let cause as TransferError, _): print("no response:", cause.message)
  default: print(error.message)
  }
}
