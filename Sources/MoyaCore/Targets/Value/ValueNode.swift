import Glibc

/// One value of a `ValueTree`, in the tree's arena. Trivial: freed with the arena, without a deinit.
package struct ValueNode {
  package typealias Pointer = UnsafeMutablePointer<ValueNode>

  enum Kind: UInt8 { case null, bool, integer, unsigned, double, string, json, array, object }

  /// Not retained: the tree keeps its nodes.
  package let tree: Unmanaged<ValueTree>
  package let parent: Pointer?
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

  package var isObject: Bool { kind == .object }
  func hasKey(_ other: UnsafeRawBufferPointer) -> Bool {
    guard key.count == other.count else { return false }
    guard let start = key.baseAddress, let others = other.baseAddress else { return true }
    return memcmp(start, others, key.count) == 0
  }

  /// An array whose elements a query has in one pair, with commas between them.
  var isJoined: Bool { kind == .array && bits != 0 }

  package mutating func join() { if kind == .array { bits = 1 } }

  var isContainer: Bool { kind == .array || kind == .object }
}

/// What is put into a tree; bytes are copied.
package enum NewValue {
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
package enum ValueFault: Error, Hashable {
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
}
