import CMoya
import MoyaCore
import MoyaDefinition

/// A parameter of a bound function. It converts an argument that C passed to the value of an endpoint's parameter.
struct BoundParameter {
  /// The way to read an argument that was given.
  private enum Content {
    /// A number, a bool or a text. The kind says which.
    case value(moya_kind)
    /// A `moya_str`. For `bytes` it contains bytes, and for `raw` it contains JSON text.
    case bytes, raw
    /// An index into the names of an enumeration.
    case names(UnsafePointer<moya_type_names>)
    /// The address of a struct.
    case structure(UnsafePointer<moya_type>?)
    /// A `moya_api_list` for the path, the query, a header field or a form. The kind is the kind of the elements.
    case values(moya_kind)
    /// A `moya_api_list` for JSON. The table describes a struct whose only member is the list or the map.
    case list(UnsafePointer<moya_type>?)
  }

  let native: NativeType
  /// True if the argument is passed by pointer. NULL then means that the argument is not given.
  private let isPointer: Bool
  private let isOptional: Bool
  private let content: Content

  /// - Parameter type: The type in the declaration of the function. It is the definition's type without `?`, or `raw`.
  init(
    _ type: ValueType, isOptional: Bool, at places: [DefinedParameter.Place], _ structs: StructTables,
    _ types: [DefinedType]
  ) {
    self.isOptional = isOptional
    isPointer = isOptional && !type.isNullable(types)
    native = isPointer ? .pointer : type.native(types)
    let isPlain = places.contains { $0 != .field && $0 != .body }
    content =
      switch type {
      case .scalar(.bytes): .bytes
      case .scalar(.raw): .raw
      case .scalar(let scalar): .value(scalar.kind)
      case .named(let index): structs.names(index).map { .names($0) } ?? .structure(structs.table(index))
      case .list(let element) where isPlain: .values(element.scalar?.kind ?? moya_kind(MOYA_KIND_ENUM))
      case .list, .map, .optional: .list(structs.known(type))
      }
  }

  /// Reads an argument. Returns `nil` if the argument is not given.
  ///
  /// - Parameter place: The address of the argument, from libffi.
  func value(at place: UnsafeRawPointer) -> moya_argument? {
    guard isPointer else { return value(in: place) }
    return place.load(as: UnsafeRawPointer?.self).flatMap { value(in: $0) }
  }

  private func value(in place: UnsafeRawPointer) -> moya_argument? {
    switch content {
    case .value(let kind): return moya_argument(kind, at: place)
    case .bytes: return bytes(MOYA_KIND_BYTES, place, isAbsentWithoutAddress: isOptional)
    case .raw: return bytes(MOYA_KIND_RAW, place, isAbsentWithoutAddress: true)
    case .names(let names):
      let index = place.loadUnaligned(as: Int32.self)
      // A number that is not the index of a name of the enumeration is passed on as a number. A later check then
      // reports it.
      guard index >= 0, index < names.pointee.count else { return moya_argument(MOYA_KIND_I64, Int64(index)) }
      return moya_argument(MOYA_KIND_STR, UnsafeRawPointer(names.pointee.names[Int(index)]))
    case .structure(let table):
      return place.load(as: UnsafeRawPointer?.self).map { moya_argument(MOYA_KIND_STRUCT, $0, type: table) }
    case .values(let kind): return list(place).map { moya_argument(array: kind, $0) }
    case .list(let table):
      // If the caller's list has elements but no address, the argument gets no address. A later check then reports an
      // error.
      return list(place).map { list in
        let data = list.items == nil && list.count != 0 ? nil : place
        return moya_argument(MOYA_KIND_STRUCT, data, length: list.count, type: table)
      }
    }
  }

  private func bytes(_ kind: Int, _ place: UnsafeRawPointer, isAbsentWithoutAddress: Bool) -> moya_argument? {
    let bytes = place.loadUnaligned(as: moya_str.self)
    if bytes.data == nil, bytes.len == 0, isAbsentWithoutAddress { return nil }
    return moya_argument(kind, bytes.data.map { UnsafeRawPointer($0) }, length: bytes.len)
  }

  /// Reads a list. Returns `nil` if the parameter is optional and the list has no address and no elements.
  private func list(_ place: UnsafeRawPointer) -> moya_api_list? {
    let list = place.loadUnaligned(as: moya_api_list.self)
    return isOptional && list.items == nil && list.count == 0 ? nil : list
  }
}
