import MoyaCore

/// One operation of a definition. A definition is a JSON document that describes an API.
package struct DefinedEndpoint: Sendable {
  package enum Validation: Sendable {
    case none, success, successAndRedirects
    case statuses([Int])
  }

  package enum Stub: Sendable {
    case standard, never, immediate
    case delayed(milliseconds: Int)
  }

  /// The way in which a query and a form name the elements of a list.
  package enum Lists: Sendable {
    case brackets, plain, indexed
    /// A pattern for the name of an element, for example `{key}.{index}`. The pattern contains `{key}` once; `{index}`
    /// is optional.
    case custom(String)
  }

  package struct Sample: Sendable {
    package let status: Int
    package let fields: [(name: String, value: String)]
    package let body: String
  }

  package struct Result: Sendable {
    package let type: ValueType
    /// A key path. "" is the root.
    package let keyPath: String
    /// True if a date without an offset is in UTC.
    package let takesUTC: Bool
  }

  package let name: String
  package let summary: String?
  package let isDeprecated: Bool
  package let method: String
  /// The path. Text after a `?` in it is a query that every call has.
  package let path: String
  package var hasQuery: Bool { path.utf8.contains(UInt8(ascii: "?")) }
  package let fields: [(name: String, value: String)]
  package let parameters: [DefinedParameter]
  /// The places of the body's parameters. Empty if there is no body. If there are several places, each call chooses
  /// one.
  package let bodies: [DefinedParameter.Place]
  package let lists: Lists
  /// True if the endpoint writes `true` and `false` in a query and a form, instead of 1 and 0.
  package let writesBoolsAsWords: Bool
  package let validation: Validation
  package let retry: DefinedRetry?
  package let timeout: Int?
  package let connectTimeout: Int?
  package let idleTimeout: Int?
  package let maximumBodySize: Int?
  package let maximumRedirects: Int?
  package let isShared: Bool
  /// True if a response's body in an unknown content coding is returned without decoding.
  package let takesAnyCoding: Bool
  package let result: Result?
  package let sample: Sample?
  package let stub: Stub
  package let tags: [String]
}

extension DefinedEndpoint {
  init(
    _ name: String, _ found: DocumentObject.Found, _ types: [DefinedType], _ indexes: [String: Int],
    takesUTC: Bool
  ) throws(DefinitionFault) {
    self.name = name
    var object = try found.object()
    summary = try object.take("description")?.text()
    isDeprecated = try object.take("deprecated")?.bool() ?? false
    let methodFound = object.take("method")
    method = try HTTPMethod.normalized(methodFound?.text() ?? "GET")
    if let methodFound, !ASCII.isToken(method) { throw methodFound.fault("is no method (RFC 9110 §9.1)") }
    let pathFound = try object.required("path")
    path = try pathFound.text()
    fields = try DefinedEndpoint.fields(object.take("headers"))
    let parametersFound = object.take("parameters")
    parameters = try (parametersFound?.elements() ?? []).map { (found) throws(DefinitionFault) in
      try DefinedParameter(found, types, indexes)
    }
    if let parametersFound, parameters.count > Definition.maximumParameters {
      throw parametersFound.fault("has more than \(Definition.maximumParameters) parameters")
    }
    bodies = try DefinedEndpoint.bodies(parameters, parametersFound)
    lists = try object.take("lists")?.lists() ?? .brackets
    writesBoolsAsWords = try object.take("bools")?.choice(["words": true, "numbers": false]) ?? false
    let validation = try object.take("validation")?.validation()
    retry = try object.take("retry").map { (found) throws(DefinitionFault) in try DefinedRetry(found) }
    let milliseconds = 1...Int(UInt32.max)
    timeout = try object.take("timeout_ms")?.integer(milliseconds)
    connectTimeout = try object.take("connect_timeout_ms")?.integer(milliseconds)
    idleTimeout = try object.take("idle_timeout_ms")?.integer(milliseconds)
    maximumBodySize = try object.take("max_body_size")?.integer(1...Int.max)
    maximumRedirects = try object.take("max_redirects")?.integer(0...1000)
    isShared = try object.take("share")?.bool() ?? false
    takesAnyCoding = try object.take("any_coding")?.bool() ?? false
    result = try object.take("result").map { (found) throws(DefinitionFault) in try Result(found, indexes, takesUTC) }
    self.validation = validation ?? (result == nil ? .none : .success)
    sample = try object.take("sample").map { (found) throws(DefinitionFault) in try Sample(found) }
    stub = try object.take("stub")?.stub() ?? .standard
    tags = try object.take("tags")?.elements().map { (found) throws(DefinitionFault) in try found.text() } ?? []
    try object.end()

    try checkNames(parametersFound)
    try checkPath(pathFound)
    if bodies.contains(.part), !["POST", "PUT", "PATCH"].contains(method) {
      throw (methodFound ?? found).fault("sends no form with parts: POST, PUT and PATCH do")
    }
  }

