import CMoya
import MoyaCore

/// A parameter of a bound function: how an argument that C passed becomes the value of an endpoint's parameter.
struct BoundParameter {
  /// As the function declares it: the definition's, without `?`, or `raw`.
  let type: ValueType
  /// It is passed by a pointer to it, and NULL says that it is not given.
  let isPointer: Bool
  private let isOptional: Bool
  let native: NativeType
  /// Of an enumeration.
  private let names: [String]?
  /// Of a struct.
  private let table: UnsafePointer<moya_type>?

  init(_ type: ValueType, isOptional: Bool, _ structs: StructTables, _ types: [DefinedType]) {
    self.type = type
    self.isOptional = isOptional
    isPointer = isOptional && !type.isNullable(types)
    native = isPointer ? .pointer : type.native(types)
    if case .named(let index) = type, types.indices ~= index {
      names = if case .names(let names) = types[index].shape { names } else { nil }
      table = structs.table(index)
    } else {
      (names, table) = (nil, nil)
    }
  }

  /// - Parameter place: where the argument lies, as libffi gives it.
  /// - Returns: `nil`: it is not given.
  func value(at place: UnsafeRawPointer) -> GivenValue? {
    guard isPointer else { return value(in: place) }
    return place.load(as: UnsafeRawPointer?.self).flatMap { value(in: $0) }
  }

  private func value(in place: UnsafeRawPointer) -> GivenValue? {
    switch type {
    case .scalar(.bytes) where !isOptional:
      let bytes = place.loadUnaligned(as: moya_str.self)
      return .argument(.init(MOYA_KIND_BYTES, bytes.data.map { UnsafeRawPointer($0) }, length: bytes.len))
    case .scalar(let scalar): return BoundParameter.value(scalar, in: place)
    case .named:
      guard let names else {
        return place.load(as: UnsafeRawPointer?.self).map { .argument(.init(MOYA_KIND_STRUCT, $0, type: table)) }
      }
      let index = place.loadUnaligned(as: Int32.self)
      // A number that is no name is refused as a number is.
      guard names.indices ~= Int(index) else { return .plain(.integer(Int64(index))) }
      return .plain(.text(names[Int(index)]))
    case .list(let element):
      let list = place.loadUnaligned(as: moya_list.self)
      // Without an address it is absent, or else empty.
      if isOptional, list.items == nil, list.count == 0 { return nil }
      return .items(list.items, list.count, element)
    case .map, .optional: return nil
    }
  }

  static func value(_ scalar: ValueType.Scalar, in place: UnsafeRawPointer) -> GivenValue? {
    switch scalar {
    case .i8: return .plain(.integer(Int64(place.loadUnaligned(as: Int8.self))))
    case .i16: return .plain(.integer(Int64(place.loadUnaligned(as: Int16.self))))
    case .i32: return .plain(.integer(Int64(place.loadUnaligned(as: Int32.self))))
    case .i64: return .plain(.integer(place.loadUnaligned(as: Int64.self)))
    case .u8: return .plain(.unsigned(UInt64(place.loadUnaligned(as: UInt8.self))))
    case .u16: return .plain(.unsigned(UInt64(place.loadUnaligned(as: UInt16.self))))
    case .u32: return .plain(.unsigned(UInt64(place.loadUnaligned(as: UInt32.self))))
    case .u64: return .plain(.unsigned(place.loadUnaligned(as: UInt64.self)))
    case .f32: return .plain(.number(Double(place.loadUnaligned(as: Float.self))))
    case .f64: return .plain(.number(place.loadUnaligned(as: Double.self)))
    case .boolean: return .plain(.bool(place.loadUnaligned(as: UInt8.self) != 0))
    case .date: return .plain(.text(UniversalTime.text(microseconds: place.loadUnaligned(as: Int64.self))))
    case .str, .file:
      return place.loadUnaligned(as: UnsafeRawPointer?.self).map { .argument(.init(MOYA_KIND_STR, $0)) }
    case .bytes, .raw:
      let text = place.loadUnaligned(as: moya_str.self)
      let kind = scalar == .raw ? MOYA_KIND_RAW : MOYA_KIND_BYTES
      guard let data = text.data else { return text.len == 0 ? nil : .argument(.init(kind, nil, length: text.len)) }
      return .argument(.init(kind, UnsafeRawPointer(data), length: text.len))
    }
  }
}

extension moya_argument {
  fileprivate init(
    _ kind: Int, _ data: UnsafeRawPointer?, length: Int = 0, type: UnsafePointer<moya_type>? = nil
  ) {
    self.init()
    self.kind = moya_kind(kind)
    (self.data, self.length, self.type) = (data, length, type)
  }
}

extension ValueType.Scalar {
  /// Of an element in a list of C.
  var stride: Int {
    switch self {
    case .i8, .u8, .boolean: 1
    case .i16, .u16: 2
    case .i32, .u32, .f32: 4
    case .i64, .u64, .f64, .date, .str, .file: 8
    case .bytes, .raw: MemoryLayout<moya_str>.stride
    }
  }
}
