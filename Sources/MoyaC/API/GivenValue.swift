import CMoya
import Glibc
import MoyaCore

/// What a parameter of an endpoint is given: an argument of the caller's, or a value of the definition.
enum GivenValue {
  case argument(moya_argument)
  case node(DocumentNode)

  var isNull: Bool { if case .node(.null) = self { true } else { false } }

  /// An argument as a value of the definition, when it is JSON text.
  func parsed(_ parameter: PreparedParameter) throws(Failure) -> GivenValue {
    guard case .argument(let argument) = self, argument.kind == MOYA_KIND_RAW else { return self }
    let bytes = try callerBytes(argument.data, count: argument.len, named: parameter.label)
    do throws(DefinitionFault) { return .node(try DocumentNode(bytes)) } catch {
      throw Failure(MOYA_ERROR_ENCODING, "\(parameter.label) \(error.reason)")
    }
  }

  /// What is there, for messages.
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
    case .node: return nil
    case .argument(let argument): return argument.isArray ? try GivenValue.elements(argument, parameter) : nil
    }
  }

  private static func elements(
    _ array: moya_argument, _ parameter: PreparedParameter
  ) throws(Failure) -> [GivenValue] {
    let label = parameter.label
    try parameter.checkCount(array.len)
    guard array.len > 0 else { return [] }
    guard let data = array.data else { throw .null(label) }
    guard let stride = moya_argument.stride(of: array.kind) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "\(label) is an array of a kind that arrays do not have")
    }
    return try (0..<array.len).map { (index) throws(Failure) in
      guard let one = moya_argument(array.kind, at: data + index * stride) else { throw .null("\(label)[\(index)]") }
      // A number that is no name is refused as a number is.
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
  /// Of an array that the caller gives.
  static let elementLimit = 10_000
}
