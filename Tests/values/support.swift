import Moya

// What the rows of refused.txt use.

struct User: Decodable, Sendable {
  let login: String
}

struct Team: Decodable, Sendable {
  let members: [String]
}

struct Fault: Decodable, Sendable {
  let reason: String
}

struct Box: Sendable {
  let count: Int
}

let host = URL(filePath: "/")

enum API: TargetType {
  case user
  var baseURL: URL { host }
  var path: String { "user" }
}

enum Strict: ErrorBodyTarget {
  case user
  var baseURL: URL { host }
  var path: String { "user" }
  var errorBodies: [ErrorBodyRule<Fault>] { [.json(400...499)] }
}

struct GetUser: ValueTarget {
  typealias Value = User
  var baseURL: URL { host }
  var path: String { "user" }
}

struct Remove: ValueTarget {
  typealias Value = Void
  var baseURL: URL { host }
  var path: String { "user" }
}

struct SignUp: ValueTarget, ErrorBodyTarget {
  typealias Value = User
  var baseURL: URL { host }
  var path: String { "users" }
  var errorBodies: [ErrorBodyRule<Fault>] { [.json([409, 422])] }
}

let untyped = MoyaXProvider()
let multi = MoyaProvider<MultiTarget>()
let typed = MoyaProvider<API>()
let strict = MoyaProvider<Strict>()
