import CMoya
import CJSON
import MoyaCore

/// Converts a caller's structs to a tree of values.
///
/// C++ code reads the tables of the structs (`CJSON/Types`) and passes the values to this class. This class puts the
/// values into the tree. The tree checks each value.
final class Encoding: CObject {
  private var tree: OpaquePointer?

  private init() {}

  deinit { ValueHandle.destroy(tree) }

  /// Builds a tree.
  ///
  /// - Parameter write: Calls the C++ code with a sink, a struct of functions. The C++ code calls these functions to
  ///   add each value to the tree.
  /// - Returns: A tree, which the caller must release.
  static func tree(
    flags: UInt32, _ write: (UnsafePointer<moya_types_sink>, Bool, inout moya_types_fault) -> Int32
  ) throws(Failure) -> OpaquePointer {
    guard flags & ~UInt32(MOYA_ENCODE_NULLS) == 0 else {
      throw .argument("flags has some that this library does not know")
    }
    let encoding = Encoding()
    try TypeFault.checked { fault in
      withExtendedLifetime(encoding) {
        var sink = encoding.sink
        return write(&sink, flags & UInt32(MOYA_ENCODE_NULLS) != 0, &fault)
      }
    }
    guard let tree = encoding.tree else { throw .memory("a tree of values") }
    _ = try ValueHandle.sound(tree, named: "tree")
    encoding.tree = nil
    return tree
  }

  /// Builds a tree like `tree(flags:_:)`, and returns its JSON text instead of the tree.
  static func json(
    flags: UInt32, _ write: (UnsafePointer<moya_types_sink>, Bool, inout moya_types_fault) -> Int32
  ) throws(Failure) -> BodyBuffer {
    let handle = try tree(flags: flags, write)
    defer { ValueHandle.destroy(handle) }
    let (tree, node) = try ValueHandle.sound(handle, named: "tree")
    guard let text = tree.json(of: node) else { throw .memory("the JSON of a struct") }
    return text
  }

  private var sink: moya_types_sink {
    moya_types_sink(
      user: address,
      open: { user, parent, key, isArray in
        guard let user else { return nil }
        let encoding = Encoding.at(user)
        let kind: NewValue = isArray ? .array : .object
        if let parent {
          return Encoding.put(kind, OpaquePointer(parent), key).child.map { UnsafeMutableRawPointer($0) }
        }
        encoding.tree = ValueHandle.create(kind)
        return encoding.tree.map { UnsafeMutableRawPointer($0) }
      },
      put: { _, parent, key, value in
        guard let parent, let value else { return moya_status(MOYA_ERROR_NULL) }
        return Encoding.put(Encoding.newValue(value.pointee), OpaquePointer(parent), key).status
      })
  }

  private static func put(
    _ value: NewValue, _ parent: OpaquePointer, _ key: UnsafePointer<CChar>?
  ) -> (status: moya_status, child: OpaquePointer?) {
    key == nil ? ValueHandle.add(parent, .value(value)) : ValueHandle.set(parent, key, .value(value))
  }

  private static func newValue(_ scalar: moya_types_scalar) -> NewValue {
    let text = UnsafeRawBufferPointer(start: scalar.text, count: max(0, scalar.length))
    return switch Int(scalar.is) {
    case MOYA_TYPES_BOOL: .bool(scalar.boolean)
    case MOYA_TYPES_INT64: .integer(scalar.int64)
    case MOYA_TYPES_UINT64: .unsigned(scalar.uint64)
    case MOYA_TYPES_DOUBLE: .double(scalar.number)
    case MOYA_TYPES_TEXT: .string(text)
    case MOYA_TYPES_JSON: .json(text)
    default: .null
    }
  }
}
