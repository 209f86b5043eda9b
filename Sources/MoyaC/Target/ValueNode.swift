import Glibc
import MoyaCore

/// One value of a `ValueTree`, in the tree's arena. Trivial: freed with the arena, without a deinit.
struct ValueNode {
  typealias Pointer = UnsafeMutablePointer<ValueNode>

  enum Kind: UInt8 { case null, bool, integer, unsigned, double, string, json, array, object }

  /// Not retained: the tree keeps its nodes.
  let tree: Unmanaged<ValueTree>
  let parent: Pointer?
  /// Its place among its siblings.
  let index: Int
  /// 1 for the root.
  let depth: Int
  /// UTF-8. Of an element of an array: empty.
  let key: UnsafeRawBufferPointer
  /// A sibling.
  var next: Pointer?

  var kind: Kind
  /// Of a string or a JSON text.
  var text = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Of a number or a Bool; of an array: see `isJoined`.
  var bits: UInt64 = 0
  // Of a container.
  var first: Pointer?
  var last: Pointer?
  var count = 0
  /// Of an object.
  var keys = KeyIndex()

  var isObject: Bool { kind == .object }
  func hasKey(_ other: UnsafeRawBufferPointer) -> Bool {
    guard key.count == other.count else { return false }
    guard let start = key.baseAddress, let others = other.baseAddress else { return true }
    return memcmp(start, others, key.count) == 0
  }

  /// An array whose elements a query has in one pair, with commas between them.
  var isJoined: Bool { kind == .array && bits != 0 }

  mutating func join() { if kind == .array { bits = 1 } }

  var isContainer: Bool { kind == .array || kind == .object }
}

/// What is put into a tree; bytes are copied.
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

/// Why a value is not taken. Says the key, never the value.
enum ValueFault: Error, Hashable {
  /// An argument, by its name.
  case missing(String)
  case memory
  /// A text that is longer than memory can be.
  case textTooLong
  case keyNotText
  case keyTooLong
  case notText(key: String)
  case notFinite(key: String)
  case notJSON(key: String)
  case tooDeep
  case tooManyKeys
  /// A key was given for an element of an array, or the other way round; a scalar has neither.
  case notObject
  case notArray
  /// What has no elements that a comma can be between, or would get one.
  case notJoined
}

/// Finds the members of an object by their keys, however many they are: a hash table with open addressing. Trivial, as
/// the nodes: its slots lie in the tree's arena and are freed with it.
///
/// Small objects have none, since a few keys are compared sooner than one is hashed. The hash has a seed of the process
/// (`Hasher`), so that keys that a stranger chose do not all meet in one slot.
struct KeyIndex {
  /// A power of two of them, a quarter of which stays free: so each search comes to an end. `nil`: there is no index.
  private var slots: UnsafeMutableBufferPointer<ValueNode.Pointer?>?

  /// The number of keys from which on an object has an index.
  private static let threshold = 16

  init() {}

  /// - Parameter room: of `size(of: capacity)` bytes.
  init(in room: UnsafeMutableRawPointer, capacity: Int) {
    let start = room.bindMemory(to: ValueNode.Pointer?.self, capacity: capacity)
    start.initialize(repeating: nil, count: capacity)
    slots = UnsafeMutableBufferPointer(start: start, count: capacity)
  }

  static func size(of capacity: Int) -> Int { capacity * MemoryLayout<ValueNode.Pointer?>.stride }

  /// How many slots the index of so many keys has to have; `nil`: the one that there is will do, or none is needed.
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

  /// Takes in a key that is not there yet. Without an index nothing happens.
  func insert(_ node: ValueNode.Pointer) {
    guard let slots else { return }
    slots[KeyIndex.place(of: node.pointee.key, in: slots)] = node
  }

  /// Where the key is, or where it would be put.
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

/// Memory of the many small things of a tree, which stay where they are and are freed together.
///
/// Taken with `malloc`, whose refusal is an answer: Swift's own allocation would end the process.
struct ValueArena: ~Copyable {
  /// Blocks, each of which begins with the address of the one before.
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

  /// Room for so many bytes, at an address that is a multiple of 16. `nil`: there is no memory.
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

  /// A copy. `nil`: there is no memory.
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
