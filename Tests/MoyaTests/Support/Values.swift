import Moya

// What the tests of values send, and what they get.

struct Account: Decodable, Equatable, Sendable {
  var login: String?
  var fullName: String?
}

/// A target whose responses are decoded in its own way.
struct Decoded: DecodingTarget {
  var baseURL: URL { Probe().baseURL }
  var path: String { "decoded" }
  var valueKeyPath: String? { "data" }
  var failsOnEmptyData: Bool { false }
  var valueDecoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

struct GetAccount: ValueTarget {
  typealias Value = Account
  var baseURL: URL { Probe().baseURL }
  var path: String { "account" }
}

/// A target without a value.
struct RemoveAccount: ValueTarget {
  typealias Value = Void
  var baseURL: URL { Probe().baseURL }
  var path: String { "account" }
  var method: Moya.Method { .delete }
}

/// A target that reads its value itself.
struct CountBytes: ValueTarget {
  typealias Value = Int

  struct Odd: Error {}

  var baseURL: URL { Probe().baseURL }
  var path: String { "bytes" }

  func value(of response: Response) throws -> Int {
    if response.data.count % 2 == 1 { throw Odd() }
    return response.data.count
  }
}

/// What a server says when it refuses to make an account.
enum SignUpFault: Equatable, Sendable {
  case taken(String)
  case invalid([String])
  case text(String)
}

struct TakenName: Decodable, Sendable {
  let name: String
}

struct SignUp: ValueTarget, ErrorBodyTarget {
  typealias Value = Account
  var baseURL: URL { Probe().baseURL }
  var path: String { "accounts" }
  var method: Moya.Method { .post }

  var errorBodies: [ErrorBodyRule<SignUpFault>] {
    [
      .json([409]) { (body: TakenName) in .taken(body.name) },
      .json(420...429, atKeyPath: "errors", SignUpFault.invalid),
      ErrorBodyRule(500..<600) { response in .text(try response.mapString()) },
    ]
  }
}

/// A target of an API in which all error bodies are the same.
struct Plain: ErrorBodyTarget {
  var baseURL: URL { Probe().baseURL }
  var path: String { "plain" }
  var errorBodies: [ErrorBodyRule<Account>] { [.json(400...499)] }
}

extension Session {
  /// Makes a session in which every request gets this response.
  static func answering(_ status: Int, _ text: String) -> Session {
    let rules = StubRules()
    rules.add(.any, answer: .text(status, text))
    return Session(backend: rules)
  }
}
