import Foundation
import Moya

/// The values that all targets of the application share, defined once in an extension of Moya's protocol.
extension TargetType {
  var baseURL: URL { return URL(string: "https://notes.example/v1")! }
  var headers: [String: String]? { return ["Accept": "application/json"] }
  var method: Moya.Method { return .get }
  var sampleData: Data { return Data(#"{"text": "sample"}"#.utf8) }
}

/// A target that has its own `endpoint`, `timeout` and `tags`. This library uses these names for something else.
enum NotesAPI: String, TargetType {
  case list
  case refresh

  var endpoint: String { return "/\(rawValue)" }
  var timeout: Double { return 3 }
  var tags: [String] { return ["notes"] }

  var path: String { return endpoint }
  var task: Task { return .requestPlain }
  var validationType: ValidationType { return .successCodes }
}

/// The application's own protocol, which refines Moya's. Each target says which type its response has.
protocol NotesTarget: TargetType, AccessTokenAuthorizable {
  associatedtype Answer: Decodable
  var showsSpinner: Bool { get }
  var stubBehavior: StubBehavior { get }
  var sampleResponse: EndpointSampleResponse { get }
}

extension NotesTarget {
  var showsSpinner: Bool { return false }
  var stubBehavior: StubBehavior { return .immediate }
  var sampleResponse: EndpointSampleResponse { return .networkResponse(201, sampleData) }
  var authorizationType: AuthorizationType? { return .bearer }
}

struct Note: Codable, Equatable {
  var text: String
}

struct NoteByID: NotesTarget {
  typealias Answer = Note
  let id: Int
  var path: String { return "/notes/\(id)" }
  var task: Task { return .requestPlain }
}

protocol NeedsLogin: TargetType { var needsAuth: Bool { get } }

/// The application adds a requirement to its targets. `MultiTarget` passes the requirement on, as Moya's documentation
/// teaches.
extension MultiTarget: NeedsLogin {
  public var needsAuth: Bool {
    guard let target = target as? NeedsLogin else { return false }
    return target.needsAuth
  }
}

struct PrivateNote: NeedsLogin {
  let needsAuth: Bool
  var path: String { return "/private" }
  var task: Task { return .requestPlain }
}
