import CMoya
import Glibc
import MoyaCore

/// A call of an endpoint on its way to a `moya_target`: each argument is checked and put where its parameter says.
struct EndpointRequest: ~Copyable {
  private let endpoint: PreparedEndpoint
  private var scratch = Scratch()
  private var pathValues: [moya_parameter] = []
  private var query: [moya_parameter] = []
  private var fields: [moya_header] = []
  private var parts: [moya_part] = []
  private var task = moya_task()
  /// Lists of the query; the form; the JSON object. Each is made when it is first needed.
  private var queryTree = OwnedTree()
  private var bodyTree = OwnedTree()
  /// The objects in the JSON object, by the way to them.
  private var innerObjects: [[String]: OpaquePointer] = [:]

  /// Shows `body` the target of a call. It is valid until `body` returns.
  /// - Parameter arguments: one for each parameter, in the order of the definition; `nil`: not given.
  static func with<Result>(
    _ endpoint: PreparedEndpoint, _ arguments: (Int) -> GivenValue?,
    _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var request = EndpointRequest(endpoint)
    do throws(Failure) {
      for (index, parameter) in endpoint.parameters.enumerated() {
        if let value = arguments(index) ?? parameter.standard {
          try request.put(value, parameter)
        } else if !parameter.isOptional {
          throw Failure(MOYA_ERROR_ARGUMENT, "\(parameter.label) is missing")
        }
      }
    } catch {
      throw error.about(endpoint.defined.name)
    }
    return try request.show(body)
  }

  private init(_ endpoint: PreparedEndpoint) {
    self.endpoint = endpoint
    task.size = UInt32(MemoryLayout<moya_task>.size)
  }

  // MARK: Arguments

  private mutating func put(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    switch parameter.place {
    case .path:
      let text = try plain(value, parameter, writesBoolsAsWords: true)
      pathValues.append(moya_parameter(name: parameter.name, value: text))
    case .header:
      let text = try plain(value, parameter, writesBoolsAsWords: true)
      fields.append(moya_header(name: parameter.key, value: text))
    case .query:
      if case .list(let element) = parameter.type {
        try EndpointTree.put(value, parameter, element, into: queryTree.object())
      } else {
        let text = try plain(value, parameter, writesBoolsAsWords: endpoint.defined.writesBoolsAsWords)
        query.append(moya_parameter(name: parameter.key, value: text))
      }
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
    try PlainText.of(value, as: parameter.type, parameter, writesBoolsAsWords: writesBoolsAsWords, &scratch)
  }

  private mutating func putPart(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    var part = moya_part()
    part.name = parameter.key
    switch parameter.type.scalar {
    case .file?: part.path = try path(value, parameter)
    case .bytes?:
      let bytes = try bytes(value, parameter)
      (part.data, part.data_len) = (bytes.baseAddress, bytes.count)
    default: part.text = try plain(value, parameter, writesBoolsAsWords: true)
    }
    parts.append(part)
  }

  private mutating func putBody(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) {
    switch parameter.type.scalar {
    case .file?:
      task.kind = moya_task_kind(MOYA_TASK_FILE)
      task.path = try path(value, parameter)
    case .bytes?, .str?:
      let isText = parameter.type.scalar == .str
      let bytes = isText ? try text(value, parameter) : try bytes(value, parameter)
      task.kind = moya_task_kind(MOYA_TASK_DATA)
      (task.data, task.data_len) = (bytes.baseAddress, bytes.count)
      let type: StaticString = isText ? "text/plain; charset=utf-8" : "application/octet-stream"
      addMissing("Content-Type", type)
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
    // The bytes of a body may be as long as memory has room; a text elsewhere may not.
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

  private func bytes(
    _ value: GivenValue, _ parameter: PreparedParameter
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard case .argument(let argument) = value, argument.flags == 0,
      argument.kind == MOYA_KIND_BYTES || argument.kind == MOYA_KIND_TEXT
    else { throw parameter.misfit(value, "bytes") }
    return try callerBytes(argument.data, count: argument.length, named: parameter.label)
  }

  private func path(_ value: GivenValue, _ parameter: PreparedParameter) throws(Failure) -> UnsafePointer<CChar> {
    guard case .argument(let argument) = value, argument.flags == 0, argument.kind == MOYA_KIND_STR,
      let data = argument.data
    else { throw parameter.misfit(value, "the path of a file") }
    return data.assumingMemoryBound(to: CChar.self)
  }

  private mutating func addMissing(_ name: StaticString, _ value: StaticString) {
    let isThere = (endpoint.fields + fields).contains { strcasecmp($0.name, name.characters) == 0 }
    if !isThere { fields.append(moya_header(name: name.characters, value: value.characters)) }
  }

  // MARK: The target

  private consuming func show<Result>(
    _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var target = endpoint.target
    // An argument wins over what the definition says.
    if fields.isEmpty {
      fields = endpoint.fields
    } else {
      let given = fields
      fields += endpoint.fields.filter { field in !given.contains { strcasecmp($0.name, field.name) == 0 } }
    }
    switch endpoint.defined.body {
    case .form: (task.kind, task.value) = (moya_task_kind(MOYA_TASK_FORM), try bodyTree.object())
    case .json: (task.kind, task.value) = (moya_task_kind(MOYA_TASK_JSON), try bodyTree.object())
    case .multipart: task.kind = moya_task_kind(MOYA_TASK_MULTIPART)
    case .none, .whole: break
    }
    task.query = queryTree.handle
    task.list_key = endpoint.listKey
    if endpoint.defined.writesBoolsAsWords { task.bool_style = moya_bool_style(MOYA_BOOL_LITERAL) }
    let hasTask = task.kind != 0 || !query.isEmpty || task.query != nil
    return try pathValues.shown { (values) throws(Failure) in
      (target.path_values, target.path_value_count) = (values.baseAddress, values.count)
      return try fields.shown { (fields) throws(Failure) in
        (target.headers, target.header_count) = (fields.baseAddress, fields.count)
        guard hasTask else { return try shown(target, body) }
        return try query.shown { (query) throws(Failure) in
          (task.parameters, task.parameter_count) = (query.baseAddress, query.count)
          return try parts.shown { (parts) throws(Failure) in
            (task.parts, task.part_count) = (parts.baseAddress, parts.count)
            return try [task].shown { (task) throws(Failure) in
              target.task = task.baseAddress
              return try shown(target, body)
            }
          }
        }
      }
    }
  }

  private func shown<Result>(
    _ target: moya_target, _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: target) { (pointer) throws(Failure) in try body(pointer) }
  }
}

extension Array {
  /// Without elements there is no address: a part of a task that is not there is NULL.
  fileprivate func shown<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    withUnsafeBufferPointer { buffer in
      let shown = isEmpty ? UnsafeBufferPointer(start: nil, count: 0) : buffer
      result = Swift.Result { () throws(Failure) in try body(shown) }
    }
    guard let result else { throw .memory("the arguments") }
    return try result.get()
  }
}
