import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct MultipartGoldenTests {
  @Test(arguments: Golden.rows("multipart"))
  func `A multipart form has Moya's bytes`(row: Golden) throws {
    let folder = try TemporaryFolder()
    let parts = try (row["parts"]?.array ?? []).map { try MultipartGoldenTests.part($0, folder) }
    let form = MultipartFormData(boundary: row.string("boundary"), parts: parts)
    let upload = try #require(
      try Upload(.uploadMultipartFormData(form), method: Method(rawValue: row.string("method") ?? "")))

    var type = try #require(upload.contentType)
    var bytes: Data?
    do throws(MoyaError) {
      guard case .data(let data) = try upload.body() else {
        Issue.record("\(row.id): a small form is one piece")
        return
      }
      bytes = data
      if let length = row["content_length"]?.int { #expect(data.count == length) }
    } catch {
      if case .underlying(is MultipartError, nil) = error { return try expectFailure(row) } else { throw error }
    }

    if let pattern = row.string("boundary_pattern") {
      let boundary = try #require(type.split(separator: "=").last.map(String.init))
      #expect(pattern == #"^alamofire\.boundary\.[0-9a-f]{16}$"#)
      #expect(boundary.hasPrefix("alamofire.boundary.") && boundary.utf8.count == 35, "\(boundary)")
      type = type.replacing(boundary, with: "{{BOUNDARY}}")
      bytes = bytes.map { Data(String(decoding: $0, as: UTF8.self).replacing(boundary, with: "{{BOUNDARY}}").utf8) }
    }
    try row.expect(
      .fields(["body": bytes?.base64EncodedString(), "type": type, "error": nil]),
      observed: .fields([
        "body": row.string("body_base64"), "type": row.string("content_type"),
        "error": row["error"]?["case"]?.string,
      ]))
  }

  /// An error of the same case; its reason is a type of our own.
  private func expectFailure(_ row: Golden) throws {
    try row.expect(
      .fields(["body": nil, "error": "underlying"]),
      observed: .fields(["body": row.string("body_base64"), "error": row["error"]?["case"]?.string]))
  }

  private static func part(_ part: GoldenValue, _ folder: borrowing TemporaryFolder) throws -> MultipartFormBodyPart {
    let data = try #require(Data(base64Encoded: part["data_base64"]?.string ?? ""))
    let provider: MultipartFormData.FormDataProvider
    switch part["provider"]?.string {
    case "file":
      let name = try #require(part["disk_name"]?.string)
      provider = .file(
        part["missing"]?.bool == true ? folder.url.appendingPathComponent(name) : try folder.write(data, to: name))
    case "stream": provider = .stream(DataStream(data), UInt64(part["declared_length"]?.int ?? data.count))
    default: provider = .data(data)
    }
    return MultipartFormBodyPart(
      provider: provider, name: part["name"]?.string ?? "", fileName: part["filename"]?.string,
      mimeType: part["mime"]?.string)
  }
}
