import Moya
import MoyaTestSupport
import Testing

@Suite struct FilterGoldenTests {
  @Test(arguments: try Golden.rows("filters"))
  func `A status passes the filters and validations it passes in Moya`(row: Golden) throws {
    let status = try #require(row["status"]?.int)
    var error: MoyaError?
    do {
      let passed = try FilterGoldenTests.filter(Response(statusCode: status, data: Data("body".utf8)), row)
      #expect(passed.statusCode == status)
    } catch let refusal as MoyaError {
      error = refusal
      #expect(refusal.response?.statusCode == status)
      #expect(refusal.response?.data == Data("body".utf8))
    }
    let cause = error.flatMap { FlowJournal.name($0) == "underlying" ? FlowJournal.cause($0) : nil }
    try row.expect(
      .object([
        "ok": .bool(error == nil), "error": error.map { .string(FlowJournal.name($0)) } ?? .null,
        "underlying": cause.map { .string($0) } ?? .null,
      ]),
      observed: .object([
        "ok": row["ok"] ?? .null, "error": row["error"] ?? .null, "underlying": row["underlying"] ?? .null,
      ]))
  }

  private static func filter(_ response: Response, _ row: Golden) throws -> Response {
    let low = row["lo"]?.int ?? 0
    let high = row["hi"]?.int ?? 0
    switch row.string("kind") {
    case "successful": return try response.filterSuccessfulStatusCodes()
    case "successfulAndRedirect": return try response.filterSuccessfulStatusAndRedirectCodes()
    case "single": return try response.filter(statusCode: low)
    case "a...b": return try response.filter(statusCodes: low...high)
    case "a..<b": return try response.filter(statusCodes: low..<high)
    case "a...": return try response.filter(statusCodes: low...)
    case "...b": return try response.filter(statusCodes: ...high)
    case "..<b": return try response.filter(statusCodes: ..<high)
    case "validation": return try stubbed(response, validation: try #require(row["validation"]))
    case let kind:
      Issue.record("\(row.id): unknown filter \(kind ?? "")")
      return response
    }
  }

  /// Returns the response as a provider returns it from a stub, because only providers validate.
  private static func stubbed(_ response: Response, validation: GoldenValue) throws -> Response {
    let target = try GoldenTarget(
      .object([
        "base_url": .string("http://h"), "method": .string("GET"), "validation": validation,
        "task": .object(["kind": .string("requestPlain")]),
      ]), host: "", folder: FileManager.default.temporaryDirectory)
    let provider = MoyaProvider<GoldenTarget>(
      endpointClosure: { target in
        Endpoint(
          url: "http://h/", sampleResponseClosure: { .networkResponse(response.statusCode, response.data) },
          method: target.method, task: target.task, httpHeaderFields: nil)
      }, stubClosure: MoyaProvider.immediatelyStub)
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    return try ending.result().get()
  }
}
