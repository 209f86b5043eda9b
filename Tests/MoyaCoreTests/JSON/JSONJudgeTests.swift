import FoundationEssentials
import Testing

@testable import MoyaCore

/// The texts of JSONTestSuite (`Tests/judges`), read by the readers of the Swift API.
@Suite struct JSONJudgeTests {
  private struct Row: Decodable {
    let name: String
    /// What a reader must do with the text: accept it, reject it, or either of the two.
    let expect: String
    let base64: Data
  }

  private static func rows() throws -> [Row] {
    let tests = (0..<3).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    let text = try Data(contentsOf: tests.appending(path: "judges/json/parsing.jsonl"))
    return try text.split(separator: 0x0A).map { try JSONDecoder().decode(Row.self, from: Data($0)) }
  }

  /// For these texts, JSONTestSuite allows both results, and the two readers differ. `mapJSON` has no value for a
  /// number that Double cannot represent.
  private static let beyondDouble: Set = [
    "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json", "i_number_pos_double_huge_exp.json",
    "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
  ]

  @Test func `Every reader takes what the judge takes, and refuses what it refuses`() throws {
    let rows = try JSONJudgeTests.rows()
    #expect(rows.count > 300)
    var differing: Set<String> = []
    for row in rows {
      let response = Response(statusCode: 200, data: row.base64)
      let isValue = (try? response.mapJSON()) != nil
      let isText = (try? JSONLookup(row.base64).raw(at: "")) != nil
      if isValue != isText { differing.insert(row.name) }
      if row.expect != "either" {
        #expect(isValue == (row.expect == "accept"), "\(row.name)")
        #expect(isText == (row.expect == "accept"), "\(row.name)")
      }
    }
    #expect(differing == JSONJudgeTests.beyondDouble)
  }
}
