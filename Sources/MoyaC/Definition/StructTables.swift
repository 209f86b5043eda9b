import CFFI
import CMoya
import CJSON
import MoyaCore
import MoyaDefinition

/// Describes the structs of a definition as C tables (`moya/type.h`). libffi computes the layout, which equals the
/// layout of a C compiler.
///
/// A member has the type of its field. If the field may be absent and has no default, these rules hold:
///
/// - If the field is a text or a list, the member is NULL when the field is absent.
/// - If the field is a struct, the member is a pointer to the struct.
/// - Any other member is followed by a `bool` that says whether the field is present.
///
/// A list or a map has a pointer member, followed by a `size_t` with the number of elements.
final class StructTables {
  private static let maximumSize = 1 << 20
  /// Maximum nesting of structs.
  private static let maximumDepth = 64

  private let types: [DefinedType]
  private let texts = KeptTexts()
  /// One table for each type of the definition. The table of an enumeration stays empty.
  private let tables: UnsafeMutablePointer<moya_type>
  /// libffi's description of each struct.
  private var natives: [UnsafeMutablePointer<ffi_type>?]
  private var depths: [Int]
  private var names: [Int: UnsafePointer<moya_type_names>] = [:]
  /// For each table, the place where decoding stores the data that it prepares for this table.
  private var prepared: [UnsafeMutablePointer<UnsafeMutableRawPointer?>] = []
  /// A value that is not a struct, for example a list in a list, is decoded as the only member of a struct that is made
  /// for it. These are the structs that were made.
  private var values: [Wrapped: (type: UnsafePointer<moya_type>, native: UnsafeMutablePointer<ffi_type>?)] = [:]

  private struct Wrapped: Hashable {
    let value: ValueType
    /// True if a date without an offset is taken as UTC.
    let takesUTC: Bool
  }

  init(_ definition: Definition) throws(Failure) {
    types = definition.types
    tables = try texts.array([moya_type](repeating: moya_type(), count: types.count))
    natives = Array(repeating: nil, count: types.count)
    depths = Array(repeating: 0, count: types.count)
    // Enumerations are handled before structs, because a list in a struct may use an enumeration that the definition
    // contains later. `order` only makes sure that a struct comes after the structs inside it.
    for (index, type) in types.enumerated() {
      if case .names(let texts) = type.shape { names[index] = try table(of: texts) }
    }
    for index in definition.order {
      if case .structure(let fields) = types[index].shape { try make(index, fields) }
    }
  }

  deinit {
    var table = moya_type()
    table.size = UInt32(MemoryLayout<moya_type>.size)
    for place in prepared {
      table.prepared = place
      moya_types_forget(&table)
    }
  }

  /// Returns the table of a struct. Returns `nil` for an enumeration.
  func table(_ index: Int) -> UnsafePointer<moya_type>? {
    types.indices ~= index && types[index].isStructure ? UnsafePointer(tables + index) : nil
  }

  /// Returns the names of an enumeration. Returns `nil` for a struct.
  func names(_ index: Int) -> UnsafePointer<moya_type_names>? { names[index] }

  /// Returns the struct whose only member is a value of this type. Returns `nil` if the struct was not made while the
  /// API was opened.
  func known(_ value: ValueType) -> UnsafePointer<moya_type>? {
    values[Wrapped(value: value, takesUTC: false)]?.type
  }

  /// Returns the struct into which a value of this type is decoded. Makes one if the type is not a struct.
  func table(of value: ValueType, takesUTC: Bool = false) throws(Failure) -> UnsafePointer<moya_type> {
    if case .named(let index) = value.required, let table = table(index) { return table }
    return try wrapped(Wrapped(value: value.required, takesUTC: takesUTC)).type
  }

  func tables(of result: DefinedEndpoint.Result) throws(Failure) -> ResultTables {
    let value = try table(of: result.type, takesUTC: result.takesUTC)
    let whole = Wrapped(value: result.type, takesUTC: result.takesUTC)
    return ResultTables(whole: result.type.isOptional ? try wrapped(whole).type : value, value: value)
  }

  private func table(of texts: [String]) throws(Failure) -> UnsafePointer<moya_type_names> {
    var table = moya_type_names()
    table.size = UInt32(MemoryLayout<moya_type_names>.size)
    table.names = UnsafePointer(
      try self.texts.array(texts.map { (text) throws(Failure) in Optional(try self.texts.keep(text)) }))
    table.count = UInt32(clamping: texts.count)
    return UnsafePointer(try self.texts.array([table]))
  }

