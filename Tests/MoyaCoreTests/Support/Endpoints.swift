import FoundationEssentials

@testable import MoyaCore

/// Makes endpoints for tests that look at the request of a task.
enum Endpoints {
  static let url = "https://api.example.com/zen"

  static func make(
    _ task: Task, method: MoyaCore.Method = .post, url: String = url,
    headers: [String: String]? = ["Title": "Dominar"], sample: Data = Data()
  ) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, sample) }, method: method, task: task,
      httpHeaderFields: headers)
  }

  static func part(_ text: String, name: String = "test") -> MultipartFormBodyPart {
    MultipartFormBodyPart(provider: .data(Data(text.utf8)), name: name)
  }

  static func destination(_ path: String) -> DownloadDestination {
    { _, _ in (URL(fileURLWithPath: path), [.removePreviousFile]) }
  }

  struct Issue: Codable, Equatable {
    var title: String
    var createdAt: Date
    var rating: Float? = nil
  }

  static let issue = Issue(title: "Hello, Moya!", createdAt: Date(timeIntervalSince1970: 1_000_000))

  static func encoder(_ keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = keys
    return encoder
  }
}

/// A caller's own encoding, which always fails.
struct FailingEncoding: ParameterEncoding {
  struct Refusal: Error {}

  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    throw Refusal()
  }
}
