import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct MappingGoldenTests {
  @Test(arguments: try Golden.rows("mapping"))
  func `A body maps to what Moya maps it to`(row: Golden) throws {
    let body = try #require(Data(base64Encoded: row.string("body_base64") ?? ""))
    let response = Response(statusCode: 200, data: body)
    let keyPath = row.string("key_path")
    let failsOnEmpty = row["fails_on_empty"]?.bool ?? true
    var ours: (outcome: String, value: GoldenValue, error: (any Error)?) = ("ok", .null, nil)
    do {
      switch row.string("call") {
      case "mapJSON": ours.value = GoldenValue(any: try response.mapJSON(failsOnEmptyData: failsOnEmpty))
      case "mapString": ours.value = .string(try response.mapString(atKeyPath: keyPath))
      default:
        let map = try #require(MappingGoldenTests.maps[row.string("type") ?? ""], "\(row.id): unknown type")
        ours.value = try map(response, keyPath, failsOnEmpty)
      }
    } catch let error as MoyaError {
      ours.outcome = "\(error)".prefix { $0 != "(" }.description
      #expect(error.response === response)
      ours.error = error.underlyingError
    }
    // If there is a key path, Moya decodes the value inside a wrapper. The coding path then contains the wrapper.
    let codingPath = keyPath == nil ? MappingGoldenTests.codingPath(ours.error) : nil
    try row.expect(
      .object([
        "outcome": .string(ours.outcome), "value": ours.value,
        "decoding_error": MappingGoldenTests.name(ours.error).map { .string($0) } ?? .null,
        "coding_path": codingPath.map { .array($0.map { .string($0) }) } ?? .null,
      ]),
      observed: .object([
        "outcome": row["outcome"] ?? .null, "value": row["value"] ?? .null,
        "decoding_error": row["decoding_error"] ?? .null,
        "coding_path": keyPath == nil ? row["coding_path"] ?? .null : .null,
      ]), countsNulls: row.string("call") == "mapJSON")
  }

  /// Returns where a decoder failed: keys, and indices as `[1]`.
  private static func codingPath(_ error: (any Error)?) -> [String]? {
    let context: DecodingError.Context
    switch error {
    case .some(DecodingError.typeMismatch(_, let found)), .some(DecodingError.valueNotFound(_, let found)),
      .some(DecodingError.keyNotFound(_, let found)), .some(DecodingError.dataCorrupted(let found)):
      context = found
    default: return nil
    }
    return context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
  }

  private static func name(_ error: (any Error)?) -> String? {
    switch error {
    case .some(DecodingError.typeMismatch): "typeMismatch"
    case .some(DecodingError.valueNotFound): "valueNotFound"
    case .some(DecodingError.keyNotFound): "keyNotFound"
    case .some(DecodingError.dataCorrupted): "dataCorrupted"
    case .some(JSONLookupError.missing): "missingKeyPath"
    case .some(let other): "\(other)"
    case nil: nil
    }
  }

  typealias Map = @Sendable (Response, String?, Bool) throws -> GoldenValue

  private static func map<Value: Codable & SendableMetatype>(_: Value.Type) -> Map {
    { response, path, fails in
      let value = try response.map(Value.self, atKeyPath: path, failsOnEmptyData: fails)
      return try GoldenValue(json: JSONEncoder().encode(value))
    }
  }

  /// Returns a type, its optional, its array and its dictionary, under their names.
  private static func family<Value: Codable & SendableMetatype>(_ name: String, _ type: Value.Type) -> [(String, Map)] {
    [
      (name, map(Value.self)), ("\(name)?", map(Value?.self)), ("[\(name)]", map([Value].self)),
      ("[String:\(name)]", map([String: Value].self)), ("[\(name)?]", map([Value?].self)),
      ("[[\(name)]]", map([[Value]].self)), ("[\(name)]?", map([Value]?.self)),
    ]
  }

  private static let maps = Dictionary(
    uniqueKeysWithValues: family("Int", Int.self) + family("Int8", Int8.self) + family("UInt8", UInt8.self)
      + family("UInt64", UInt64.self) + family("Bool", Bool.self) + family("Double", Double.self)
      + family("Float", Float.self) + family("String", String.self) + family("URL", URL.self)
      + family("Data", Data.self) + family("Date", Date.self) + family("Color", Color.self) + family("User", User.self)
      + family("OptionalUser", OptionalUser.self) + family("Profile", Profile.self) + family("Repo", Repo.self))

  private enum Color: String, Codable { case red, green }

  private struct User: Codable {
    let id: Int
    let name: String
  }

  private struct OptionalUser: Codable {
    let id: Int?
    let name: String?
  }

  private struct Profile: Codable {
    let user: User
    let tags: [String]
    let score: Double?
  }

  private struct Repo: Codable {
    let fullName: String
    let isPrivate: Bool
    let stars: Int?

    enum CodingKeys: String, CodingKey {
      case fullName = "full_name"
      case isPrivate = "private"
      case stars = "stargazers_count"
    }
  }
}
