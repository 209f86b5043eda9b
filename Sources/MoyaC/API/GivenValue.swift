import CMoya
import Glibc
import MoyaCore

/// What a parameter of an endpoint is given: an argument of the caller's, or a value of the definition.
enum GivenValue {
  case argument(moya_argument)
  case node(DocumentNode)
  /// What a bound function was called with: a number, a text or a truth value …
  case plain(PlainValue)
  /// … or a list of C: its items, their number and their type.
  case items(UnsafeRawPointer?, Int, ValueType)

  /// `nil`: the argument says that it is not given.
  init?(_ argument: moya_argument) {
    if argument.kind == 0 { return nil }
    if argument.kind == MOYA_KIND_STR, argument.data == nil, argument.flags == 0 { return nil }
    self = .argument(argument)
  }

  /// An argument as a value of the definition, when it is JSON text.
  func parsed(_ parameter: PreparedParameter) throws(Failure) -> GivenValue {
    guard case .argument(let argument) = self, argument.kind == MOYA_KIND_RAW else { return self }
    let bytes = try callerBytes(argument.data, count: argument.length, named: parameter.label)
    do throws(DefinitionFault) { return .node(try DocumentNode(bytes)) } catch {
      throw Failure(MOYA_ERROR_ENCODING, "\(parameter.label) \(error.reason)")
    }
  }

  /// What is there, for messages.
  var shown: String {
    switch self {
    case .node(let node): node.kind
    case .plain(.text): "a text"
    case .plain(let value): value.text(writesBoolsAsWords: true)
    case .items: "an array"
    case .argument(let argument):
      argument.flags & UInt32(MOYA_ARGUMENT_ARRAY) != 0 ? "an array" : GivenValue.shown(argument)
    }
  }

  private static func shown(_ argument: moya_argument) -> String {
    switch Int(argument.kind) {
    case MOYA_KIND_I64, MOYA_KIND_DATE: String(argument.integer)
    case MOYA_KIND_U64: String(UInt64(bitPattern: argument.integer))
    case MOYA_KIND_F64: String(argument.number)
    case MOYA_KIND_BOOLEAN: argument.integer == 0 ? "false" : "true"
    // Its text may be a secret.
    case MOYA_KIND_STR, MOYA_KIND_TEXT: "a text"
    case MOYA_KIND_BYTES: "bytes"
    case MOYA_KIND_STRUCT: "a struct"
    default: "of kind \(argument.kind)"
    }
  }

  /// The elements of a list; `nil`: it is none.
  func elements(_ parameter: PreparedParameter) throws(Failure) -> [GivenValue]? {
    switch self {
    case .node(.list(let nodes)): return nodes.map { .node($0) }
    case .node, .plain: return nil
    case .items(let items, let count, let type): return try GivenValue.elements(items, count, type, parameter)
    case .argument(let argument):
      guard argument.flags & UInt32(MOYA_ARGUMENT_ARRAY) != 0 else { return nil }
      return try GivenValue.elements(argument, parameter)
    }
  }

  private static func elements(
    _ items: UnsafeRawPointer?, _ count: Int, _ type: ValueType, _ parameter: PreparedParameter
  ) throws(Failure) -> [GivenValue] {
    try checkCount(count, parameter)
    guard count > 0 else { return [] }
    guard let items else { throw .null(parameter.label) }
    guard case .scalar(let scalar) = type else {
      throw Failure(MOYA_ERROR_ARGUMENT, "\(parameter.label) is a list of what C has no list of: declare it raw")
    }
    return try (0..<count).map { (index) throws(Failure) in
      guard let one = BoundParameter.value(scalar, in: items + index * scalar.stride) else {
        throw .null("\(parameter.label)[\(index)]")
      }
      return one
    }
  }

  /// A count beyond Int is negative here.
  private static func checkCount(_ count: Int, _ parameter: PreparedParameter) throws(Failure) {
    if 0...CallerText.elementLimit ~= count { return }
    throw Failure(MOYA_ERROR_ARGUMENT, "\(parameter.label) has more than \(CallerText.elementLimit) elements")
  }

  private static func elements(
    _ argument: moya_argument, _ parameter: PreparedParameter
  ) throws(Failure) -> [GivenValue] {
    let label = parameter.label
    try checkCount(argument.length, parameter)
    guard argument.length > 0 else { return [] }
    guard let data = argument.data else { throw .null(label) }
    var one = argument
    (one.flags, one.data, one.length) = (0, nil, 0)
    return try (0..<argument.length).map { (index) throws(Failure) in
      var one = one
      switch Int(argument.kind) {
      case MOYA_KIND_I64, MOYA_KIND_U64, MOYA_KIND_DATE:
        one.integer = data.loadUnaligned(fromByteOffset: index * 8, as: Int64.self)
      case MOYA_KIND_F64: one.number = data.loadUnaligned(fromByteOffset: index * 8, as: Double.self)
      case MOYA_KIND_BOOLEAN: one.integer = data.loadUnaligned(fromByteOffset: index, as: UInt8.self) == 0 ? 0 : 1
      case MOYA_KIND_STR:
        guard let text = data.loadUnaligned(fromByteOffset: index * 8, as: UnsafeRawPointer?.self) else {
          throw .null("\(label)[\(index)]")
        }
        one.data = text
      default: throw Failure(MOYA_ERROR_ARGUMENT, "\(label) is an array of a kind that arrays do not have")
      }
      return .argument(one)
    }
  }
}

extension CallerText {
  /// Of an array that the caller gives.
  static let elementLimit = 10_000
}
