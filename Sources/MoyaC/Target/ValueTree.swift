import Glibc
import MoyaCore
import MoyaDefinition

/// A tree of values that a program builds: parameters of a query, fields of a form, or a JSON body.
///
/// Keys stay in the order in which they were set. `fault` stores the error of the first invalid value, and a call with
/// the tree fails with this error. Therefore a program need not check the status of every step. Only one thread at a
/// time may use a tree.
final class ValueTree {
  /// Maximum nesting of arrays and objects. Arrays and objects inside JSON texts of the tree count too.
  static let maximumDepth = JSONWriter.maximumDepth
  static let maximumKeys = 10_000
  static let maximumKeyLength = 1 << 12

  private(set) var fault: ValueFault?
  private var arena = ValueArena()
  private var rootNode: ValueNode.Pointer?

  /// Returns `nil` if memory is short.
  init?(_ kind: NewValue) {
    rootNode = node(kind, in: nil, key: UnsafeRawBufferPointer(start: nil, count: 0))
    if rootNode == nil { return nil }
  }

  var root: ValueNode.Pointer? { rootNode }

  /// Puts a value into a container.
  ///
  /// If a key is given, the value replaces the value under that key. If no key is given, the value is appended to an
  /// array.
  ///
  /// - Returns: The node of the value.
  @discardableResult
  func put(
    _ value: NewValue, into container: ValueNode.Pointer, key: UnsafeRawBufferPointer?
  ) throws(ValueFault) -> ValueNode.Pointer {
    do throws(ValueFault) { return try place(value, in: container, key: key) } catch { throw refuse(error) }
  }

  /// Marks an array. A query then writes the elements of the array in one pair, separated by commas. The array must not
  /// contain arrays or objects.
  func join(_ array: ValueNode.Pointer) throws(ValueFault) {
    var element = array.pointee.first
    while let each = element, !each.pointee.isContainer { element = each.pointee.next }
    guard array.pointee.kind == .array, element == nil else { throw refuse(.notJoined) }
    array.pointee.join()
  }

  /// Stores the error of a value in the tree, unless an earlier error is stored.
  func refuse(_ new: ValueFault) -> ValueFault {
    if fault == nil { fault = new }
    return new
  }

  private func place(
    _ value: NewValue, in container: ValueNode.Pointer, key: UnsafeRawBufferPointer?
  ) throws(ValueFault) -> ValueNode.Pointer {
    let wanted: ValueNode.Kind = key == nil ? .array : .object
    guard container.pointee.kind == wanted else { throw key == nil ? .notArray : .notObject }
    let name = key ?? UnsafeRawBufferPointer(start: nil, count: 0)
    if name.count > ValueTree.maximumKeyLength { throw .keyTooLong }
    if !SentText.isUTF8(name) { throw .keyNotText }
    try check(value, at: name, in: container.pointee)

    if key != nil, let known = find(name, in: container.pointee) {
      guard fill(&known.pointee, with: value) else { throw .memory }
      return known
    }
    if key != nil, container.pointee.count >= ValueTree.maximumKeys { throw .tooManyKeys }
    guard key == nil || growIndex(of: &container.pointee), let fresh = node(value, in: container, key: name) else {
      throw .memory
    }
    if let last = container.pointee.last { last.pointee.next = fresh } else { container.pointee.first = fresh }
    container.pointee.last = fresh
    container.pointee.count += 1
    container.pointee.keys.insert(fresh)
    return fresh
  }

  private func check(_ value: NewValue, at key: UnsafeRawBufferPointer, in container: ValueNode) throws(ValueFault) {
    var shown: String { String(decoding: key, as: UTF8.self) }
    switch value {
    case .string(let text): if !SentText.isUTF8(text) { throw .notText(key: shown) }
    case .json(let text):
      switch SentText.json(text, maximumDepth: ValueTree.maximumDepth - container.depth) {
      case nil: break
      case .tooDeep?: throw .tooDeep
      case .malformed?: throw .notJSON(key: shown)
      }
    case .double(let number): if !number.isFinite { throw .notFinite(key: shown) }
    case .array, .object:
      if container.isJoined { throw .notJoined }
      if container.depth >= ValueTree.maximumDepth { throw .tooDeep }
    case .null, .bool, .integer, .unsigned: break
    }
  }

