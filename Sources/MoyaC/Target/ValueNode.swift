import Glibc
import MoyaCore

/// One value of a `ValueTree`, in the tree's arena. It is trivial, so it is freed with the arena without a deinit.
struct ValueNode {
  typealias Pointer = UnsafeMutablePointer<ValueNode>

  enum Kind: UInt8 { case null, bool, integer, unsigned, double, string, json, array, object }

  /// Not retained, because the tree owns its nodes.
  let tree: Unmanaged<ValueTree>
  let parent: Pointer?
  /// The index among its siblings.
  let index: Int
  /// 1 for the root.
  let depth: Int
  /// The key in UTF-8. Empty for an element of an array.
  let key: UnsafeRawBufferPointer
  /// The next sibling.
  var next: Pointer?

  var kind: Kind
  /// The text of a string or of a JSON text.
  var text = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The value of a number or a Bool. For an array, see `isJoined`.
  var bits: UInt64 = 0
  // For a container.
  var first: Pointer?
  var last: Pointer?
  var count = 0
  /// For an object.
  var keys = KeyIndex()

  var isObject: Bool { kind == .object }
  func hasKey(_ other: UnsafeRawBufferPointer) -> Bool {
    guard key.count == other.count else { return false }
    guard let start = key.baseAddress, let others = other.baseAddress else { return true }
    return memcmp(start, others, key.count) == 0
  }

  /// True for an array whose elements a query writes in one pair, separated by commas.
  var isJoined: Bool { kind == .array && bits != 0 }

  mutating func join() { if kind == .array { bits = 1 } }

  var isContainer: Bool { kind == .array || kind == .object }
}

/// A value for a tree, which copies the bytes.
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

/// Why a value is an error. The message names the key and never the value.
enum ValueFault: Error, Hashable {
  /// An argument that is missing, by its name.
  case missing(String)
  case memory
  /// A text that cannot fit into memory.
  case textTooLong
  case keyNotText
  case keyTooLong
  case notText(key: String)
  case notFinite(key: String)
  case notJSON(key: String)
  case tooDeep
  case tooManyKeys
  /// A key was given for an element of an array, or none for a member of an object, or the container is a scalar.
  case notObject
  case notArray
  /// The value is not an array without containers, so commas cannot separate its elements.
  case notJoined
}

/// Finds the members of an object by their keys, with a hash table with open addressing.
///
/// Like the nodes, it owns no memory: its slots are in the tree's arena and are freed with the arena.
///
/// Small objects have no table, because comparing a few keys is faster than hashing one. `Hasher` has a random seed in
/// each process, so an attacker cannot choose keys that all get the same slot.
struct KeyIndex {
  /// The number of slots is a power of two. A quarter of them stays free, so each search ends. `nil` if there is no
  /// index.
  private var slots: UnsafeMutableBufferPointer<ValueNode.Pointer?>?

  /// An object with at least this number of keys has an index.
  private static let threshold = 16

  init() {}

  /// - Parameter room: Memory of `size(of: capacity)` bytes.
  init(in room: UnsafeMutableRawPointer, capacity: Int) {
    let start = room.bindMemory(to: ValueNode.Pointer?.self, capacity: capacity)
    start.initialize(repeating: nil, count: capacity)
    slots = UnsafeMutableBufferPointer(start: start, count: capacity)
  }

  static func size(of capacity: Int) -> Int { capacity * MemoryLayout<ValueNode.Pointer?>.stride }

  /// The number of slots for this many keys. `nil` if the present index is large enough or none is needed.
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

  /// Adds a key that is not in the index yet. Does nothing if there is no index.
  func insert(_ node: ValueNode.Pointer) {
    guard let slots else { return }
    slots[KeyIndex.place(of: node.pointee.key, in: slots)] = node
  }

  /// The slot of the key, or the slot for it if it is not in the index.
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

/// Memory for the many small objects of a tree. They do not move and are freed together.
///
/// Allocated with `malloc`, which can fail. Swift's own allocation would end the process instead.
struct ValueArena: ~Copyable {
  /// The blocks. Each begins with the address of the previous one.
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

  /// Memory for this many bytes, at an address that is a multiple of 16. `nil` if memory is short.
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

  /// A copy of the bytes. `nil` if memory is short.
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