  private func make(_ index: Int, _ fields: [DefinedType.Field]) throws(Failure) {
    let type = types[index]
    var layout = StructLayout()
    let members = try fields.map { (field) throws(Failure) in
      var made = try member(field.key, field.type, takesUTC: field.takesUTC, field.standard, &layout)
      if field.isNullWithoutValue { made.flags |= UInt32(MOYA_FIELD_NULL) }
      return made
    }
    let placed = try layout.placed(in: texts)
    natives[index] = placed.type
    depths[index] = 1 + (fields.compactMap { $0.type.part.map { depths[$0] } }.max() ?? 0)
    if placed.type.pointee.size > StructTables.maximumSize {
      throw fault(type, "is a struct of more than \(StructTables.maximumSize) bytes")
    }
    if depths[index] > StructTables.maximumDepth {
      throw fault(type, "has structs within each other deeper than \(StructTables.maximumDepth) levels")
    }
    tables[index] = try table(type.name, members, placed, flags: 0)
  }

  private func fault(_ type: DefinedType, _ reason: String) -> Failure {
    Failure(MOYA_ERROR_DEFINITION, "/types/\(type.name) \(reason)")
  }

  private func table(
    _ name: String, _ members: [moya_type_field],
    _ placed: (type: UnsafeMutablePointer<ffi_type>, offsets: [Int]), flags: Int
  ) throws(Failure) -> moya_type {
    var table = moya_type()
    table.size = UInt32(MemoryLayout<moya_type>.size)
    table.name = try texts.keep(name)
    table.fields = UnsafePointer(try texts.array(members.map { $0.placed(at: placed.offsets) }))
    table.field_count = UInt32(clamping: members.count)
    table.struct_size = UInt32(clamping: placed.type.pointee.size)
    table.flags = UInt32(flags)
    let prepared = try texts.array([UnsafeMutableRawPointer?.none])
    table.prepared = prepared
    self.prepared.append(prepared)
    return table
  }

  /// Makes a struct whose only member is a value of this type.
  private func wrapped(
    _ value: Wrapped
  ) throws(Failure) -> (type: UnsafePointer<moya_type>, native: UnsafeMutablePointer<ffi_type>?) {
    if let known = values[value] { return known }
    var layout = StructLayout()
    let member = try member("", value.value, takesUTC: value.takesUTC, nil, &layout)
    let placed = try layout.placed(in: texts)
    let table = try table(value.value.text(types), [member], placed, flags: MOYA_TYPE_VALUE)
    let made = (type: UnsafePointer(try texts.array([table])), native: Optional(placed.type))
    values[value] = made
    return made
  }

  /// Makes a member. Its offsets are not known yet, so they are indexes into `layout` for now. `placed` later replaces
  /// each index by the offset.
  private func member(
    _ key: String, _ type: ValueType, takesUTC: Bool, _ standard: DocumentNode?, _ layout: inout StructLayout
  ) throws(Failure) -> moya_type_field {
    var field = moya_type_field()
    field.name = try texts.keep(key)
    let isAbsentAtTimes = type.isOptional && standard == nil
    if let standard { field.default_json = try texts.keep(standard.json) }
    switch type.required {
    case .list(let element), .map(let element):
      let isMap = if case .map = type.required { true } else { false }
      try describe(element, takesUTC, in: &field)
      field.flags |= UInt32(isMap ? MOYA_FIELD_MAP : MOYA_FIELD_ARRAY)
      if isAbsentAtTimes { field.flags |= UInt32(MOYA_FIELD_OPTIONAL) }
      add(moya_ffi_pointer(), &field, &layout)
      field.count_offset = layout.add(moya_ffi_size())
    case let value:
      let native = try describe(value, takesUTC, in: &field)
      guard isAbsentAtTimes else {
        add(native, &field, &layout)
        break
      }
      switch Int(field.kind) {
      case MOYA_KIND_STRUCT:
        field.flags |= UInt32(MOYA_FIELD_POINTER | MOYA_FIELD_OPTIONAL)
        add(moya_ffi_pointer(), &field, &layout)
      case MOYA_KIND_STR, MOYA_KIND_BYTES, MOYA_KIND_RAW:
        field.flags |= UInt32(MOYA_FIELD_OPTIONAL)
        add(native, &field, &layout)
      default:
        field.flags |= UInt32(MOYA_FIELD_HAS)
        add(native, &field, &layout)
        field.has_offset = layout.add(NativeType.boolean.ffi)
      }
    }
    return field
  }

