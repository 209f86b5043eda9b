import CMoya
import CSimdjson
import MoyaCore

/// The structs of a definition as tables of C (`moya/type.h`), laid out as a C compiler would.
///
/// A member is what its field's type says. Of a field that may be absent and has no default: a text and a list are NULL,
/// a struct is a pointer, anything else has a `bool` behind it that says whether it is there. Behind the pointer of a list
/// or a map is its `size_t`.
///
/// Unchecked: written while an API is opened, and only read afterwards.
final class StructTables: @unchecked Sendable {
  private static let maximumSize = 1 << 20
  /// Of structs within structs.
  private static let maximumDepth = 64

  private let types: [DefinedType]
  private let texts = KeptTexts()
  /// One for each type of the definition; an enumeration has none.
  private let tables: UnsafeMutablePointer<moya_type>
  private var extents: [StructLayout.Extent]
  private var depths: [Int]
  private var names: [Int: UnsafePointer<moya_names>] = [:]
  /// Where decoding keeps what it has worked out of each table.
  private var prepared: [UnsafeMutablePointer<UnsafeMutableRawPointer?>] = []
  /// Values that are no struct of the definition, such as an array within an array.
  private var values: [ValueType: (type: UnsafePointer<moya_type>, extent: StructLayout.Extent)] = [:]

