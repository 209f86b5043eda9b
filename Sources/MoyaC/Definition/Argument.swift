import CMoya
import Glibc
import MoyaCore
import MoyaDefinition

extension moya_argument {
  /// False if the caller marked the argument as not given.
  var isGiven: Bool { kind != 0 && (kind != MOYA_KIND_STR || data != nil || flags != 0) }

  /// The JSON value null.
  static var null: moya_argument {
    moya_argument(MOYA_KIND_RAW, UnsafeRawPointer(("null" as StaticString).characters), length: 4)
  }

  /// True if the argument is the JSON text `null`.
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

  /// - Parameter kind: The kind of the elements.
  init(array kind: moya_kind, _ list: moya_api_list) {
    self.init(Int(kind), list.items, length: list.count)
    flags = UInt32(MOYA_ARGUMENT_ARRAY)
  }

  /// Reads a number, a bool or a text that C passed as an argument or stored in an array. Returns `nil` for a text that
  /// is NULL.
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

  /// Returns the distance between the elements of an array of this kind. Returns `nil` if there are no arrays of this
  /// kind.
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

// MARK: - GivenValue

/// The value of an endpoint's parameter: an argument of the caller, or a value of the definition.
enum GivenValue {
  case argument(moya_argument)
  case node(DocumentNode)

  var isNull: Bool { if case .node(.null) = self { true } else { false } }

  /// Parses an argument that is JSON text. Returns any other value unchanged.
  func parsed(_ parameter: PreparedParameter) throws(Failure) -> GivenValue {
    guard case .argument(let argument) = self, argument.kind == MOYA_KIND_RAW else { return self }
    let bytes = try callerBytes(argument.data, count: argument.len, named: parameter.label)
    do throws(DefinitionFault) { return .node(try DocumentNode(bytes)) } catch {
      throw Failure(MOYA_ERROR_ENCODING, "\(parameter.label) \(error.reason)")
    }
  }

  /// A description of the value for messages.
  var shown: String {
    switch self {
    case .node(.number(let text)): String(text.prefix(40))
    case .node(let node): node.kind
    case .argument(let argument): argument.isArray ? "an array" : GivenValue.shown(argument)
    }
  }

  private static func shown(_ argument: moya_argument) -> String {
    switch Int(argument.kind) {
    case MOYA_KIND_I64, MOYA_KIND_DATE: String(argument.integer)
    case MOYA_KIND_U64: String(UInt64(bitPattern: argument.integer))
    case MOYA_KIND_F64: String(argument.number)
    case MOYA_KIND_BOOLEAN: argument.integer == 0 ? "false" : "true"
    // A text may be a secret, so the message does not show it.
    case MOYA_KIND_STR, MOYA_KIND_TEXT: "a text"
    case MOYA_KIND_BYTES: "bytes"
    case MOYA_KIND_STRUCT: "a struct"
    default: "of kind \(argument.kind)"
    }
  }

  /// Returns the elements of a list. Returns `nil` if the value is not a list.
  func elements(_ parameter: PreparedParameter) throws(Failure) -> [GivenValue]? {
    switch self {
    case .node(.list(let nodes)): return nodes.map { .node($0) }
    case .node: return nil
    case .argument(let argument): return argument.isArray ? try GivenValue.elements(argument, parameter) : nil
    }
  }

  private static func elements(_ array: moya_argument, _ parameter: PreparedParameter) throws(Failure) -> [GivenValue] {
    let label = parameter.label
    try parameter.checkCount(array.len)
    guard array.len > 0 else { return [] }
    guard let data = array.data else { throw .null(label) }
    guard let stride = moya_argument.stride(of: array.kind) else {
      throw .argument("\(label) is an array of a kind that arrays do not have")
    }
    return try (0..<array.len).map { (index) throws(Failure) in
      guard let one = moya_argument(array.kind, at: data + index * stride) else { throw .null("\(label)[\(index)]") }
      // A number that is not the index of a name of the enumeration is passed on as a number. A later check then
      // reports it.
      if array.kind == MOYA_KIND_ENUM, let names = parameter.names, let index = Int(exactly: one.integer),
        names.indices ~= index
      {
        return .node(.text(names[index]))
      }
      return .argument(one)
    }
  }
}

extension CallerText {
  /// Maximum number of elements in a caller's array.
  static let elementLimit = 10_000
}
