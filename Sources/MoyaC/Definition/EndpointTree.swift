import CMoya
import CJSON
import MoyaCore
import MoyaDefinition

/// Puts arguments into trees. A tree contains the lists of a query, the fields of a form, or the members of a JSON
/// body.
enum EndpointTree {
  /// Puts a value under the parameter's key.
  static func put(_ value: GivenValue, _ parameter: PreparedParameter, into object: OpaquePointer) throws(Failure) {
    if parameter.isList { return try put(list: value, parameter, into: object) }
    try set(PlainValue(value, as: parameter.scalar, parameter).ofForm, in: object, parameter.key)
  }

  /// Puts a list under the parameter's key.
  static func put(list value: GivenValue, _ parameter: PreparedParameter, into object: OpaquePointer) throws(Failure) {
    let value = try value.parsed(parameter)
    guard let elements = try value.elements(parameter) else { throw parameter.misfit(value, "a list") }
    let (status, child) = ValueHandle.set(object, parameter.key, .value(.array))
    guard let child else { throw failure(status, parameter) }
    if parameter.defined.isJoined { _ = ValueHandle.join(child) }
    for one in elements { try add(PlainValue(one, as: parameter.element, parameter).ofForm, to: child, parameter) }
  }

  /// Puts a value at a key path. Makes the missing objects on the path.
  static func put(
    _ value: GivenValue, _ parameter: PreparedParameter, atKeyPath path: JSONKeyPath, in root: OpaquePointer,
    _ inner: inout [[String]: OpaquePointer]
  ) throws(Failure) {
    var object = root
    for count in path.steps.indices.dropFirst() {
      let way = Array(path.steps[..<count])
      if let known = inner[way] {
        object = known
        continue
      }
      let (status, child) = path.steps[count - 1].withCString { ValueHandle.set(object, $0, .value(.object)) }
      guard let child else { throw failure(status, parameter) }
      (object, inner[way]) = (child, child)
    }
    guard let last = path.steps.last else { return }
    if !value.isNull, parameter.type.isScalarOfJSON(parameter) {
      let plain = try PlainValue(value, as: parameter.scalar, parameter)
      return try last.withText { (key) throws(Failure) in try set(plain, in: object, key) }
    }
    let text = try json(value, parameter)
    let status = last.withCString { key in text.withCString { ValueHandle.set(object, key, .json($0)).status } }
    if status != moya_status(MOYA_OK) { throw failure(status, parameter) }
  }

  /// Returns the JSON text of an argument. The parameter may have any type.
  static func json(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) -> String {
    let text: String
    switch value {
    case .node(let node): text = node.json
    case .argument(let argument):
      if parameter.type.isScalarOfJSON(parameter), argument.kind != MOYA_KIND_RAW {
        text = try PlainValue(value, as: parameter.scalar, parameter).json
      } else if argument.flags != 0 {
        text = try list(value, parameter)
      } else if argument.kind == MOYA_KIND_RAW {
        let bytes = try callerBytes(argument.data, count: argument.len, named: parameter.label)
        if SentText.json(bytes) != nil { throw Failure(MOYA_ERROR_ENCODING, "\(parameter.label) is not JSON") }
        text = String(decoding: bytes, as: UTF8.self)
      } else if argument.kind == MOYA_KIND_STRUCT, parameter.type.takesStruct {
        text = try json(of: argument, parameter)
      } else if argument.kind == MOYA_KIND_STR, let data = argument.data, parameter.type.scalar == .raw {
        text = try String(data.assumingMemoryBound(to: CChar.self), named: parameter.label)
        let isSound = text.withBytes { SentText.json(UnsafeRawBufferPointer($0)) == nil }
        if !isSound { throw Failure(MOYA_ERROR_ENCODING, "\(parameter.label) is not JSON") }
      } else {
        throw parameter.misfit(value, parameter.type.words(parameter))
      }
    }
    return text
  }

  /// Returns the JSON text of a caller's struct. The table of the struct describes its members.
  private static func json(of argument: moya_argument, _ parameter: PreparedParameter) throws(Failure) -> String {
    // If a bound function passes a list, `len` is the number of elements. For a single struct `len` is 0.
    try parameter.checkCount(argument.len)
    guard let table = argument.type, let value = argument.data else { throw .null(parameter.label) }
    do throws(Failure) {
      let text = try Encoding.json(flags: 0) { moya_types_encode(table, value, $1, $0, &$2) }
      return withExtendedLifetime(text) { String(decoding: text.bytes, as: UTF8.self) }
    } catch {
      var failure = error
      failure.message = "\(parameter.label): \(error.message)"
      throw failure
    }
  }

  private static func list(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) -> String {
    guard parameter.isList, let elements = try value.elements(parameter) else {
      throw parameter.misfit(value, parameter.type.words(parameter))
    }
    let texts = try elements.map { (one) throws(Failure) in
      try PlainValue(one, as: parameter.element, parameter).json
    }
    return "[\(texts.joined(separator: ","))]"
  }

  private static func set(_ value: PlainValue, in object: OpaquePointer, _ key: UnsafePointer<CChar>) throws(Failure) {
    let status = value.given { ValueHandle.set(object, key, $0).status }
    if status == moya_status(MOYA_OK) { return }
    throw Failure(Int(status), "the value of '\(String(repairing: key))' cannot be sent")
  }

  private static func add(
    _ value: PlainValue, to array: OpaquePointer, _ parameter: PreparedParameter
  ) throws(Failure) {
    let status = value.given { ValueHandle.add(array, $0).status }
    if status != moya_status(MOYA_OK) { throw failure(status, parameter) }
  }

  private static func failure(_ status: moya_status, _ parameter: PreparedParameter) -> Failure {
    Failure(Int(status), "\(parameter.label) cannot be sent")
  }
}

extension PlainValue {
  /// The value for a query or a form. A number becomes text here, because a tree would write some numbers with `.0`.
  fileprivate var ofForm: PlainValue {
    if case .number = self { .text(text(writesBoolsAsWords: true)) } else { self }
  }

  /// Passes the value to `body`, as a value that `ValueHandle` can put into a tree.
  fileprivate func given<Result>(_ body: (ValueHandle.Given) -> Result) -> Result {
    switch self {
    case .integer(let number): body(.value(.integer(number)))
    case .unsigned(let number): body(.value(.unsigned(number)))
    case .number(let number): body(.value(.double(number)))
    case .bool(let flag): body(.value(.bool(flag)))
    case .text(let text): text.withBytes { body(.value(.string(UnsafeRawBufferPointer($0)))) }
    }
  }

  var json: String {
    switch self {
    case .text(let text): DocumentNode.text(text).json
    case .integer, .unsigned, .number, .bool: text(writesBoolsAsWords: true)
    }
  }
}

extension ValueType {
  fileprivate var takesStruct: Bool {
    switch self {
    case .named, .list, .map, .scalar(.raw): true
    default: false
    }
  }

  /// Returns true for a number, a text, a boolean or an enumeration. Returns false for `raw`, which may be any JSON.
  fileprivate func isScalarOfJSON(_ parameter: PreparedParameter) -> Bool {
    switch self {
    case .scalar(.raw): false
    case .scalar: true
    case .named: parameter.names != nil
    case .list, .map, .optional: false
    }
  }
}

extension String {
  fileprivate func withText(_ body: (UnsafePointer<CChar>) throws(Failure) -> Void) throws(Failure) {
    let result = withCString { text in Result { () throws(Failure) in try body(text) } }
    try result.get()
  }
}
