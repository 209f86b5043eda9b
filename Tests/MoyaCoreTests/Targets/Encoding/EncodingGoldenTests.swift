import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct EncodingGoldenTests {
  @Test(arguments: try Golden.rows("urlencoding"))
  func `URLEncoding puts parameters where and how Moya does`(row: Golden) throws {
    let request = try EncodingGoldenTests.request(row)
    let encoding = try URLEncoding(
      destination: #require(EncodingGoldenTests.destinations[row.string("destination") ?? ""]),
      arrayEncoding: #require(EncodingGoldenTests.arrays[row.string("array") ?? ""]),
      boolEncoding: row.string("bool") == "literal" ? .literal : .numeric)
    let encoded = try encoding.encode(request, with: row["parameters"]?.any as? [String: Any])

    try row.expect(
      .fields([
        "url": encoded.urlText, "body": encoded.httpBody.map { String(decoding: $0, as: UTF8.self) },
        "content_type": encoded.value(forHTTPHeaderField: "Content-Type"),
      ]),
      observed: .fields([
        "url": row.string("url"), "body": row.string("body"), "content_type": row.string("content_type"),
      ]))
    #expect(encoded.httpMethod == row.string("result_method") ?? row.string("method"))
  }

  @Test(arguments: try Golden.rows("jsonencoding"))
  func `JSONEncoding writes what Moya writes`(row: Golden) throws {
    let request = try EncodingGoldenTests.request(row)
    let options = (row["options"]?.array ?? []).compactMap { EncodingGoldenTests.options[$0.string ?? ""] }
    let encoded = try JSONEncoding(options: .init(options))
      .encode(request, with: row["parameters"]?.any as? [String: Any])

    let text = encoded.httpBody.map { String(decoding: $0, as: UTF8.self) }
    try row.expect(
      .object([
        "body": try text.map { try GoldenValue(json: $0.utf8) } ?? .null,
        "text": row["body_text"].map { _ in text.map { .string($0) } ?? .null } ?? .null,
        "url": .string(encoded.urlText),
        "content_type": encoded.value(forHTTPHeaderField: "Content-Type").map { .string($0) } ?? .null,
      ]),
      observed: .object([
        "body": row["body"] ?? .null, "text": row["body_text"] ?? .null, "url": row["url"] ?? .null,
        "content_type": row["content_type"] ?? .null,
      ]))
  }

  private static func request(_ row: Golden) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: row.string("base_url") ?? "http://h/p")))
    request.httpMethod = row.string("method")
    if let type = row.string("preset_content_type") {
      request.setValue(type, forHTTPHeaderField: row.string("preset_header_name") ?? "Content-Type")
    }
    return request
  }

  private static let destinations: [String: URLEncoding.Destination] = [
    "methodDependent": .methodDependent, "queryString": .queryString, "httpBody": .httpBody,
  ]
  private static let arrays: [String: URLEncoding.ArrayEncoding] = [
    "brackets": .brackets, "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets,
  ]
  private static let options: [String: JSONEncoding.WritingOptions] = [
    "prettyPrinted": .prettyPrinted, "sortedKeys": .sortedKeys, "withoutEscapingSlashes": .withoutEscapingSlashes,
  ]
}
