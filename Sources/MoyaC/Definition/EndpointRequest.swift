import CMoya
import Glibc
import MoyaCore
import MoyaDefinition

/// Makes a `moya_target` from a call of an endpoint. Checks each argument and puts it at the place that its parameter
/// declares: the path, the query, a header field or the body.
struct EndpointRequest: ~Copyable {
  private let endpoint: PreparedEndpoint
  /// The place of the parameters that belong to the body. `nil` if the call sends no body.
  private let bodyPlace: DefinedParameter.Place?
  private var scratch: Scratch
  private var pathValues = ScratchList<moya_parameter>()
  private var query = ScratchList<moya_parameter>()
  private var fields = ScratchList<moya_header>()
  private var parts = ScratchList<moya_part>()
  private var task = moya_task()
  /// If a parameter of the query is a list, `queryTree` contains it. `bodyTree` contains the form or the JSON object.
  /// Each tree is made when it is first needed.
  private var queryTree = OwnedTree()
  private var bodyTree = OwnedTree()
  /// The objects that key paths make inside the body's JSON object, each under its key path.
  private var innerObjects: [[String]: OpaquePointer] = [:]

  /// Passes the target of a call to `body`. The target is valid until `body` returns.
  ///
  /// - Parameter arguments: Returns the argument of the parameter that has this index in the definition. Returns `nil`
  ///   if the argument is not given.
  static func with<Result>(
    _ endpoint: PreparedEndpoint, _ arguments: (Int) -> moya_argument?,
    _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: Scratch.blockSize, alignment: Scratch.alignment) {
      (memory) throws(Failure) in
      let place: DefinedParameter.Place?
      do throws(Failure) { place = try endpoint.bodyPlace(arguments) } catch {
        throw error.about(endpoint.defined.name)
      }
      var request = EndpointRequest(endpoint, place, Scratch(memory))
      do throws(Failure) {
        for index in endpoint.parameters.indices { try request.put(arguments(index), endpoint.parameters[index]) }
      } catch {
        throw error.about(endpoint.defined.name)
      }
      return try request.show(body)
    }
  }

  private init(_ endpoint: PreparedEndpoint, _ bodyPlace: DefinedParameter.Place?, _ scratch: consuming Scratch) {
    self.endpoint = endpoint
    self.bodyPlace = bodyPlace
    self.scratch = scratch
    task.size = UInt32(MemoryLayout<moya_task>.size)
  }

  // MARK: Arguments

  /// Puts the argument of a parameter into the request. If the argument is `nil` (not given), puts the parameter's
  /// default value. If a required parameter has neither, throws an error.
  private mutating func put(_ argument: moya_argument?, _ parameter: PreparedParameter) throws(Failure) {
    if parameter.isOfChoice, !parameter.defined.places.contains(where: { $0 == bodyPlace }) { return }
    if let argument {
      if parameter.isNullable, argument.isNull { return try put(.node(.null), parameter) }
      guard parameter.isText else { return try put(.argument(argument), parameter) }
      // Passes the argument directly, because it would be slow to make a `GivenValue` from it.
      let words = writesBoolsAsWords(parameter)
      try put(text: PlainText.of(argument, parameter, writesBoolsAsWords: words, &scratch), parameter)
    } else if let standard = parameter.standard {
      // A default value of null is for the JSON body. Any other body omits the parameter.
      if standard.isNull, parameter.isOfChoice, let bodyPlace, !parameter.defined.takesNull(in: bodyPlace) { return }
      guard parameter.isText else { return try put(standard, parameter) }
      try put(text: plain(standard, parameter, writesBoolsAsWords: writesBoolsAsWords(parameter)), parameter)
    } else if !parameter.isOptional {
      throw .argument("\(parameter.label) is missing")
    }
  }

  private func writesBoolsAsWords(_ parameter: PreparedParameter) -> Bool {
    parameter.place != .query || endpoint.defined.writesBoolsAsWords
  }

  private mutating func put(text: UnsafePointer<CChar>, _ parameter: PreparedParameter) throws(Failure) {
    switch parameter.place {
    case .path: try pathValues.append(moya_parameter(name: parameter.name, value: text), limit, &scratch)
    case .header: try fields.append(moya_header(name: parameter.key, value: text), limit, &scratch)
    default: try query.append(moya_parameter(name: parameter.key, value: text), limit, &scratch)
    }
  }

  private mutating func put(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    switch parameter.isOfChoice ? bodyPlace ?? parameter.place : parameter.place {
    case .path:
      let texts = try texts(value, parameter)
      if texts.isEmpty {
        throw Failure(MOYA_ERROR_INVALID_URL, "\(parameter.label) is an empty list, and no segment of a path")
      }
      for text in texts { try pathValues.append(moya_parameter(name: parameter.name, value: text), limit, &scratch) }
    case .header: try putField(value, parameter)
    case .query: try EndpointTree.put(list: value, parameter, into: queryTree.object())
    case .form: try EndpointTree.put(value, parameter, into: bodyTree.object())
    case .field:
      let path = JSONKeyPath(parameter.defined.key)
      try EndpointTree.put(value, parameter, atKeyPath: path, in: bodyTree.object(), &innerObjects)
    case .part: try putPart(value, parameter)
    case .body: try putBody(value, parameter)
    }
  }

  private mutating func plain(
    _ value: GivenValue, _ parameter: PreparedParameter, writesBoolsAsWords: Bool
  ) throws(Failure) -> UnsafePointer<CChar> {
    try PlainText.of(value, parameter, writesBoolsAsWords: writesBoolsAsWords, &scratch)
  }

  /// Returns the elements of a list that is not sent as JSON.
  private func elements(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) -> [GivenValue] {
    let value = try value.parsed(parameter)
    guard let elements = try value.elements(parameter) else { throw parameter.misfit(value, "a list") }
    return elements
  }

  private mutating func texts(
    _ list: GivenValue, _ parameter: PreparedParameter
  ) throws(Failure) -> [UnsafePointer<CChar>] {
    var texts: [UnsafePointer<CChar>] = []
    for one in try elements(list, parameter) { texts.append(try plain(one, parameter, writesBoolsAsWords: true)) }
    return texts
  }

  /// Adds a list as a header field. An empty list adds no field.
  private mutating func putField(_ list: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    let texts = try texts(list, parameter).map { String(cString: $0) }
    if texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) {
      let reason = "has an element with a comma, which parts a header field's elements"
      throw .argument("\(parameter.label) \(reason)")
    }
    if texts.isEmpty { return }
    let text = try scratch.text(texts.joined(separator: ","))
    try fields.append(moya_header(name: parameter.key, value: text), limit, &scratch)
  }

  private mutating func putPart(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    if parameter.isList {
      for one in try elements(value, parameter) { try putPart(one, as: parameter.element, parameter) }
    } else {
      try putPart(value, as: parameter.scalar, parameter)
    }
  }

  private mutating func putPart(
    _ value: GivenValue, as scalar: ValueType.Scalar?, _ parameter: PreparedParameter
  ) throws(Failure) {
    var part = moya_part()
    part.name = parameter.key
    switch scalar {
    case .file?: part.path = try path(value, parameter)
    case .bytes?:
      let bytes = try bytes(value, parameter)
      // In a part, a NULL `data` means that the part has no bytes, and a part without contents is an error. So an
      // argument of 0 bytes gets an address.
      part.data = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).characters)
      part.data_len = bytes.count
    default: part.text = try plain(value, parameter, writesBoolsAsWords: true)
    }
    try parts.append(part, limit, &scratch)
  }

  private mutating func putBody(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    switch parameter.scalar {
    case .file?:
      task.kind = moya_task_kind(MOYA_TASK_FILE)
      task.path = try path(value, parameter)
    case .bytes?, .str?:
      let isText = parameter.scalar == .str
      let bytes = isText ? try text(value, parameter) : try bytes(value, parameter)
      task.kind = moya_task_kind(MOYA_TASK_DATA)
      (task.data, task.data_len) = (bytes.baseAddress, bytes.count)
      let type: StaticString = isText ? "text/plain; charset=utf-8" : "application/octet-stream"
      try addMissing("Content-Type", type)
    default:
      task.kind = moya_task_kind(MOYA_TASK_JSON)
      let text = try EndpointTree.json(value, parameter)
      let copy = try scratch.text(text)
      (task.data, task.data_len) = (UnsafeRawPointer(copy), text.utf8.count)
    }
  }

  private mutating func text(
    _ value: GivenValue, _ parameter: PreparedParameter
  ) throws(Failure) -> UnsafeRawBufferPointer {
    // The bytes of a body have no limit except memory. Every other text has a limit.
    if case .argument(let argument) = value, argument.flags == 0,
      argument.kind == MOYA_KIND_TEXT || argument.kind == MOYA_KIND_STR
    {
      if argument.kind == MOYA_KIND_TEXT { return try bytes(value, parameter) }
      guard let data = argument.data else { throw .null(parameter.label) }
      return UnsafeRawBufferPointer(start: data, count: strlen(data.assumingMemoryBound(to: CChar.self)))
    }
    let text = try plain(value, parameter, writesBoolsAsWords: true)
    return UnsafeRawBufferPointer(start: text, count: strlen(text))
  }

  private func bytes(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) -> UnsafeRawBufferPointer {
    guard case .argument(let argument) = value, argument.flags == 0,
      argument.kind == MOYA_KIND_BYTES || argument.kind == MOYA_KIND_TEXT
    else { throw parameter.misfit(value, "bytes") }
    return try callerBytes(argument.data, count: argument.len, named: parameter.label)
  }

  private mutating func path(
    _ value: GivenValue, _ parameter: PreparedParameter
  ) throws(Failure) -> UnsafePointer<CChar> {
    switch value {
    case .argument(let argument) where argument.flags == 0 && argument.kind == MOYA_KIND_STR:
      if let data = argument.data { return data.assumingMemoryBound(to: CChar.self) }
    // The caller gave a list of files as JSON, and this path is an element of the list.
    case .node(.text(let text)) where !text.utf8.contains(0): return try scratch.text(text)
    case .argument, .node: break
    }
    throw parameter.misfit(value, "the path of a file")
  }

  private mutating func addMissing(_ name: StaticString, _ value: StaticString) throws(Failure) {
    if endpoint.has(name.characters) { return }
    if fields.contains(where: { ASCII.equalIgnoringCase($0.name, name.characters) }) { return }
    try fields.append(moya_header(name: name.characters, value: value.characters), limit, &scratch)
  }

  /// The maximum number of elements in each list of this struct: one per parameter, one per header field of the
  /// endpoint, and one for a Content-Type.
  private var limit: Int { endpoint.parameters.count + endpoint.fields.count + 1 }

  // MARK: The target

  private consuming func show<Result>(
    _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var target = endpoint.target
    // A header field from an argument takes precedence over a field from the definition.
    if fields.count > 0 {
      let given = fields
      for index in 0..<endpoint.fields.count {
        let field = endpoint.fields.start[index]
        if given.contains(where: { ASCII.equalIgnoringCase($0.name, field.name) }) { continue }
        try fields.append(field, limit, &scratch)
      }
      (target.headers, target.header_count) = (UnsafePointer(fields.start), fields.count)
    }
    switch bodyPlace {
    case .form: (task.kind, task.value) = (moya_task_kind(MOYA_TASK_FORM), try bodyTree.object())
    case .field: (task.kind, task.value) = (moya_task_kind(MOYA_TASK_JSON), try bodyTree.object())
    case .part where parts.count > 0: task.kind = moya_task_kind(MOYA_TASK_MULTIPART)
    // A multipart form must have at least one part. If there is no part, the call sends no body.
    case nil, .part, .body, .path, .query, .header: break
    }
    task.query = queryTree.handle
    task.list_key = endpoint.listKey
    if endpoint.defined.writesBoolsAsWords { task.bool_style = moya_bool_style(MOYA_BOOL_LITERAL) }
    (target.path_values, target.path_value_count) = (UnsafePointer(pathValues.start), pathValues.count)
    (task.parameters, task.parameter_count) = (UnsafePointer(query.start), query.count)
    (task.parts, task.part_count) = (UnsafePointer(parts.start), parts.count)
    let hasTask = task.kind != 0 || query.count > 0 || task.query != nil
    // Passes both structs by pointer, so that they are not copied.
    return try withUnsafeMutablePointer(to: &task) { (task) throws(Failure) in
      if hasTask { target.task = UnsafePointer(task) }
      return try withUnsafeMutablePointer(to: &target) { (target) throws(Failure) in try body(UnsafePointer(target)) }
    }
  }
}
