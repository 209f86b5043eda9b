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
