import CMoya
import Glibc
import MoyaCore
import MoyaDefinition

/// A `moya_api`: an opened definition of an API, and the provider that sends the calls of the API.
///
/// The object does not change after it was opened, so any thread may use it. Its pointers point to `texts`.
final class API: Handle {
  let provider: Provider
  let endpoints: [PreparedEndpoint]
  let definition: Definition
  let functions = BoundFunctions()
  private let texts = KeptTexts()
  let structs: StructTables
  /// The struct into which the result of each endpoint is decoded. `nil` for an endpoint without a result.
  private let results: [ResultTables?]

  init(_ provider: Provider, _ document: UnsafeRawBufferPointer) throws(Failure) {
    self.provider = provider
    do throws(DefinitionFault) { definition = try Definition(document) } catch {
      throw Failure(MOYA_ERROR_DEFINITION, error.description)
    }
    let (definition, texts) = (definition, texts)
    let base = try definition.baseURL.map { (url) throws(Failure) in try texts.keep(url) }
    let common = try definition.fields.map { (field) throws(Failure) in
      moya_header(name: try texts.keep(field.name), value: try texts.keep(field.value))
    }
    endpoints = try definition.endpoints.map { (endpoint) throws(Failure) in
      try PreparedEndpoint(endpoint, types: definition.types, base, common)
    }
    let structs = try StructTables(definition)
    self.structs = structs
    // Makes the tables for lists and maps in JSON bodies now. Bound functions need these tables later
    // (`BoundParameter`), and an opened API is immutable.
    for endpoint in definition.endpoints {
      for parameter in endpoint.parameters where parameter.isListOfJSON {
        _ = try structs.table(of: parameter.type)
      }
    }
    results = try definition.endpoints.map { (endpoint) throws(Failure) in
      try endpoint.result.map { (result) throws(Failure) in try structs.tables(of: result) }
    }
  }

  /// Returns the table of a struct. Returns `nil` if the definition has no type of this name, or if the type is an
  /// enumeration.
  func structure(_ name: UnsafePointer<CChar>?) -> UnsafePointer<moya_type>? {
    guard let name = try? String(name, named: "name"), let index = definition.index(ofType: name) else { return nil }
    return structs.table(index)
  }

  /// Returns the result of an endpoint and the place of the result in the body. Returns `nil` if the definition
  /// describes no result.
  func result(_ endpoint: UnsafePointer<CChar>?) -> (tables: ResultTables, keyPath: UnsafePointer<CChar>)? {
    guard let name = try? String(endpoint, named: "endpoint"), let index = definition.index(of: name),
      let tables = results[index]
    else { return nil }
    return (tables, endpoints[index].keyPath)
  }

  func endpoint(_ name: UnsafePointer<CChar>?) throws(Failure) -> PreparedEndpoint {
    let name = try String(name, named: "endpoint")
    guard let index = definition.index(of: name) else {
      throw .argument("\(definition.name) has no endpoint '\(RequestRules.printable(name))'")
    }
    return endpoints[index]
  }

  /// Makes the target of a call with these arguments and passes it to `body`. The arguments may have any order.
  func target<Result>(
    _ name: UnsafePointer<CChar>?, _ arguments: UnsafePointer<moya_argument>?, _ count: Int,
    _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let endpoint = try endpoint(name)
    let number = endpoint.parameters.count
    return try withUnsafeTemporaryAllocation(of: UnsafePointer<moya_argument>?.self, capacity: number) {
      (sorted) throws(Failure) in
      do throws(Failure) {
        try endpoint.sort(array(arguments, count: count, named: "arguments"), into: sorted)
      } catch {
        throw error.about(endpoint.defined.name)
      }
      return try EndpointRequest.with(
        endpoint,
        { index in
          guard let argument = sorted[index]?.pointee else { return nil }
          if argument.isGiven { return argument }
          return argument.kind == 0 ? nil : endpoint.parameters[index].nullArgument
        }, body)
    }
  }
}

extension PreparedEndpoint {
  /// Sorts the caller's arguments into the order of the parameters. An argument that is not given is `nil`.
  fileprivate func sort(
    _ arguments: UnsafeBufferPointer<moya_argument>,
    into sorted: UnsafeMutableBufferPointer<UnsafePointer<moya_argument>?>
  ) throws(Failure) {
    sorted.initialize(repeating: nil)
    guard let start = arguments.baseAddress else { return }
    for index in arguments.indices {
      let argument = start[index]
      guard let name = argument.name else { throw .null("arguments[\(index)].name") }
      guard let place = place(of: name, near: index) else {
        let name = RequestRules.printable(String(repairing: name))
        throw .argument("there is no parameter '\(name)' in \(signatureText)")
      }
      if sorted[place] != nil { throw .argument("\(parameters[place].label) is given twice") }
      guard argument.reserved == 0, argument.flags & ~UInt32(MOYA_ARGUMENT_ARRAY) == 0 else {
        throw .argument("arguments[\(index)] has a flag or a reserved field that is not known")
      }
      guard argument.kind == 0 || GivenValue.isKind(argument.kind) else {
        throw .argument("arguments[\(index)].kind is \(argument.kind), which no argument has")
      }
      sorted[place] = start + index
    }
  }

  /// Returns the index of the parameter. Looks at `index` first, because arguments usually have the order of the
  /// parameters.
  private func place(of name: UnsafePointer<CChar>, near index: Int) -> Int? {
    if index < parameters.count, strcmp(parameters[index].name, name) == 0 { return index }
    return parameters.firstIndex { strcmp($0.name, name) == 0 }
  }

  private var signatureText: String { String(cString: signature) }
}

extension DefinedParameter {
  /// True for a list or a map inside JSON. A bound function passes the list or map on as the only member of a struct.
  fileprivate var isListOfJSON: Bool {
    guard place == .field || place == .body else { return false }
    switch type.required {
    case .list, .map: return true
    case .scalar, .named, .optional: return false
    }
  }
}

extension GivenValue {
  static func isKind(_ kind: moya_kind) -> Bool {
    switch Int(kind) {
    case MOYA_KIND_I64, MOYA_KIND_U64, MOYA_KIND_F64, MOYA_KIND_BOOLEAN, MOYA_KIND_STR, MOYA_KIND_TEXT, MOYA_KIND_BYTES,
      MOYA_KIND_DATE, MOYA_KIND_RAW, MOYA_KIND_STRUCT:
      true
    default: false
    }
  }
}

// MARK: - DefinitionFile

/// Reads a file that contains a definition.
enum DefinitionFile {
  /// The most bytes that are read from the file: one byte more than the maximum size of a definition. So if a
  /// definition is too large, the error is about its size.
  private static let limit = (8 << 20) + 1

  /// Passes the bytes of a file to `body`.
  static func with<Result>(
    _ path: UnsafePointer<CChar>?, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let name = try String(path, named: "path")
    guard let path else { throw .null("path") }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw .system(MOYA_ERROR_FILE, "\(name) cannot be opened", errno: errno) }
    defer { close(file) }
    guard let memory = malloc(limit) else { throw .memory("the definition") }
    defer { free(memory) }
    var count = 0
    while count < limit {
      let length = read(file, memory + count, limit - count)
      if length < 0, errno == EINTR { continue }
      if length < 0 { throw .system(MOYA_ERROR_FILE, "\(name) cannot be read", errno: errno) }
      if length == 0 { break }
      count += length
    }
    return try body(UnsafeRawBufferPointer(start: memory, count: count))
  }
}
