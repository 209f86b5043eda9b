import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct JSONLookupTests {
  private let lookup = JSONLookup(
    Data(
      #"""
      {"user": {"name": "Ada", "tags": ["x", "y"], "a.b": 1, "c\\d": 2, "": 3, "0": 4},
       "items": [{"id": 1}, {"id": 2}], "deep": [[1, 2], [3]], "none": null, "yes": true, "no": false, "f": 1.5,
       "e": {}, "l": [ ] }
      """#.utf8))

  @Test(arguments: [
    ("user.name", JSONValue.string("Ada")), ("user.tags.1", .string("y")), ("user.a\\.b", .int(1)),
    ("user.c\\\\d", .int(2)), ("user.", .int(3)), ("user.0", .int(4)), ("items.0.id", .int(1)), ("items.1.id", .int(2)),
    ("deep.1.0", .int(3)), ("none", .null), ("yes", .bool(true)), ("no", .bool(false)), ("f", .double(1.5)),
    ("items.1", .object(raw: Data(#"{"id": 2}"#.utf8))), ("deep.0", .array(raw: Data("[1, 2]".utf8))),
    ("e", .object(raw: Data("{}".utf8))), ("l", .array(raw: Data("[ ]".utf8))),
  ])
  func `A key path leads to its value`(path: String, value: JSONValue) throws {
    #expect(try lookup.value(at: JSONKeyPath(path)) == value)
  }

  @Test(arguments: [
    "missing", "user.missing", "user.name.first", "items.2", "items.-1", "items.01", "items.id", "items.", ".",
    "user..",
    "none.a", "e.a", "l.0", "deep.0.9999999999999999999", "items.1e0", "User",
  ])
  func `A path that leads nowhere is missing`(path: String) {
    #expect(throws: JSONLookupError.missing(JSONKeyPath(path))) { try lookup.value(at: JSONKeyPath(path)) }
  }

  @Test func `The empty path is the whole document`() throws {
    #expect(try JSONLookup(Data(" 3 ".utf8)).value(at: "") == .int(3))
    #expect(try JSONLookup(Data("\u{FEFF} [1] ".utf8)).raw(at: "") == Data("[1]".utf8))
  }

  @Test func `A slice of data is read from its own start`() throws {
    let data = Data(#"xx{"a": {"b": 1}}"#.utf8).dropFirst(2)
    let raw = try JSONLookup(data).raw(at: "a")
    #expect(raw == Data(#"{"b": 1}"#.utf8))
    #expect(raw.startIndex == 0)
  }

  @Test func `Damage behind the value is found`() {
    #expect(throws: JSONLookupError.notJSON) { try JSONLookup(Data(#"{"a": 1, "b": [1 2]}"#.utf8)).value(at: "a") }
  }

  @Test func `Lookups from many threads see one document each`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { () async throws in
          let own = JSONLookup(Data("{\"n\": [\(number), \(number + 1)]}".utf8))
          for _ in 0..<500 {
            #expect(try own.value(at: "n.1") == .int(Int64(number + 1)))
            #expect(try lookup.value(at: "user.name") == .string("Ada"))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
