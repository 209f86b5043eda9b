import Glibc

/// A tree of values as it is being built: parameters of a query, fields of a form, a JSON body. Keys keep the order in
/// which they were set.
///
/// The first value that it does not take stays its `fault`, and the call that is given the tree fails with that: so a
/// program need not look at the status of every step. Used by one thread at a time.
package final class ValueTree {
  /// Levels of arrays and objects, those of JSON texts inside of the tree included.
  package static let maximumDepth = JSONWriter.maximumDepth
  package static let maximumKeys = 10_000
  package static let maximumKeyLength = 1 << 12

  package private(set) var fault: ValueFault?
  private var arena = ValueArena()
  private var rootNode: ValueNode.Pointer?

  /// `nil`: there is no memory.
  package init?(_ kind: NewValue) {
    rootNode = node(kind, in: nil, key: UnsafeRawBufferPointer(start: nil, count: 0))
    if rootNode == nil { return nil }
  }

  package var root: ValueNode.Pointer? { rootNode }

  /// Puts a value into a container: under a key, in place of what is there; or, without one, at an array's end.
  /// - Returns: the value's place.
  @discardableResult
  package func put(
    _ value: NewValue, into container: ValueNode.Pointer, key: UnsafeRawBufferPointer?
  ) throws(ValueFault) -> ValueNode.Pointer {
    do throws(ValueFault) { return try place(value, in: container, key: key) } catch { throw refuse(error) }
  }

  /// Notes a fault of what was to be put into the tree.
  package func refuse(_ new: ValueFault) -> ValueFault {
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

  private func check(
    _ value: NewValue, at key: UnsafeRawBufferPointer, in container: ValueNode
  ) throws(ValueFault) {
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
    case .array, .object: if container.depth >= ValueTree.maximumDepth { throw .tooDeep }
    case .null, .bool, .integer, .unsigned: break
    }
  }

  private func find(_ key: UnsafeRawBufferPointer, in object: ValueNode) -> ValueNode.Pointer? {
    if !object.keys.isEmpty { return object.keys.find(key) }
    var node = object.first
    while let current = node, !current.pointee.hasKey(key) { node = current.pointee.next }
    return node
  }

  /// Those that an object has no key of the same name for; of an array, none.
  func missing(_ items: [QueryItems.Item], in part: ValueNode.Pointer) -> [QueryItems.Item] {
    guard part.pointee.isObject, !items.isEmpty else { return [] }
    return items.filter { item in item.name.withUnsafeBytes { find($0, in: part.pointee) } == nil }
  }

  /// Makes room for one more key in the index of an object that has many. False: there is no memory, and the index is
  /// as it was.
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

  /// False: there is no memory, and the node is as it was.
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
