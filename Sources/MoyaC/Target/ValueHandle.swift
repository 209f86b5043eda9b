import CMoya
import Glibc
import MoyaCore

/// A caller's `moya_value`: a node of a `ValueTree`. The handle of the root holds a reference to the tree.
enum ValueHandle {
  static func create(_ kind: NewValue) -> OpaquePointer? {
    guard let tree = ValueTree(kind), let root = tree.root else { return nil }
    if HandleCheck.isOn {
      HandleCheck.give(tree)
      HandleCheck.give(UnsafeRawPointer(root), as: HandleCheck.tree)
    }
    _ = Unmanaged.passRetained(tree)
    return OpaquePointer(root)
  }

  /// Frees a tree. If the handle is a part of a tree, does nothing.
  static func destroy(_ handle: OpaquePointer?, function: StaticString = #function) {
    guard let node = node(handle, function: function), node.pointee.parent == nil else { return }
    if HandleCheck.isOn {
      HandleCheck.takeBack(UnsafeRawPointer(node), as: HandleCheck.tree, in: function)
      HandleCheck.takeBack(UnsafeRawPointer(node.pointee.tree.toOpaque()), as: ValueTree.self, in: function)
    }
    node.pointee.tree.release()
  }

  /// Returns the tree and the node of a handle, for a function that reads the value. If the tree has stored the error
  /// of an invalid value, throws this error.
  static func sound(
    _ handle: OpaquePointer?, named name: String, function: StaticString = "a task"
  ) throws(Failure) -> (tree: ValueTree, node: ValueNode.Pointer) {
    guard let node = node(handle, function: function) else { throw .null(name) }
    let tree = node.pointee.tree.takeUnretainedValue()
    if let fault = tree.fault { throw Failure(fault) }
    return (tree, node)
  }

  static func node(_ handle: OpaquePointer?, function: StaticString = #function) -> ValueNode.Pointer? {
    guard let handle else { return nil }
    let node = ValueNode.Pointer(handle)
    if HandleCheck.isOn {
      HandleCheck.use(UnsafeRawPointer(node), as: HandleCheck.tree, in: function)
      HandleCheck.use(UnsafeRawPointer(node.pointee.tree.toOpaque()), as: ValueTree.self, in: function)
    }
    return node
  }

  // MARK: Putting values into containers

  /// A value that a caller puts into a container.
  enum Given {
    case value(NewValue)
    /// A C text, which ends with a NUL.
    case string(UnsafePointer<CChar>?)
    case text(UnsafePointer<CChar>?, Int)
    case json(UnsafePointer<CChar>?)
  }

  static func set(
    _ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ given: Given, function: StaticString = #function
  ) -> (status: moya_status, child: OpaquePointer?) {
    put(given, into: object, function) { (tree, node, value) throws(ValueFault) in
      guard let key else { throw tree.refuse(.missing("key")) }
      // Reads one byte more than a key may have, so that a key that is too long is found.
      let bytes = UnsafeRawBufferPointer(start: key, count: strnlen(key, ValueTree.maximumKeyLength + 1))
      return try tree.put(value, into: node, key: bytes)
    }
  }

  static func add(
    _ array: OpaquePointer?, _ given: Given, function: StaticString = #function
  ) -> (status: moya_status, child: OpaquePointer?) {
    put(given, into: array, function) { (tree, node, value) throws(ValueFault) in
      try tree.put(value, into: node, key: nil)
    }
  }

  /// Marks an array. A query then writes the elements of the array in one pair, separated by commas.
  static func join(_ array: OpaquePointer?, function: StaticString = #function) -> moya_status {
    guard let node = node(array, function: function) else { return moya_status(MOYA_ERROR_NULL) }
    do throws(ValueFault) { try node.pointee.tree.takeUnretainedValue().join(node) } catch {
      return Failure(error).status
    }
    return moya_status(MOYA_OK)
  }

  private static func put(
    _ given: Given, into handle: OpaquePointer?, _ function: StaticString,
    _ body: (ValueTree, ValueNode.Pointer, NewValue) throws(ValueFault) -> ValueNode.Pointer
  ) -> (status: moya_status, child: OpaquePointer?) {
    guard let node = node(handle, function: function) else { return (moya_status(MOYA_ERROR_NULL), nil) }
    let tree = node.pointee.tree.takeUnretainedValue()
    do throws(ValueFault) {
      return (moya_status(MOYA_OK), OpaquePointer(try body(tree, node, try value(given, tree))))
    } catch {
      return (Failure(error).status, nil)
    }
  }

  private static func value(_ given: Given, _ tree: ValueTree) throws(ValueFault) -> NewValue {
    switch given {
    case .value(let value): return value
    case .string(let text):
      guard let text else { throw tree.refuse(.missing("text")) }
      return .string(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    case .text(let text, let length):
      if length == 0 { return .string(UnsafeRawBufferPointer(start: nil, count: 0)) }
      guard let text else { throw tree.refuse(.missing("text")) }
      // A `size_t` of C above the maximum of `Int` arrives here as a negative number.
      guard length > 0 else { throw tree.refuse(.textTooLong) }
      return .string(UnsafeRawBufferPointer(start: text, count: length))
    case .json(let text):
      guard let text else { throw tree.refuse(.missing("json")) }
      return .json(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
  }
}

extension Failure {
  init(_ fault: ValueFault) {
    let (status, reason) =
      switch fault {
      case .missing(let name): (MOYA_ERROR_NULL, "\(name) is NULL")
      case .memory: (MOYA_ERROR_MEMORY, "there is no memory for a value")
      case .textTooLong: (MOYA_ERROR_ARGUMENT, "a length is more than memory can hold")
      case .keyNotText: (MOYA_ERROR_UTF8, "a key is not UTF-8")
      case .notText(let key): (MOYA_ERROR_UTF8, "\(Failure.place(key)) is not UTF-8")
      case .keyTooLong: (MOYA_ERROR_ARGUMENT, "a key is longer than \(ValueTree.maximumKeyLength) bytes")
      case .tooManyKeys: (MOYA_ERROR_ARGUMENT, "an object has more than \(ValueTree.maximumKeys) keys")
      case .notObject: (MOYA_ERROR_ARGUMENT, "a key was set in something that is no object")
      case .notArray: (MOYA_ERROR_ARGUMENT, "a value was added to something that is no array")
      case .notJoined: (MOYA_ERROR_ARGUMENT, "what was joined is no array of numbers, texts, true and false")
      case .notFinite(let key): (MOYA_ERROR_ENCODING, "\(Failure.place(key)) is not a finite number")
      case .notJSON(let key): (MOYA_ERROR_ENCODING, "\(Failure.place(key)) is not JSON")
      case .tooDeep: (MOYA_ERROR_ENCODING, "the values are nested deeper than \(ValueTree.maximumDepth) levels")
      }
    self.init(status, "a moya_value cannot be used: \(reason)")
  }

  private static func place(_ key: String) -> String {
    key.isEmpty ? "an element of an array" : "the value of '\(RequestRules.printable(key))'"
  }
}

// MARK: - OwnedTree

/// A `moya_value` that is made when it is first needed, and freed together with its owner.
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
