import FoundationEssentials
import Testing

import MoyaCore

/// One golden row: an input, and what Moya did with it. `expect` compares our outcome with this.
package struct Golden: Sendable, CustomTestStringConvertible {
  package let id: String
  package let value: GoldenValue

  package init(id: String, value: GoldenValue) {
    self.id = id
    self.value = value
  }

  package var testDescription: String { id }

  package subscript(key: String) -> GoldenValue? { value[key] }

  package func string(_ key: String) -> String? { self[key]?.string }

  /// Returns all rows of a file: those observed from Moya, and those of `ours`, which have the same form.
  /// - Throws: an error if a row cannot be read. No test runs yet, so a recorded issue would fail no test.
  package static func rows(_ file: String) throws -> [Golden] {
    try ["\(file).jsonl", "ours/\(file).jsonl"].flatMap { name in
      let rows = try read(name).split(separator: 0x0A).map { line in
        let value = try GoldenValue(json: line)
        return Golden(id: value["id"]?.string ?? "", value: value)
      }
      if rows.isEmpty || rows.contains(where: { $0.id.isEmpty }) {
        throw NotUnderstood("\(name) has no rows, or one without id")
      }
      return rows
    }
  }

  /// Fails the test unless our outcome is the observed one, or the one that differences.json lists for this row.
  /// - Parameter countsNulls: whether a null in an object differs from a key that is not there.
  package func expect(_ ours: GoldenValue, observed: GoldenValue, countsNulls: Bool = false) throws {
    let (ours, observed) = (ours.canonical(countsNulls), observed.canonical(countsNulls))
    guard let difference = try Golden.differences.get()[id] else {
      #expect(ours == observed, "\(id), class \(string("class") ?? "?")")
      return
    }
    #expect(ours != observed, "\(id) is listed as a difference, but there is none")
    #expect(ours == difference["ours"]?.canonical(countsNulls), "\(id)")
    #expect(difference["why"]?.string?.isEmpty == false, "\(id) is listed without a reason")
  }

  private static let differences = Result {
    try GoldenValue(json: try read("differences.json")).object ?? [:]
  }

  /// Returns the ids of the rows that differences.json lists.
  package static func listedDifferences() throws -> Set<String> { Set(try differences.get().keys) }

  private static func read(_ name: String) throws -> Data {
    let folder = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    return try Data(contentsOf: folder.appendingPathComponent("Goldens/\(name)"))
  }
}

extension GoldenValue {
  /// Returns fields of a row's outcome; a missing value is null.
  package static func fields(_ fields: KeyValuePairs<String, String?>) -> GoldenValue {
    .object(Dictionary(fields.map { ($0.key, $0.value.map { .string($0) } ?? .null) }) { first, _ in first })
  }
}
