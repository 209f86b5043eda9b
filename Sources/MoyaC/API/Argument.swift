import CMoya
import Glibc

extension moya_argument {
  /// False: it says that it is not given.
  var isGiven: Bool { kind != 0 && (kind != MOYA_KIND_STR || data != nil || flags != 0) }

  /// JSON's null.
  static var null: moya_argument {
    moya_argument(MOYA_KIND_RAW, UnsafeRawPointer(("null" as StaticString).characters), length: 4)
  }

  /// JSON text that is null.
  var isNull: Bool {
    guard kind == MOYA_KIND_RAW, flags == 0, let data, len >= 4 else { return false }
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let text = UnsafeRawBufferPointer(start: data, count: len).drop(while: isSpace)
    return text.prefix(4).elementsEqual("null".utf8) && text.dropFirst(4).allSatisfy(isSpace)
  }

  var isArray: Bool { flags & UInt32(MOYA_ARGUMENT_ARRAY) != 0 }

  init(_ kind: Int, _ integer: Int64) {
    self.init()
    (self.kind, self.integer) = (moya_kind(kind), integer)
  }

  init(_ number: Double) {
    self.init()
    (kind, self.number) = (moya_kind(MOYA_KIND_F64), number)
  }

  init(_ kind: Int, _ data: UnsafeRawPointer?, length: Int = 0, type: UnsafePointer<moya_type>? = nil) {
    self.init()
    self.kind = moya_kind(kind)
    (self.data, self.len, self.type) = (data, length, type)
  }

  /// - Parameter kind: the elements'.
  init(array kind: moya_kind, _ list: moya_api_list) {
    self.init(Int(kind), list.items, length: list.count)
    flags = UInt32(MOYA_ARGUMENT_ARRAY)
  }

  /// A number, a bool or a text that C passed or has in an array; `nil`: a text that is NULL.
  init?(_ kind: moya_kind, at place: UnsafeRawPointer) {
    switch Int(kind) {
    case MOYA_KIND_I8: self.init(MOYA_KIND_I64, Int64(place.load(as: Int8.self)))
    case MOYA_KIND_I16: self.init(MOYA_KIND_I64, Int64(place.loadUnaligned(as: Int16.self)))
    case MOYA_KIND_I32, MOYA_KIND_ENUM: self.init(MOYA_KIND_I64, Int64(place.loadUnaligned(as: Int32.self)))
    case MOYA_KIND_U8: self.init(MOYA_KIND_U64, Int64(place.load(as: UInt8.self)))
    case MOYA_KIND_U16: self.init(MOYA_KIND_U64, Int64(place.loadUnaligned(as: UInt16.self)))
    case MOYA_KIND_U32: self.init(MOYA_KIND_U64, Int64(place.loadUnaligned(as: UInt32.self)))
    case MOYA_KIND_I64, MOYA_KIND_U64, MOYA_KIND_DATE: self.init(Int(kind), place.loadUnaligned(as: Int64.self))
    case MOYA_KIND_F32: self.init(Double(place.loadUnaligned(as: Float.self)))
    case MOYA_KIND_F64: self.init(place.loadUnaligned(as: Double.self))
    case MOYA_KIND_BOOLEAN: self.init(MOYA_KIND_BOOLEAN, place.load(as: UInt8.self) == 0 ? 0 : 1)
    case MOYA_KIND_BYTES:
      let bytes = place.loadUnaligned(as: moya_str.self)
      self.init(MOYA_KIND_BYTES, bytes.data.map { UnsafeRawPointer($0) }, length: bytes.len)
    default:
      guard let text = place.loadUnaligned(as: UnsafeRawPointer?.self) else { return nil }
      self.init(MOYA_KIND_STR, text)
    }
  }

  /// Between the elements of an array of a kind; `nil`: there are no such arrays.
  static func stride(of kind: moya_kind) -> Int? {
    switch Int(kind) {
    case MOYA_KIND_I8, MOYA_KIND_U8, MOYA_KIND_BOOLEAN: 1
    case MOYA_KIND_I16, MOYA_KIND_U16: 2
    case MOYA_KIND_I32, MOYA_KIND_U32, MOYA_KIND_F32, MOYA_KIND_ENUM: 4
    case MOYA_KIND_I64, MOYA_KIND_U64, MOYA_KIND_F64, MOYA_KIND_DATE, MOYA_KIND_STR: 8
    case MOYA_KIND_BYTES: 16
    default: nil
    }
  }
}