  init(_ definition: Definition) throws(Failure) {
    types = definition.types
    tables = try texts.array([moya_type](repeating: moya_type(), count: types.count))
    extents = Array(repeating: .pointer, count: types.count)
    depths = Array(repeating: 0, count: types.count)
    for index in definition.order {
      switch types[index].shape {
      case .names(let texts): names[index] = try table(of: texts)
      case .structure(let fields): try make(index, fields)
      }
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

  /// `nil`: an enumeration.
  func table(_ index: Int) -> UnsafePointer<moya_type>? {
    types.indices ~= index && types[index].isStructure ? UnsafePointer(tables + index) : nil
  }

  /// The struct that a value of any type is decoded into.
  func table(of value: ValueType) throws(Failure) -> UnsafePointer<moya_type> {
    if case .named(let index) = value.required, let table = table(index) { return table }
    return try wrapped(value.required).type
  }

  private func table(of texts: [String]) throws(Failure) -> UnsafePointer<moya_names> {
    var table = moya_names()
    table.size = UInt32(MemoryLayout<moya_names>.size)
    table.names = UnsafePointer(
      try self.texts.array(texts.map { (text) throws(Failure) in Optional(try self.texts.keep(text)) }))
    table.count = UInt32(clamping: texts.count)
    return UnsafePointer(try self.texts.array([table]))
  }

  private func make(_ index: Int, _ fields: [DefinedType.Field]) throws(Failure) {
    let type = types[index]
    var layout = StructLayout()
    let members = try fields.map { (field) throws(Failure) in
      try member(field.key, field.type, field.standard, &layout)
    }
    extents[index] = layout.extent
    depths[index] = 1 + (fields.compactMap { $0.type.part.map { depths[$0] } }.max() ?? 0)
    if layout.extent.size > StructTables.maximumSize {
      throw fault(type, "is a struct of more than \(StructTables.maximumSize) bytes")
    }
    if depths[index] > StructTables.maximumDepth {
      throw fault(type, "has structs within each other deeper than \(StructTables.maximumDepth) levels")
    }
    tables[index] = try table(type.name, members, layout, flags: 0)
  }

  private func fault(_ type: DefinedType, _ reason: String) -> Failure {
    Failure(MOYA_ERROR_DEFINITION, "/types/\(type.name) \(reason)")
  }

  private func table(
    _ name: String, _ members: [moya_field], _ layout: StructLayout, flags: Int
  ) throws(Failure) -> moya_type {
    var table = moya_type()
    table.size = UInt32(MemoryLayout<moya_type>.size)
    table.name = try texts.keep(name)
    table.fields = UnsafePointer(try texts.array(members))
    table.field_count = UInt32(clamping: members.count)
    table.struct_size = UInt32(clamping: layout.extent.size)
    table.flags = UInt32(flags)
    let prepared = try texts.array([UnsafeMutableRawPointer?.none])
    table.prepared = prepared
    self.prepared.append(prepared)
    return table
  }

  /// A struct whose one member is the value, for what C has no word for.
  private func wrapped(
    _ value: ValueType
  ) throws(Failure) -> (type: UnsafePointer<moya_type>, extent: StructLayout.Extent) {
    if let known = values[value] { return known }
    var layout = StructLayout()
    let member = try member("", value, nil, &layout)
    let table = try table(value.text(types), [member], layout, flags: MOYA_TYPE_VALUE)
    let made = (type: UnsafePointer(try texts.array([table])), extent: layout.extent)
    values[value] = made
    return made
  }

  private func member(
    _ key: String, _ type: ValueType, _ standard: DocumentNode?, _ layout: inout StructLayout
  ) throws(Failure) -> moya_field {
    var field = moya_field()
    field.name = try texts.keep(key)
    let isAbsentAtTimes = type.isOptional && standard == nil
    if let standard { field.default_json = try texts.keep(standard.json) }
    switch type.required {
    case .list(let element), .map(let element):
      let isMap = if case .map = type.required { true } else { false }
      try describe(element, in: &field)
      field.flags |= UInt32(isMap ? MOYA_FIELD_MAP : MOYA_FIELD_ARRAY)
      if isAbsentAtTimes { field.flags |= UInt32(MOYA_FIELD_OPTIONAL) }
      place(.pointer, &field, &layout)
      field.count_offset = UInt32(clamping: layout.add(.of(Int.self)))
    case let value:
      let extent = try describe(value, in: &field)
      guard isAbsentAtTimes else {
        place(extent, &field, &layout)
        break
      }
      switch Int(field.kind) {
      case MOYA_KIND_STRUCT:
        field.flags |= UInt32(MOYA_FIELD_POINTER | MOYA_FIELD_OPTIONAL)
        place(.pointer, &field, &layout)
      case MOYA_KIND_STR, MOYA_KIND_BYTES, MOYA_KIND_RAW:
        field.flags |= UInt32(MOYA_FIELD_OPTIONAL)
        place(extent, &field, &layout)
      default:
        field.flags |= UInt32(MOYA_FIELD_HAS)
        place(extent, &field, &layout)
        field.has_offset = UInt32(clamping: layout.add(.of(Bool.self)))
      }
    }
    return field
  }

  private func place(_ extent: StructLayout.Extent, _ field: inout moya_field, _ layout: inout StructLayout) {
    field.offset = UInt32(clamping: layout.add(extent))
    field.member_size = UInt32(clamping: extent.size)
  }

  /// Sets kind, type and names, and returns what one value needs.
  @discardableResult
  private func describe(_ type: ValueType, in field: inout moya_field) throws(Failure) -> StructLayout.Extent {
    switch type.required {
    case .scalar(let scalar):
      field.kind = scalar.kind
      return scalar.extent
    case .named(let index):
      if let names = names[index] {
        (field.kind, field.names) = (moya_kind(MOYA_KIND_ENUM), names)
        return .of(Int32.self)
      }
      (field.kind, field.type) = (moya_kind(MOYA_KIND_STRUCT), table(index))
      return extents[index]
    case .list, .map, .optional:
      let value = try wrapped(type.required)
      (field.kind, field.type) = (moya_kind(MOYA_KIND_STRUCT), value.type)
      return value.extent
    }
  }
}

extension ValueType.Scalar {
  fileprivate var kind: moya_kind {
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

  fileprivate var extent: StructLayout.Extent {
    switch self {
    case .i8, .u8: .of(Int8.self)
    case .i16, .u16: .of(Int16.self)
    case .i32, .u32: .of(Int32.self)
    case .i64, .u64, .date: .of(Int64.self)
    case .f32: .of(Float.self)
    case .f64: .of(Double.self)
    case .boolean: .of(Bool.self)
    case .str, .file: .pointer
    case .bytes, .raw: .of(moya_str.self)
    }
  }
}
