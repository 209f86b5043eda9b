import CMoya

/// A `moya_value` that is made when it is first needed, and freed with its owner.
struct OwnedTree: ~Copyable {
  private(set) var handle: OpaquePointer?

  deinit { ValueHandle.destroy(handle) }

  mutating func object() throws(Failure) -> OpaquePointer {
    if let handle { return handle }
    guard let made = ValueHandle.create(.object) else { throw .memory("the arguments") }
    handle = made
    return made
  }
}
