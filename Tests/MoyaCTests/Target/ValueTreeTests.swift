import FoundationEssentials
import MoyaCore
import MoyaDefinition
import Testing

@testable import MoyaC

/// The content of a tree, as a value that a test can write down.
indirect enum Shape: Sendable {
  case null, bool(Bool), int(Int64), uint(UInt64), double(Double), text(String), json(String)
  case list([Shape]), object([(String, Shape)])
}

@Suite struct ValueTreeTests {
  static let rows: [(Shape, json: String, query: String)] = [
    (.object([]), "{}", ""),
    (.object([("b", .int(1)), ("a", .int(-2))]), #"{"b":1,"a":-2}"#, "b=1&a=-2"),
    (.object([("n", .null), ("t", .bool(true)), ("f", .bool(false))]), #"{"n":null,"t":true,"f":false}"#, "n&t=1&f=0"),
    (
      .object([("u", .uint(.max)), ("i", .int(.min))]), #"{"u":18446744073709551615,"i":-9223372036854775808}"#,
      "u=18446744073709551615&i=-9223372036854775808"
    ),
    (
      .object([("d", .double(0.1)), ("w", .double(2)), ("e", .double(1e300))]), #"{"d":0.1,"w":2,"e":1e+300}"#,
      "d=0.1&w=2.0&e=1e%2B300"
    ),
    (.object([("a b", .text("x&y=z+ü/?"))]), #"{"a b":"x&y=z+ü/?"}"#, "a%20b=x%26y%3Dz%2B%C3%BC/?"),
    (
      .object([("q", .text("\"\\\n\u{1}\u{1F}\u{7F}"))]), #"{"q":"\"\\\n\u0001\u001f"# + "\u{7F}\"}",
      "q=%22%5C%0A%01%1F%7F"
    ),
    (
      .object([("l", .list([.int(1), .text("x"), .list([.bool(true)])]))]), #"{"l":[1,"x",[true]]}"#,
      "l%5B%5D=1&l%5B%5D=x&l%5B%5D%5B%5D=1"
    ),
    (
      .object([
        ("o", .object([("k", .object([("z", .int(1))])), ("e", .object([]))])), ("l", .list([])), ("x", .int(2)),
      ]),
      #"{"o":{"k":{"z":1},"e":{}},"l":[],"x":2}"#, "o%5Bk%5D%5Bz%5D=1&x=2"
    ),
    (
      .object([("l", .list([.object([("a", .int(1))]), .object([("a", .int(2))])]))]), #"{"l":[{"a":1},{"a":2}]}"#,
      "l%5B%5D%5Ba%5D=1&l%5B%5D%5Ba%5D=2"
    ),
    (.object([("raw", .json(#" {"a":[1]} "#))]), #"{"raw": {"a":[1]} }"#, "raw=%20%7B%22a%22%3A%5B1%5D%7D%20"),
    (.object([("", .text(""))]), #"{"":""}"#, "="),
    (.list([.list([]), .object([]), .int(1)]), "[[],{},1]", "%5B%5D=1"),
  ]

  @Test(arguments: rows.indices)
  func `A tree is written as JSON and as a query in the order in which it was built`(row: Int) throws {
    let (shape, json, query) = Self.rows[row]
    let tree = try Self.tree(shape)
    #expect(Self.text(tree.json()) == json)
    if tree.root?.pointee.isObject == true { #expect(Self.text(tree.query()) == query) }
    if tree.root?.pointee.isObject == true { _ = try JSONReader.value(Data(json.utf8)) }
  }

  static let styles: [(String, String)] = [
    ("{key}[]", "l%5B%5D=1&l%5B%5D=2&o%5Bk%5D%5B%5D=3"), ("{key}", "l=1&l=2&o%5Bk%5D=3"),
    ("{key}[{index}]", "l%5B0%5D=1&l%5B1%5D=2&o%5Bk%5D%5B0%5D=3"), ("{key}.{index}", "l.0=1&l.1=2&o%5Bk%5D.0=3"),
    ("{index}:{key}", "0%3Al=1&1%3Al=2&0%3Ao%5Bk%5D=3"),
  ]

  @Test(arguments: styles)
  func `The elements of lists are named by a pattern`(pattern: String, query: String) throws {
    let tree = try Self.tree(
      .object([("l", .list([.int(1), .int(2)])), ("o", .object([("k", .list([.int(3)]))]))]))
    var style = QueryStyle()
    style.listKey = try #require(ListKey(pattern))
    #expect(Self.text(tree.query(style)) == query)
  }

  @Test(arguments: ["", "[]", "{key}{key}", "{key", "{name}", "{key}}", "{index}"])
  func `A pattern without its key, or with other braces, is refused`(pattern: String) {
    #expect(ListKey(pattern) == nil)
  }

  @Test func `Bools are numbers or words`() throws {
    let tree = try Self.tree(.object([("t", .bool(true)), ("f", .bool(false))]))
    var style = QueryStyle()
    style.boolEncoding = .literal
    #expect(Self.text(tree.query(style)) == "t=true&f=false")
  }

  @Test func `A key that is set again keeps its place and gets the new value`() throws {
    let tree = try Self.tree(
      .object([("a", .int(1)), ("b", .int(2)), ("a", .list([.int(3)])), ("b", .text("x")), ("a", .object([]))]))
    #expect(Self.text(tree.json()) == #"{"a":{},"b":"x"}"#)
  }

  @Test func `The first value that is refused stays the tree's fault, and what is sound is kept`() throws {
    let tree = try #require(ValueTree(.object))
    let root = try #require(tree.root)
    let bad: [UInt8] = [0x61, 0xFF]
    let list = try Self.put(.array, "list", into: root)
    #expect(throws: ValueFault.notFinite(key: "")) { try tree.put(.double(.nan), into: list, key: nil) }
    #expect(throws: ValueFault.notText(key: "name")) {
      try bad.withUnsafeBytes { bytes in _ = try Self.put(.string(bytes), "name", into: root) }
    }
    #expect(throws: ValueFault.keyNotText) {
      try bad.withUnsafeBytes { bytes in _ = try tree.put(.null, into: root, key: bytes) }
    }
    #expect(throws: ValueFault.notJSON(key: "j")) {
      try Data("[1,]".utf8).withUnsafeBytes { bytes in _ = try Self.put(.json(bytes), "j", into: root) }
    }
    #expect(throws: ValueFault.notArray) { try tree.put(.null, into: root, key: nil) }
    #expect(throws: ValueFault.notObject) { _ = try Self.put(.null, "k", into: list) }
    #expect(throws: ValueFault.keyTooLong) {
      _ = try Self.put(.null, String(repeating: "k", count: ValueTree.maximumKeyLength + 1), into: root)
    }
    #expect(tree.fault == .notFinite(key: ""))
    #expect(Self.text(tree.json()) == #"{"list":[]}"#)
  }

  private static func fault(of text: String) -> SentText.Fault? {
    Data(text.utf8).withUnsafeBytes { SentText.json($0) }
  }

  @Test func `A tree has 512 levels and ten thousand keys in an object`() throws {
    let tree = try #require(ValueTree(.array))
    var node = try #require(tree.root)
    for _ in 1..<ValueTree.maximumDepth { node = try tree.put(.array, into: node, key: nil) }
    #expect(throws: ValueFault.tooDeep) { try tree.put(.object, into: node, key: nil) }
    let text = try #require(Self.text(tree.json()))
    #expect(Self.fault(of: text) == nil)

    let wide = try #require(ValueTree(.object))
    let root = try #require(wide.root)
    for number in 0..<ValueTree.maximumKeys { _ = try Self.put(.null, "\(number)", into: root) }
    #expect(throws: ValueFault.tooManyKeys) { _ = try Self.put(.null, "more", into: root) }
    _ = try Self.put(.bool(true), "7", into: root)
    #expect(Self.text(wide.query())?.hasPrefix("0&1&2&3&4&5&6&7=1&8&") == true)
  }

  @Test func `Levels of a JSON text count with those around it`() throws {
    for (outer, inner) in [(1, 511), (2, 510), (511, 1), (512, 0), (256, 256)] {
      let tree = try #require(ValueTree(.array))
      var node = try #require(tree.root)
      for _ in 1..<outer { node = try tree.put(.array, into: node, key: nil) }
      let fits = String(repeating: "[", count: inner) + (inner == 0 ? "1" : "") + String(repeating: "]", count: inner)
      try Data(fits.utf8).withUnsafeBytes { bytes in _ = try tree.put(.json(bytes), into: node, key: nil) }
      #expect(Self.fault(of: try #require(Self.text(tree.json()))) == nil, "\(outer) and \(inner)")
      #expect(throws: ValueFault.tooDeep) {
        try Data("[\(fits)]".utf8).withUnsafeBytes { bytes in _ = try tree.put(.json(bytes), into: node, key: nil) }
      }
    }
  }

  /// An object with 15 keys needs no index. From 16 to 48 keys, the first index is large enough. With more keys, the
  /// index grows. The last number is the maximum.
  @Test(arguments: [15, 16, 17, 48, 49, 100, ValueTree.maximumKeys])
  func `Keys are found, replaced and kept in order, however many there are`(count: Int) throws {
    let tree = try #require(ValueTree(.object))
    let root = try #require(tree.root)
    let object = try Self.put(.object, "o", into: root)
    for number in 0..<count { _ = try Self.put(.integer(0), "key \(number)", into: object) }
    for number in (0..<count).reversed() { _ = try Self.put(.integer(Int64(number)), "key \(number)", into: object) }
    let members = (0..<count).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
    #expect(Self.text(tree.json()) == "{\"o\":{\(members)}}")
    // From here on, the object is empty.
    _ = try Self.put(.object, "o", into: root)
    _ = try Self.put(.bool(true), "key 1", into: object)
    #expect(Self.text(tree.json()) == "{\"o\":{\"key 1\":true}}")
  }

  // MARK: Support

  private static func put(
    _ value: NewValue, _ key: String, into node: ValueNode.Pointer
  ) throws -> ValueNode.Pointer {
    let tree = node.pointee.tree.takeUnretainedValue()
    return try Array(key.utf8).withUnsafeBytes { bytes in
      try tree.put(value, into: node, key: bytes)
    }
  }

  private static func tree(_ shape: Shape) throws -> ValueTree {
    let isObject = if case .object = shape { true } else { false }
    let tree = try #require(ValueTree(isObject ? .object : .array))
    try fill(try #require(tree.root), with: shape, in: tree)
    return tree
  }

  private static func fill(_ node: ValueNode.Pointer, with shape: Shape, in tree: ValueTree) throws {
    switch shape {
    case .list(let elements): for element in elements { try put(element, in: tree, node, key: nil) }
    case .object(let members): for (key, value) in members { try put(value, in: tree, node, key: key) }
    default: break
    }
  }

  private static func put(_ shape: Shape, in tree: ValueTree, _ node: ValueNode.Pointer, key: String?) throws {
    func put(_ value: NewValue) throws -> ValueNode.Pointer {
      guard let key else { return try tree.put(value, into: node, key: nil) }
      return try Self.put(value, key, into: node)
    }
    switch shape {
    case .null: _ = try put(.null)
    case .bool(let flag): _ = try put(.bool(flag))
    case .int(let number): _ = try put(.integer(number))
    case .uint(let number): _ = try put(.unsigned(number))
    case .double(let number): _ = try put(.double(number))
    case .text(let text): _ = try Data(text.utf8).withUnsafeBytes { try put(.string($0)) }
    case .json(let text): _ = try Data(text.utf8).withUnsafeBytes { try put(.json($0)) }
    case .list: try fill(try put(.array), with: shape, in: tree)
    case .object: try fill(try put(.object), with: shape, in: tree)
    }
  }

  private static func text(_ buffer: BodyBuffer?) -> String? {
    buffer.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
