import FoundationEssentials
import Testing

/// Every behaviour of Moya's own test suite has a test that carries its number.
@Suite struct BehaviourCoverageTests {
  @Test func `all 162 numbered behaviours are tested`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var numbers: Set<Int> = []
    var files = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix(".swift") && !#filePath.hasSuffix(path) {
      let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      files += 1
      for line in text.split(separator: "\n") where !line.contains("//") {
        numbers.formUnion(BehaviourCoverageTests.numbers(in: line))
      }
    }
    #expect(files > 10)
    #expect(Set(1...162).subtracting(numbers).sorted() == [])
  }

  /// `behaviour 67`, `behaviours 8 and 9`, `behaviours 140 to 143`, `behaviours 1, 2 and 3`.
  static func numbers(in line: Substring) -> Set<Int> {
    var found: Set<Int> = []
    var rest = line
    while let range = rest.firstRange(of: "behaviour") {
      rest = rest[range.upperBound...]
      var last: Int?
      var isRange = false
      for word in rest.split(separator: " ") {
        let digits = word.prefix { $0.isNumber }
        if let number = Int(digits) {
          if isRange, let last, last < number { found.formUnion(last...number) } else { found.insert(number) }
          last = number
          isRange = false
          if word.hasSuffix(":") { break }
        } else if ["to", "–", "-"].contains(word) {
          isRange = true
        } else if !["s", "and"].contains(word) {
          break
        }
      }
    }
    return found
  }

  @Test func `numbers are read from names`() {
    #expect(BehaviourCoverageTests.numbers(in: "func `behaviours 140 to 143: x 9`()") == [140, 141, 142, 143])
    #expect(BehaviourCoverageTests.numbers(in: "func `behaviour 7, behaviour 8 and 12: 3 things`()") == [7, 8, 12])
  }
}
