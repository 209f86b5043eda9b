import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct FilterGoldenTests {
  @Test(arguments: Golden.rows("filters"))
  func `A status passes the filters and validations it passes in Moya`(row: Golden) throws {
    let response = Response(statusCode: try #require(row["status"]?.int), data: Data())
    let low = row["lo"]?.int ?? 0
    let high = row["hi"]?.int ?? 0
    let kind = row.string("kind") ?? ""
    if kind == "validation" {
      // Here only whether the type accepts the status; what a provider makes of a refusal is tested with the provider.
      let accepted = try FilterGoldenTests.validation(try #require(row["validation"])).accepts(response.statusCode)
      try row.expect(.bool(accepted), observed: .bool(row["ok"]?.bool == true))
      return
    }
    var error: String?
    do {
      let passed: Response
      switch kind {
      case "successful": passed = try response.filterSuccessfulStatusCodes()
      case "successfulAndRedirect": passed = try response.filterSuccessfulStatusAndRedirectCodes()
      case "single": passed = try response.filter(statusCode: low)
      case "a...b": passed = try response.filter(statusCodes: low...high)
      case "a..<b": passed = try response.filter(statusCodes: low..<high)
      case "a...": passed = try response.filter(statusCodes: low...)
      case "...b": passed = try response.filter(statusCodes: ...high)
      default:
        #expect(kind == "..<b")
        passed = try response.filter(statusCodes: ..<high)
      }
      #expect(passed === response)
    } catch MoyaError.statusCode(let refused) {
      #expect(refused === response)
      error = "statusCode"
    }
    try row.expect(.fields(["error": error]), observed: .fields(["error": row.string("error")]))
  }

  private static func validation(_ value: GoldenValue) throws -> ValidationType {
    if let codes = value.array { return .customCodes(codes.compactMap(\.int)) }
    let named: [String: ValidationType] = [
      "none": .none, "successCodes": .successCodes, "successAndRedirectCodes": .successAndRedirectCodes,
    ]
    return try #require(named[value.string ?? ""])
  }
}