  private func find(_ key: UnsafeRawBufferPointer, in object: ValueNode) -> ValueNode.Pointer? {
    if !object.keys.isEmpty { return object.keys.find(key) }
    var node = object.first
    while let current = node, !current.pointee.hasKey(key) { node = current.pointee.next }
    return node
  }

  /// Returns the items whose names are not keys of `part`. If `part` is not an object, returns no items.
  func missing(_ items: [QueryItems.Item], in part: ValueNode.Pointer) -> [QueryItems.Item] {
    guard part.pointee.isObject, !items.isEmpty else { return [] }
    return items.filter { item in item.name.withUnsafeBytes { find($0, in: part.pointee) } == nil }
  }

  /// Makes room for one more key in the key index of an object with many keys.
  ///
  /// Returns false if memory is short. The index is then unchanged.
  private func growIndex(of object: inout ValueNode) -> Bool {
    guard let capacity = KeyIndex.capacity(for: object.count + 1, after: object.keys) else { return true }
    guard let room = arena.room(KeyIndex.size(of: capacity)) else { return false }
    let keys = KeyIndex(in: room, capacity: capacity)
    var node = object.first
    while let current = node {
      keys.insert(current)
      node = current.pointee.next
    }
    object.keys = keys
    return true
  }

  private func node(
    _ value: NewValue, in container: ValueNode.Pointer?, key: UnsafeRawBufferPointer
  ) -> ValueNode.Pointer? {
    guard let key = arena.copy(key), let room = arena.room(MemoryLayout<ValueNode>.size) else { return nil }
    let node = room.bindMemory(to: ValueNode.self, capacity: 1)
    node.initialize(
      to: ValueNode(
        tree: .passUnretained(self), parent: container, index: container?.pointee.count ?? 0,
        depth: (container?.pointee.depth ?? 0) + 1, key: key, kind: .null))
    return fill(&node.pointee, with: value) ? node : nil
  }

  /// Stores a value in a node. Returns false if memory is short. The node is then unchanged.
  private func fill(_ node: inout ValueNode, with value: NewValue) -> Bool {
    var text = UnsafeRawBufferPointer(start: nil, count: 0)
    var bits: UInt64 = 0
    switch value {
    case .null, .array, .object: break
    case .bool(let flag): bits = flag ? 1 : 0
    case .integer(let number): bits = UInt64(bitPattern: number)
    case .unsigned(let number): bits = number
    case .double(let number): bits = number.bitPattern
    case .string(let bytes), .json(let bytes):
      guard let copy = arena.copy(bytes) else { return false }
      text = copy
    }
    (node.kind, node.text, node.bits) = (value.kind, text, bits)
    (node.first, node.last, node.count, node.keys) = (nil, nil, 0, KeyIndex())
    return true
  }
}

extension ValueTree {
  /// Writes the tree, or a part of the tree, as JSON text (RFC 8259). Keys are in the order in which they were set.
  ///
  /// Returns `nil` if memory is short.
  ///
  /// - Parameter defaults: Members with string values to add to an object. A member is left out if the object already
  ///   has a member of the same name.
  func json(of part: ValueNode.Pointer? = nil, defaults: [QueryItems.Item] = []) -> BodyBuffer? {
    let text = BodyBuffer()
    guard let root = part ?? root, text.write(json: root, missing(defaults, in: root)) else { return nil }
    return text
  }
}

/// Functions that write JSON. Each `write` returns false if memory is short.
extension BodyBuffer {
  /// This function is not recursive, because a caller's thread may have a small stack.
  fileprivate func write(json root: ValueNode.Pointer, _ defaults: [QueryItems.Item]) -> Bool {
    var node = root
    while true {
      let value = node.pointee
      if node != root, value.parent?.pointee.kind == .object {
        guard write(quoted: value.key), write(0x3A) else { return false }
      }
      guard write(json: value) else { return false }
      if value.isContainer, let first = value.first {
        node = first
        continue
      }
      if value.isContainer, !close(node, node == root ? defaults : []) { return false }
      // Goes to the next sibling, and closes the containers that end before this sibling. The root may be a part of a
      // tree. Then it can have siblings too, which are not written.
      while node == root || node.pointee.next == nil {
        guard node != root, let parent = node.pointee.parent else { return true }
        guard close(parent, parent == root ? defaults : []) else { return false }
        node = parent
      }
      guard let next = node.pointee.next, write(0x2C) else { return false }
      node = next
    }
  }

