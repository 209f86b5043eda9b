import Moya
import MoyaTestSupport
import Testing

/// Follows a form from its parts to the bytes that a server receives.
@Suite struct MultipartGoldenTests {
  @Test(arguments: try Golden.rows("multipart"))
  func `A multipart form has Moya's bytes`(row: Golden) throws {
    try row.value.only(
      [
        "id", "class", "note", "name", "method", "headers", "boundary", "parts", "body_base64", "content_type",
        "content_length", "boundary_pattern", "error",
      ], at: "row")
    let folder = TemporaryFolder()
    let server = try EchoServer()
    defer { server.stop() }
    let target = try GoldenTarget(MultipartGoldenTests.target(row), host: server.host, folder: folder.url)
    let last = LastSeen()
    let provider = MoyaProvider<GoldenTarget>(callbackQueue: DispatchQueue(label: "multipart"), plugins: [last])
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    var error: MoyaError?
    if case .failure(let failure) = try ending.result() { error = failure }

    let request = server.requests.first
    var type = last.current?.value(forHTTPHeaderField: "Content-Type")
    var body = request.map { Data($0.body) }
    if let request { #expect(request.header("Content-Type") == type) }
    if let pattern = row.string("boundary_pattern") {
      #expect(pattern == #"^alamofire\.boundary\.[0-9a-f]{16}$"#)
      let boundary = try #require(body.flatMap(RandomBoundary.of))
      #expect(boundary.utf8.count == 35 && boundary.dropFirst(19).allSatisfy(\.isHexDigit), "\(boundary)")
      type = type.map(RandomBoundary.masked)
      body = body.map(RandomBoundary.masked)
    }
    let length = row["content_length"] == nil ? nil : request?.header("Content-Length")
    try row.expect(
      .fields([
        "body": body?.base64EncodedString(), "type": type, "length": length, "method": request?.method,
        "error": error.map { FlowJournal.brief(.failure($0)) },
      ]),
      observed: .fields([
        "body": row.string("body_base64"), "type": row.string("content_type"),
        "length": row["content_length"]?.int.map { "\($0)" },
        "method": row["body_base64"] == nil ? nil : row.string("method"),
        "error": row["error"].map { FlowJournal.brief(observed: $0) },
      ]))
  }

  private static func target(_ row: Golden) -> GoldenValue {
    .object([
      "base_url": .string("http://{{HOST}}"), "path": .string("/echo"), "method": row["method"] ?? .null,
      "headers": row["headers"] ?? .null,
      "task": .object([
        "kind": .string("uploadMultipartFormData"), "boundary": row["boundary"] ?? .null,
        "parts": row["parts"] ?? .null,
      ]),
    ])
  }
}