  static func fields(_ found: DocumentObject.Found?) throws(DefinitionFault) -> [(name: String, value: String)] {
    guard let found else { return [] }
    let members = try found.members()
    if members.count > Definition.maximumFields {
      throw found.fault("has more than \(Definition.maximumFields) fields")
    }
    return try members.map { (name, value) throws(DefinitionFault) in
      if !ASCII.isToken(name) { throw value.fault("has a name that no header field has (RFC 9110 §5.1)") }
      let text = try value.text()
      if !ASCII.isFieldValue(text) { throw value.fault("has a character that no header field has (RFC 9110 §5.5)") }
      return (name, text)
    }
  }

  /// Returns the places of the body's parameters, for example `.form`.
  ///
  /// A definition gives each of these parameters one place, or a list of places. If no parameter has a list, all
  /// parameters must have the same place. If any parameter has a list, all parameters must have lists, and each call
  /// uses one of the listed places. Only one parameter can have the place `.body`.
  private static func bodies(
    _ parameters: [DefinedParameter], _ found: DocumentObject.Found?
  ) throws(DefinitionFault) -> [DefinedParameter.Place] {
    var places: [DefinedParameter.Place] = []
    let isChoice = parameters.contains { $0.isOfChoice }
    for (index, parameter) in parameters.enumerated() where parameter.place.isBody {
      let found = DocumentPlace.element(found?.place ?? .root, index)
      if isChoice, !parameter.isOfChoice {
        let place = parameter.place.rawValue
        throw found.fault("is in one body, and others say that there are several: write [\"\(place)\"]")
      }
      let known = places
      for place in parameter.places {
        let isSecondBody = place == .body && known.contains(.body)
        if isSecondBody || !isChoice && known.contains(where: { $0 != place }) {
          throw found.fault("makes a second body: one parameter before it is in \"\(known.first?.rawValue ?? "")\"")
        }
        if !places.contains(place) { places.append(place) }
      }
    }
    return places
  }

  /// Checks that no two parameters have the same name, or the same key in the same place. Also checks that no JSON
  /// field is inside another field.
  private func checkNames(_ found: DocumentObject.Found?) throws(DefinitionFault) {
    struct Key: Hashable {
      let place: DefinedParameter.Place
      let text: String
    }
    var names: Set<String> = []
    var keys: Set<Key> = []
    var ways = DisjointKeyPaths()
    for (index, parameter) in parameters.enumerated() {
      let place = DocumentPlace.element(found?.place ?? .root, index)
      guard names.insert(parameter.name).inserted else { throw place.fault("has the name of a parameter before it") }
      for one in parameter.places {
        let key = one == .header ? parameter.key.lowercased() : parameter.key
        guard keys.insert(Key(place: one, text: key)).inserted else {
          throw place.fault("has the key of a parameter before it")
        }
      }
      guard parameter.places.contains(.field), !ways.insert(JSONKeyPath(parameter.key)) else { continue }
      throw place.fault("is inside another field, or another field is inside it")
    }
  }