  /// Writes `defaults` as further members of an object, and then the closing bracket. For an array, `defaults` must be
  /// empty.
  private func close(_ container: ValueNode.Pointer, _ defaults: [QueryItems.Item]) -> Bool {
    var isFirst = container.pointee.first == nil
    for item in defaults {
      guard isFirst || write(0x2C), write(quoted: item.name), write(0x3A), write(quoted: item.value) else {
        return false
      }
      isFirst = false
    }
    return write(container.pointee.closingBracket)
  }

  private func write(quoted text: [UInt8]) -> Bool { text.withUnsafeBytes { write(quoted: $0) } }

  /// Writes a scalar, or the opening bracket of a container.
  private func write(json value: ValueNode) -> Bool {
    switch value.kind {
    case .null: write("null")
    case .bool: write(value.bits == 0 ? "false" : "true")
    case .string: write(quoted: value.text)
    case .json: append(value.text)
    case .array: write(0x5B)
    case .object: write(0x7B)
    case .integer, .unsigned: write(value.numberText)
    case .double:
      // The shortest text that gives the same number when it is read again, without a final `.0`.
      value.numberText.hasSuffix(".0") ? write(String(value.numberText.dropLast(2))) : write(value.numberText)
    }
  }

  private func write(quoted text: UnsafeRawBufferPointer) -> Bool {
    guard write(0x22) else { return false }
    var start = 0
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x20 && byte != 0x22 && byte != 0x5C { continue }
      guard append(UnsafeRawBufferPointer(rebasing: text[start..<index])) else { return false }
      start = index + 1
      guard write(ASCII.jsonEscape(byte)) else { return false }
    }
    return append(UnsafeRawBufferPointer(rebasing: text[start...])) && write(0x22)
  }
}

