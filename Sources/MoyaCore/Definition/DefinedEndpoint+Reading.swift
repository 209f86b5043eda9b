extension DefinedEndpoint {
  init(
    _ name: String, _ found: DocumentObject.Found, _ types: [DefinedType], _ indexes: [String: Int]
  ) throws(DefinitionFault) {
    self.name = name
    var object = try found.object()
    summary = try object.take("description")?.text()
    isDeprecated = try object.take("deprecated")?.bool() ?? false
    let methodFound = object.take("method")
    method = try methodFound?.text() ?? "GET"
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
    body = try DefinedEndpoint.body(parameters, parametersFound)
    lists = try object.take("lists")?.lists() ?? .brackets
    writesBoolsAsWords = try object.take("bools")?.choice(["words": true, "numbers": false]) ?? false
    validation = try object.take("validation")?.validation() ?? .none
    retry = try object.take("retry").map { (found) throws(DefinitionFault) in try DefinedRetry(found) }
    let milliseconds = 1...Int(UInt32.max)
    timeout = try object.take("timeout_ms")?.integer(milliseconds)
    connectTimeout = try object.take("connect_timeout_ms")?.integer(milliseconds)
    idleTimeout = try object.take("idle_timeout_ms")?.integer(milliseconds)
    maximumBodySize = try object.take("max_body_size")?.integer(1...Int.max)
    maximumRedirects = try object.take("max_redirects")?.integer(0...1000)
    isShared = try object.take("share")?.bool() ?? false
    result = try object.take("result").map { (found) throws(DefinitionFault) in try Result(found, indexes) }
    sample = try object.take("sample").map { (found) throws(DefinitionFault) in try Sample(found) }
    stub = try object.take("stub")?.stub() ?? .standard
    tags = try object.take("tags")?.elements().map { (found) throws(DefinitionFault) in try found.text() } ?? []
    try object.end()

    try checkNames(parametersFound)
    try checkPath(pathFound)
    if case .multipart = body, !["POST", "PUT", "PATCH"].contains(method) {
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

  /// Which kind of body the parameters make. There is one: two kinds are a fault.
  private static func body(
    _ parameters: [DefinedParameter], _ found: DocumentObject.Found?
  ) throws(DefinitionFault) -> Body {
    var body: (kind: Body, name: String)?
    for (index, parameter) in parameters.enumerated() {
      let kind: (kind: Body, name: String)
      switch parameter.place {
      case .form: kind = (.form, "form")
      case .field: kind = (.json, "field")
      case .part: kind = (.multipart, "part")
      case .body: kind = (.whole, "body")
      case .path, .query, .header: continue
      }
      if let body, body.name != kind.name || kind.name == "body" {
        let place = DocumentPlace.element(found?.place ?? .root, index)
        throw place.fault("makes a second body: one parameter before it is in \"\(body.name)\"")
      }
      body = kind
    }
    return body?.kind ?? .none
  }

  /// No two parameters have one name, or one key in the same place; no JSON field lies inside another.
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
      let key = parameter.place == .header ? parameter.key.lowercased() : parameter.key
      guard keys.insert(Key(place: parameter.place, text: key)).inserted else {
        throw place.fault("has the key of a parameter before it")
      }
      guard parameter.place == .field, !ways.insert(JSONKeyPath(parameter.key)) else { continue }
      throw place.fault("is inside another field, or another field is inside it")
    }
  }

  /// Each name in the path's braces is a parameter, and each parameter of the path is there.
  private func checkPath(_ found: DocumentObject.Found) throws(DefinitionFault) {
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

  /// `nil`: a brace has no partner.
  private static func placeholders(_ path: String) -> [String]? {
    var names: [String] = []
    var rest = Array(path.utf8)[...]
    while let brace = rest.firstIndex(where: { $0 == 0x7B || $0 == 0x7D }) {
      if rest.dropFirst(brace - rest.startIndex + 1).first == rest[brace] {
        rest = rest[(brace + 2)...]
        continue
      }
      guard rest[brace] == 0x7B, let end = rest[brace...].firstIndex(of: 0x7D) else { return nil }
      names.append(String(decoding: rest[(brace + 1)..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    return names
  }
}

extension DefinedEndpoint.Result {
  /// A type alone, or an object that says where in the body it is.
  init(_ found: DocumentObject.Found, _ indexes: [String: Int]) throws(DefinitionFault) {
    let typeFound: DocumentObject.Found
    if case .text = found.node {
      typeFound = found
      keyPath = ""
    } else {
      var object = try found.object()
      typeFound = try object.required("type")
      keyPath = try object.take("at")?.keyPath() ?? ""
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