  private func add(
    _ native: UnsafeMutablePointer<ffi_type>?, _ field: inout moya_type_field, _ layout: inout StructLayout
  ) {
    field.offset = layout.add(native)
    field.member_size = UInt32(clamping: native?.pointee.size ?? 0)
  }

  /// Sets the kind, the type and the names of the member, and returns libffi's description of one value.
  @discardableResult
  private func describe(
    _ type: ValueType, _ takesUTC: Bool, in field: inout moya_type_field
  ) throws(Failure) -> UnsafeMutablePointer<ffi_type>? {
    switch type.required {
    case .scalar(let scalar):
      field.kind = scalar.kind
      if scalar == .date, takesUTC { field.flags |= UInt32(MOYA_FIELD_UTC) }
      return type.native(types).ffi
    case .named(let index):
      if let names = names[index] {
        (field.kind, field.names) = (moya_kind(MOYA_KIND_ENUM), names)
        return type.native(types).ffi
      }
      (field.kind, field.type) = (moya_kind(MOYA_KIND_STRUCT), table(index))
      return natives[index]
    case .list, .map, .optional:
      let value = try wrapped(Wrapped(value: type.required, takesUTC: takesUTC))
      (field.kind, field.type) = (moya_kind(MOYA_KIND_STRUCT), value.type)
      return value.native
    }
  }
}

/// The structs into which the result of an endpoint is decoded.
struct ResultTables {
  /// If the result can be absent, a struct whose only member is the result, as an optional field. Otherwise the same
  /// struct as `value`.
  let whole: UnsafePointer<moya_type>
  /// The struct for a result that is not absent.
  let value: UnsafePointer<moya_type>
}

extension moya_type_field {
  /// Returns the member with the offsets that libffi has computed. Until now, its offset fields were indexes into
  /// `offsets`.
  fileprivate func placed(at offsets: [Int]) -> moya_type_field {
    func offset(_ index: UInt32) -> UInt32 {
      offsets.indices ~= Int(index) ? UInt32(clamping: offsets[Int(index)]) : 0
    }
    var field = self
    field.offset = offset(field.offset)
    if Int(flags) & MOYA_FIELD_HAS != 0 { field.has_offset = offset(has_offset) }
    if Int(flags) & (MOYA_FIELD_ARRAY | MOYA_FIELD_MAP) != 0 { field.count_offset = offset(count_offset) }
    return field
  }
}

extension ValueType.Scalar {
  var kind: moya_kind {
    let kind =
      switch self {
      case .i8: MOYA_KIND_I8
      case .i16: MOYA_KIND_I16
      case .i32: MOYA_KIND_I32
      case .i64: MOYA_KIND_I64
      case .u8: MOYA_KIND_U8
      case .u16: MOYA_KIND_U16
      case .u32: MOYA_KIND_U32
      case .u64: MOYA_KIND_U64
      case .f32: MOYA_KIND_F32
      case .f64: MOYA_KIND_F64
      case .boolean: MOYA_KIND_BOOLEAN
      case .str, .file: MOYA_KIND_STR
      case .bytes: MOYA_KIND_BYTES
      case .date: MOYA_KIND_DATE
      case .raw: MOYA_KIND_RAW
      }
    return moya_kind(kind)
  }
}

// MARK: - StructLayout

/// A struct that is being made: the members in order, and the offsets that libffi computes for them.
struct StructLayout {
  private var members: [UnsafeMutablePointer<ffi_type>?] = []

  /// Adds a member and returns its index.
  mutating func add(_ member: UnsafeMutablePointer<ffi_type>?) -> UInt32 {
    members.append(member)
    return UInt32(clamping: members.count - 1)
  }

  /// Returns libffi's description of the struct, with its size, and the offsets of its members.
  func placed(in texts: KeptTexts) throws(Failure) -> (type: UnsafeMutablePointer<ffi_type>, offsets: [Int]) {
    let type = try texts.array([ffi_type()])
    let elements = try texts.array(members + [nil])
    var offsets = [Int](repeating: 0, count: members.count)
    guard !members.contains(nil), moya_ffi_place(type, elements, &offsets) != 0 else {
      throw Failure(MOYA_ERROR_UNSUPPORTED, "libffi cannot lay out a struct")
    }
    return (type, offsets)
  }
}
