import Moya

enum GitHub: TargetType {
  case user(String)
  case busy

  var baseURL: URL { URL(string: "https://api.example.com")! }

  var path: String {
    switch self {
    case .user(let name): "/users/\(name)"
    case .busy: "/busy"
    }
  }

  var validationType: ValidationType { .successCodes }
}

var policy = RetryPolicy()
policy.limit = 2
policy.scale = 0.05
let patient = MoyaProvider<GitHub>(plugins: [RetryPlugin(policy)])
print(try await patient.request(.busy).statusCode)
