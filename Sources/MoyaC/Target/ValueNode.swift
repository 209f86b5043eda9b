import Glibc
import MoyaCore

/// One value of a `ValueTree`. The node is in the tree's arena. The node needs no deinit, so it is freed together with
/// the arena.
struct ValueNode {
  typealias Pointer = UnsafeMutablePointer<ValueNode>

  enum Kind: UInt8 { case null, bool, integer, unsigned, double, string, json, array, object }

  /// The tree is not retained, because it owns its nodes.
  let tree: Unmanaged<ValueTree>
  let parent: Pointer?
  /// The index of the node among its siblings.
  let index: Int
  /// The number of levels down to this node. The root has 1.
  let depth: Int
  /// The key in UTF-8. Empty if the node is an element of an array.
  let key: UnsafeRawBufferPointer
  /// The next sibling.
  var next: Pointer?

  var kind: Kind
  /// The characters of a string, or a text that is already JSON.
  var text = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The value of a number or a Bool. For an array, see `isJoined`.
  var bits: UInt64 = 0
  // The fields below are only used if the node is a container.
  var first: Pointer?
  var last: Pointer?
  var count = 0
  /// The index of the keys if the node is an object.
  var keys = KeyIndex()

  var isObject: Bool { kind == .object }
  func hasKey(_ other: UnsafeRawBufferPointer) -> Bool {
    guard key.count == other.count else { return false }
    guard let start = key.baseAddress, let others = other.baseAddress else { return true }
    return memcmp(start, others, key.count) == 0
  }

  /// True if the node is an array whose elements a query writes in one pair, separated by commas.
  var isJoined: Bool { kind == .array && bits != 0 }

  mutating func join() { if kind == .array { bits = 1 } }

  var isContainer: Bool { kind == .array || kind == .object }
}

/// A value to put into a tree. The tree copies the bytes of the value.
enum NewValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case string(UnsafeRawBufferPointer)
  case json(UnsafeRawBufferPointer)
  case array
  case object

  var kind: ValueNode.Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .unsigned: .unsigned
    case .double: .double
    case .string: .string
    case .json: .json
    case .array: .array
    case .object: .object
    }
  }
}

/// The reason why a tree does not accept a value. The message names the key and never shows the value.
enum ValueFault: Error, Hashable {
  /// An argument is missing. The text is the argument's name.
  case missing(String)
  case memory
  /// A caller has given a length that is larger than any memory.
  case textTooLong
  case keyNotText
  case keyTooLong
  case notText(key: String)
  case notFinite(key: String)
  case notJSON(key: String)
  case tooDeep
  case tooManyKeys
  /// A key was given, but the container is not an object.
  case notObject
  /// No key was given, but the container is not an array.
  case notArray
  /// The elements of the value cannot be written in one pair, separated by commas: the value is not an array, or it
  /// contains arrays or objects.
  case notJoined
}

/// Finds the members of an object by their keys. The index is a hash table with open addressing.
///
/// Like the nodes, the index owns no memory. Its slots are in the tree's arena and are freed together with the arena.
///
/// A small object has no hash table, because comparing a few keys is faster than hashing one key. `Hasher` has a random
/// seed in each process, so an attacker cannot choose keys that all get the same slot.
struct KeyIndex {
  /// The slots of the hash table. `nil` if the object has no hash table. The number of slots is a power of two. At
  /// least a quarter of them stays free, so that each search ends.
  private var slots: UnsafeMutableBufferPointer<ValueNode.Pointer?>?

  /// An object with at least this number of keys has a hash table.
  private static let threshold = 16

  init() {}

  /// - Parameter room: Memory with `size(of: capacity)` bytes.
  init(in room: UnsafeMutableRawPointer, capacity: Int) {
    let start = room.bindMemory(to: ValueNode.Pointer?.self, capacity: capacity)
    start.initialize(repeating: nil, count: capacity)
    slots = UnsafeMutableBufferPointer(start: start, count: capacity)
  }

  static func size(of capacity: Int) -> Int { capacity * MemoryLayout<ValueNode.Pointer?>.stride }

  /// Returns the number of slots for a new hash table with this many keys. Returns `nil` if no new table is needed,
  /// because the object is small or the table of `index` is large enough.
  static func capacity(for count: Int, after index: KeyIndex) -> Int? {
    let present = index.slots?.count ?? 0
    if count < threshold || count * 4 <= present * 3 { return nil }
    return max(threshold * 4, present * 2)
  }

  var isEmpty: Bool { slots == nil }

  func find(_ key: UnsafeRawBufferPointer) -> ValueNode.Pointer? {
    guard let slots else { return nil }
    return slots[KeyIndex.place(of: key, in: slots)]
  }

  /// Adds a key that the table does not contain yet. If there is no table, does nothing.
  func insert(_ node: ValueNode.Pointer) {
    guard let slots else { return }
    slots[KeyIndex.place(of: node.pointee.key, in: slots)] = node
  }

  /// Returns the slot that contains the key. If the table does not contain the key, returns the slot where the key must
  /// be added.
  private static func place(
    of key: UnsafeRawBufferPointer, in slots: UnsafeMutableBufferPointer<ValueNode.Pointer?>
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: key)
    let mask = slots.count - 1
    var place = hasher.finalize() & mask
    while let known = slots[place], !known.pointee.hasKey(key) { place = (place + 1) & mask }
    return place
  }
}

/// Memory for the many small objects of a tree. The objects do not move and are freed together.
///
/// The memory comes from `malloc`, which can report a failure. Swift's own allocation would end the process instead.
struct ValueArena: ~Copyable {
  /// The last block. Each block begins with the address of the previous block.
  private var block: UnsafeMutableRawPointer?
  private var free: UnsafeMutableRawPointer?
  private var left = 0
  private var nextSize = 1024

  private static let header = 16
  private static let largestBlock = 1 << 16

  deinit {
    var block = block
    while let current = block {
      block = current.load(as: UnsafeMutableRawPointer?.self)
      Glibc.free(current)
    }
  }

  /// Returns memory for this many bytes, at an address that is a multiple of 16. Returns `nil` if memory is short.
  mutating func room(_ count: Int) -> UnsafeMutableRawPointer? {
    let (needed, overflows) = max(count, 1).addingReportingOverflow(15)
    if overflows { return nil }
    let rounded = needed & ~15
    if rounded > left, !grow(for: rounded) { return nil }
    guard let start = free else { return nil }
    free = start + rounded
    left -= rounded
    return start
  }

  /// Returns a copy of the bytes. Returns `nil` if memory is short.
  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let room = room(bytes.count) else { return nil }
    let copy = UnsafeMutableRawBufferPointer(start: room, count: bytes.count)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  private mutating func grow(for count: Int) -> Bool {
    let (size, overflows) = max(count, nextSize).addingReportingOverflow(ValueArena.header)
    guard !overflows, let fresh = malloc(size) else { return false }
    fresh.storeBytes(of: block, as: UnsafeMutableRawPointer?.self)
    block = fresh
    free = fresh + ValueArena.header
    left = size - ValueArena.header
    nextSize = min(nextSize * 2, ValueArena.largestBlock)
    return true
  }
}