extension ASCII {
  /// Returns the escape of a character in a JSON string (RFC 8259 §7).
  fileprivate static func jsonEscape(_ byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

extension ValueNode {
  fileprivate var closingBracket: UInt8 { kind == .array ? 0x5D : 0x7D }

  var numberText: String {
    switch kind {
    case .integer: Int64(bitPattern: bits).description
    case .unsigned: bits.description
    default: Double(bitPattern: bits).description
    }
  }
}

extension BodyBuffer {
  func write(_ byte: UInt8) -> Bool { withUnsafeBytes(of: byte) { append($0) } }

  func write(_ text: String) -> Bool { text.withBytes { append(UnsafeRawBufferPointer($0)) } }
}

/// Says how to write values for which queries have no standard form.
struct QueryStyle: Sendable {
  var listKey = ListKey.brackets
  var boolEncoding = URLEncoding.BoolEncoding.numeric

  init() {}
}

extension ValueTree {
  /// Writes the tree, or a part of the tree, as percent-encoded pairs (`name=value&…`) for a query or a form.
  ///
  /// Keys are in the order in which they were set. A null value becomes a name without `=`. A member of an object has
  /// the name `name[key]`. A JSON text is percent-encoded like any other value. Returns `nil` if memory is short.
  ///
  /// - Parameter defaults: Pairs to add after the pairs of an object. A pair is left out if its name is a key of the
  ///   object.
  func query(
    _ style: QueryStyle = QueryStyle(), of part: ValueNode.Pointer? = nil, defaults: [QueryItems.Item] = []
  ) -> BodyBuffer? {
    let text = BodyBuffer()
    guard let root = part ?? root, text.write(query: root, style) else { return nil }
    for item in missing(defaults, in: root) where !text.write(pair: item) { return nil }
    return text
  }
}

/// Functions that write pairs. Each `write` returns false if memory is short.
extension BodyBuffer {
  fileprivate func write(query root: ValueNode.Pointer, _ style: QueryStyle) -> Bool {
    guard var node = root.pointee.first else { return true }
    while true {
      if node.pointee.isContainer, !node.pointee.isJoined, let first = node.pointee.first {
        node = first
        continue
      }
      if !node.pointee.isContainer || (node.pointee.isJoined && node.pointee.first != nil) {
        guard count == 0 || write(0x26), write(pair: node.pointee, below: root, style) else { return false }
      }
      while node.pointee.next == nil {
        guard let parent = node.pointee.parent, parent != root else { return true }
        node = parent
      }
      guard let next = node.pointee.next else { return true }
      node = next
    }
  }

  fileprivate func write(pair item: QueryItems.Item) -> Bool {
    (count == 0 || write(0x26)) && item.name.withUnsafeBytes { write(encoded: $0) } && write(0x3D)
      && item.value.withUnsafeBytes { write(encoded: $0) }
  }

  private func write(pair value: ValueNode, below root: ValueNode.Pointer, _ style: QueryStyle) -> Bool {
    guard write(name: value, below: root, style) else { return false }
    if value.kind == .null { return true }
    guard write(0x3D) else { return false }
    guard value.isJoined else { return write(plain: value, style) }
    var (element, isFirst) = (value.first, true)
    while let each = element {
      guard isFirst || write(0x2C), write(plain: each.pointee, style) else { return false }
      (element, isFirst) = (each.pointee.next, false)
    }
    return true
  }

  private func write(plain value: ValueNode, _ style: QueryStyle) -> Bool {
    switch value.kind {
    case .null: return true
    case .string, .json: return write(encoded: value.text)
    case .bool:
      switch style.boolEncoding {
      case .numeric: return write(value.bits == 0 ? "0" : "1")
      case .literal: return write(value.bits == 0 ? "false" : "true")
      }
    default: return write(encoded: value.numberText)
    }
  }

  /// Writes the name of a value, which contains the names of the containers around the value. There are at most
  /// `ValueTree.maximumDepth` of these names.
  private func write(name value: ValueNode, below root: ValueNode.Pointer, _ style: QueryStyle) -> Bool {
    guard let place = value.parent else { return true }
    let parent = place.pointee
    if parent.kind == .object {
      if place == root { return write(encoded: value.key) }
      return write(name: parent, below: root, style) && write("%5B") && write(encoded: value.key) && write("%5D")
    }
    return style.listKey.pieces.allSatisfy { piece in
      switch piece {
      case .key: place == root || write(name: parent, below: root, style)
      case .index: write(value.index.description)
      case .text(let text): write(encoded: text)
      }
    }
  }

  private func write(encoded text: String) -> Bool { text.withBytes { write(encoded: UnsafeRawBufferPointer($0)) } }

  private func write(encoded text: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for index in text.indices where !ASCII.isQueryItem(text[index]) {
      guard append(UnsafeRawBufferPointer(rebasing: text[start..<index])) else { return false }
      start = index + 1
      let digits = (
        ASCII.hexDigit(text[index] >> 4, upperCase: true), ASCII.hexDigit(text[index] & 15, upperCase: true)
      )
      guard write(0x25), write(digits.0), write(digits.1) else { return false }
    }
    return append(UnsafeRawBufferPointer(rebasing: text[start...]))
  }
}

extension ValueTree {
  /// Makes a new tree with the contents of a part of this tree. Returns `nil` if memory is short.
  func copy(of part: ValueNode.Pointer) -> ValueTree? {
    guard let copy = ValueTree(part.pointee.value), let root = copy.root else { return nil }
    return fill(root, of: copy, as: part) ? copy : nil
  }

  /// Calls of this function nest as deep as the tree, which has at most 512 levels.
  private func fill(_ place: ValueNode.Pointer, of copy: ValueTree, as part: ValueNode.Pointer) -> Bool {
    if part.pointee.isJoined { place.pointee.join() }
    var next = part.pointee.first
    while let child = next {
      let key = part.pointee.isObject ? child.pointee.key : nil
      guard let made = try? copy.put(child.pointee.value, into: place, key: key),
        fill(made, of: copy, as: child)
      else { return false }
      next = child.pointee.next
    }
    return true
  }
}

extension ValueNode {
  /// The value of the node. For a container, the value does not include the contents.
  fileprivate var value: NewValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bits != 0)
    case .integer: .integer(Int64(bitPattern: bits))
    case .unsigned: .unsigned(bits)
    case .double: .double(Double(bitPattern: bits))
    case .string: .string(text)
    case .json: .json(text)
    case .array: .array
    case .object: .object
    }
  }
}