  /// Checks that each name in the path's braces is a path parameter, and that the path contains each path parameter.
  private func checkPath(_ found: DocumentObject.Found) throws(DefinitionFault) {
    let (path, query) = try DefinedEndpoint.parts(path, found)
    if query.contains(where: { $0 == 0x7B || $0 == 0x7D }) {
      throw found.fault("has a brace in its query: a parameter in \"query\" stands there")
    }
    guard DefinedEndpoint.isEncoded(query) else {
      throw found.fault("has a query that is not percent-encoded (RFC 3986 §3.4)")
    }
    guard let names = DefinedEndpoint.placeholders(path) else {
      throw found.fault("has a brace alone: write it twice if it is meant")
    }
    if names.count > Definition.maximumParameters {
      throw found.fault("names more than \(Definition.maximumParameters) parameters")
    }
    for name in names where !parameters.contains(where: { $0.name == name && $0.place == .path }) {
      throw found.fault("names {\(RequestRules.printable(name))}, and there is no such parameter in \"path\"")
    }
    for parameter in parameters where parameter.place == .path && !names.contains(parameter.name) {
      throw found.fault("does not name {\(parameter.name)}, which is a parameter in \"path\"")
    }
  }

  /// Splits the path at its first `?`. Returns the text before and after the `?`.
  private static func parts(
    _ text: String, _ found: DocumentObject.Found
  ) throws(DefinitionFault) -> (path: ArraySlice<UInt8>, query: ArraySlice<UInt8>) {
    let text = Array(text.utf8)[...]
    if text.contains(UInt8(ascii: "#")) { throw found.fault("has a fragment (#), which no request sends") }
    guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return (text, []) }
    return (text[..<mark], text[(mark + 1)...])
  }

  private static func isEncoded(_ query: ArraySlice<UInt8>) -> Bool {
    var rest = query
    while let byte = rest.popFirst() {
      if ASCII.isQuery(byte) { continue }
      let digits = rest.prefix(2)
      guard byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else {
        return false
      }
      rest = rest.dropFirst(2)
    }
    return true
  }

  /// Returns the names in braces. Returns `nil` if a brace has no partner.
  private static func placeholders(_ path: ArraySlice<UInt8>) -> [String]? {
    var names: [String] = []
    var rest = path
    while let brace = rest.firstIndex(where: { $0 == 0x7B || $0 == 0x7D }) {
      if rest.dropFirst(brace - rest.startIndex + 1).first == rest[brace] {
        rest = rest[(brace + 2)...]
        continue
      }
      guard rest[brace] == 0x7B, let end = rest[brace...].firstIndex(of: 0x7D) else { return nil }
      let name = rest[(brace + 1)..<end]
      names.append(String(decoding: name.first == UInt8(ascii: "+") ? name.dropFirst() : name, as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    return names
  }
}

extension DefinedEndpoint.Result {
  /// Reads a type, or an object that also says where in the body the value is.
  init(_ found: DocumentObject.Found, _ indexes: [String: Int], _ takesUTC: Bool) throws(DefinitionFault) {
    let typeFound: DocumentObject.Found
    if case .text = found.node {
      typeFound = found
      (keyPath, self.takesUTC) = ("", takesUTC)
    } else {
      var object = try found.object()
      typeFound = try object.required("type")
      keyPath = try object.take("at")?.keyPath() ?? ""
      self.takesUTC = try object.take("dates")?.takesUTC() ?? takesUTC
      try object.end()
    }
    type = try ValueType(typeFound, types: indexes)
    if type.has(.file) { throw typeFound.fault("is a file, which only a body or a part of a form is") }
  }
}

extension DefinedEndpoint.Sample {
  init(_ found: DocumentObject.Found) throws(DefinitionFault) {
    var object = try found.object()
    status = try object.take("status")?.integer(100...599) ?? 200
    fields = try DefinedEndpoint.fields(object.take("headers"))
    switch (object.take("body"), object.take("text")) {
    case (let json?, nil): body = json.node.json
    case (nil, let text?): body = try text.anyText()
    case (nil, nil): body = ""
    default: throw found.fault("has either \"body\" or \"text\"")
    }
    try object.end()
  }
}

extension DocumentObject.Found {
  /// Reads the setting for dates. Returns true if a date without an offset is in UTC, and false if an offset is
  /// required.
  func takesUTC() throws(DefinitionFault) -> Bool { try choice(["offset": false, "utc": true]) }

  fileprivate func validation() throws(DefinitionFault) -> DefinedEndpoint.Validation {
    if case .list = node {
      let statuses = try elements().map { (found) throws(DefinitionFault) in try found.integer(100...599) }
      if statuses.isEmpty { throw fault("is empty") }
      return .statuses(statuses)
    }
    return try choice([
      "none": .none, "success": .success, "success_and_redirects": .successAndRedirects,
    ])
  }

  fileprivate func stub() throws(DefinitionFault) -> DefinedEndpoint.Stub {
    if case .object = node {
      var object = try object()
      let delay = try object.required("delay_ms").integer(0...Int(UInt32.max))
      try object.end()
      return .delayed(milliseconds: delay)
    }
    return try choice(["default": .standard, "never": .never, "immediate": .immediate])
  }

  fileprivate func lists() throws(DefinitionFault) -> DefinedEndpoint.Lists {
    let text = try text()
    switch text {
    case "brackets": return .brackets
    case "plain": return .plain
    case "indexed": return .indexed
    default:
      guard ListKey(text) != nil else {
        throw fault("is not \"brackets\", \"plain\", \"indexed\" or a pattern with one {key}")
      }
      return .custom(text)
    }
  }
}

extension DefinedEndpoint {
  /// Returns the parameters and the result of the endpoint: `(str name, i64? page) -> [repo]`. If the endpoint has no
  /// result type, the text ends before the arrow.
  package func signature(_ types: [DefinedType]) -> String {
    let given = parameters.map { "\(shown($0).text(types)) \($0.name)" }.joined(separator: ", ")
    guard let result else { return "(\(given))" }
    return "(\(given)) -> \(result.type.text(types))"
  }

  /// Returns true if only some of the bodies that a call can choose have this parameter.
  package func isOfSomeBodies(_ parameter: DefinedParameter) -> Bool {
    parameter.place.isBody && parameter.places.count < bodies.count
  }

  /// Returns the type of a parameter as a signature shows it. If the parameter can be omitted or null, the type has a
  /// question mark.
  private func shown(_ parameter: DefinedParameter) -> ValueType {
    let hasMark = parameter.isOptional || parameter.isNullable || isOfSomeBodies(parameter)
    return hasMark ? .optional(parameter.type.required) : parameter.type
  }
}

/// Says when a call is tried again. For a number that the definition omits, the default of `RetryPolicy` applies.
package struct DefinedRetry: Sendable {
  package let attempts: Int?
  package let delay: Int?
  package let backoff: Int?
  package let maximumDelay: Int?
  package let jitter: Int?
  package let maximumRetryAfter: Int?
  /// An empty list means that no status leads to another attempt.
  package let statuses: [Int]?
  package let takesAnyMethod: Bool
  package let usesRetryAfter: Bool

  init(_ found: DocumentObject.Found) throws(DefinitionFault) {
    var object = try found.object()
    let milliseconds = 1...Int(UInt32.max)
    attempts = try object.take("attempts")?.integer(1...16)
    delay = try object.take("delay_ms")?.integer(milliseconds)
    backoff = try object.take("backoff_percent")?.integer(100...1000)
    maximumDelay = try object.take("max_delay_ms")?.integer(milliseconds)
    jitter = try object.take("jitter_percent")?.integer(0...100)
    maximumRetryAfter = try object.take("max_retry_after_ms")?.integer(milliseconds)
    statuses = try object.take("statuses")?.elements().map { (found) throws(DefinitionFault) in
      try found.integer(100...599)
    }
    takesAnyMethod = try object.take("any_method")?.bool() ?? false
    usesRetryAfter = try object.take("retry_after")?.bool() ?? true
    try object.end()
  }
}

/// The limits for texts and lists of a definition. They equal the limits for texts and lists of C callers
/// (`CallerText`, `moya/moya.h`, `moya/type.h`, `moya/value.h`). If a longer text were allowed, a definition could be
/// opened but never called.
enum DefinedText {
  /// Maximum number of bytes of a text, except the body of a sample.
  static let maximumLength = 1 << 17
  /// Maximum number of bytes of a key, of a key path, and of a name of an enumeration.
  static let maximumKeyLength = 1 << 12
  /// Maximum number of keys in a key path.
  static let maximumSteps = 64
  /// Maximum number of elements in a list.
  static let maximumElements = 10_000
}
