import Foundation
import Moya

/// A bank's API by structs behind one MultiTarget, with a protocol of the application's own on top.
protocol BankTarget: TargetType, AccessTokenAuthorizable {
  associatedtype Answer: Decodable
}

extension BankTarget {
  var baseURL: URL { URL(string: "https://bank.example/v3")! }
  var headers: [String: String]? { ["X-Request": "1"] }
  var authorizationType: AuthorizationType? { .bearer }
  var validationType: ValidationType { .successCodes }
}

struct Amount: Codable, Equatable {
  var value: Int
  var currency: String
}

struct Nothing: Codable {}

struct Accounts: BankTarget {
  typealias Answer = [String]
  var path: String { "/accounts" }
  var method: Moya.Method { .get }
  var task: Task { .requestPlain }
  var sampleData: Data { Data(#"["a", "b"]"#.utf8) }
}

struct Balance: BankTarget {
  typealias Answer = Amount
  let account: String
  var path: String { "/accounts/\(account)/balance" }
  var method: Moya.Method { .get }
  var task: Task { .requestPlain }
  var sampleData: Data { Data(#"{"value": 12, "currency": "EUR"}"#.utf8) }
}

struct Transfer: BankTarget {
  typealias Answer = Nothing
  let to: String
  let amount: Amount
  var path: String { "/transfers" }
  var method: Moya.Method { .post }
  var task: Task { .requestJSONEncodable(amount) }
  var sampleData: Data { Data("{}".utf8) }
}

struct Statement: BankTarget {
  typealias Answer = Nothing
  let year: Int
  let folder: URL
  var path: String { "/statements" }
  var method: Moya.Method { .get }
  var task: Task {
    .downloadParameters(
      parameters: ["year": year], encoding: URLEncoding.default,
      destination: DownloadRequest.suggestedDownloadDestination(options: [.removePreviousFile]))
  }
}

struct Identify: BankTarget {
  typealias Answer = Nothing
  let scan: Data
  var path: String { "/identity" }
  var method: Moya.Method { .put }
  var task: Task {
    .uploadMultipartFormData(
      MultipartFormData(
        boundary: "BB",
        parts: [MultipartFormBodyPart(provider: .data(scan), name: "scan", fileName: "s.png", mimeType: "image/png")]))
  }
}

enum Cards: TargetType {
  case list, card(String), order(kind: String), block(String), limit(String, Int), pin(String, Data), delete(String)

  var baseURL: URL { URL(string: "https://cards.bank.example")! }
  var path: String {
    switch self {
    case .list, .order: "/cards"
    case .card(let id), .delete(let id): "/cards/\(id)"
    case .block(let id): "/cards/\(id)/block"
    case .limit(let id, _): "/cards/\(id)/limit"
    case .pin(let id, _): "/cards/\(id)/pin"
    }
  }
  var method: Moya.Method {
    switch self {
    case .list, .card: .get
    case .order, .block: .post
    case .limit: .patch
    case .pin: .put
    case .delete: .delete
    }
  }
  var task: Task {
    switch self {
    case .list, .card, .block, .delete: .requestPlain
    case .order(let kind): .requestParameters(parameters: ["kind": kind], encoding: JSONEncoding.default)
    case .limit(_, let limit): .requestParameters(parameters: ["limit": limit], encoding: URLEncoding.default)
    case .pin(_, let data): .requestCompositeData(bodyData: data, urlParameters: ["v": 2])
    }
  }
  var headers: [String: String]? { nil }
}
