/// What a call of an endpoint is given, and where in the request it goes.
package struct DefinedParameter: Sendable {
  package enum Place: Sendable {
    /// In the path, as one segment or a part of one.
    case path
    case query
    case header
    /// A field of a form, `application/x-www-form-urlencoded`.
    case form
    /// A member of a JSON object, which may be an inner one: `user.name`.
    case field
    /// The whole body.
    case body
    /// A part of a multipart form.
    case part
  }

  package let name: String
  package let place: Place
  /// The name on the wire.
  package let key: String
  package let type: ValueType
  /// JSON's null is a value of it, too, which is not the same as leaving it out.
  package let isNullable: Bool
  package let standard: DocumentNode?
  package let summary: String?

  /// A call may leave it out.
  package var isOptional: Bool { type.isOptional || standard != nil }

  /// Without a value it is null: it may not be left out.
  package var isNullWithoutValue: Bool { isNullable && !isOptional }
}

extension DefinedParameter {
  init(_ found: DocumentObject.Found, _ types: [DefinedType], _ indexes: [String: Int]) throws(DefinitionFault) {
    var object = try found.object()
    let nameFound = try object.required("name")
    name = try nameFound.text()
    try DefinedName.check(name, at: nameFound.place)
    place = try object.required("in").choice([
      "path": .path, "query": .query, "header": .header, "form": .form, "field": .field, "body": .body, "part": .part,
    ])
    let typeFound = try object.required("type")
    type = try ValueType(typeFound, types: indexes)
    let keyFound = object.take("key")
    key = try (place == .field ? keyFound?.keyPath() : keyFound?.text(atMost: DefinedText.maximumKeyLength)) ?? name
    let nullableFound = object.take("nullable")
    isNullable = try nullableFound?.bool() ?? false
    let standard = object.take("default")
    if !(isNullable && standard?.node.isNull == true) { try standard?.check(isOf: type, types) }
    self.standard = standard?.node
    summary = try object.take("description")?.text()
    try object.end()

    if let reason = DefinedParameter.misfit(place, type, types) {
      throw typeFound.fault("is \"\(type.text(types))\": \(reason)")
    }
    if isNullable, let nullableFound, let reason = DefinedParameter.nullMisfit(place, type) {
      throw nullableFound.fault("is for JSON: \(reason)")
    }
    let keyPlace = keyFound ?? nameFound
    if key.isEmpty { throw keyPlace.fault("is empty") }
    if place == .header, !ASCII.isToken(key) { throw keyPlace.fault("is no name of a header field (RFC 9110 §5.1)") }
    if place == .path, keyFound != nil { throw keyPlace.fault("is for nothing: a path names its parameters itself") }
    if place == .body, keyFound != nil { throw keyPlace.fault("is for nothing: the whole body has no name") }
  }

  /// Why null cannot go there; `nil`: it can.
  private static func nullMisfit(_ place: Place, _ type: ValueType) -> String? {
    switch (place, type.required.scalar) {
    case (.body, .bytes?), (.body, .str?), (.body, .file?): "a body of \"\(type.required.text([]))\" is sent as it is"
    case (.field, _), (.body, _): nil
    case (.path, _), (.query, _), (.header, _), (.form, _), (.part, _): "only a field or a body can be null"
    }
  }

  /// Why a value of the type cannot go there; `nil`: it can.
  private static func misfit(_ place: Place, _ type: ValueType, _ types: [DefinedType]) -> String? {
    /// Numbers, texts, true and false, and names.
    func isPlain(_ type: ValueType) -> Bool {
      if case .named(let index) = type { return types.indices ~= index && !types[index].isStructure }
      return type.isPlain
    }
    let given = type.required
    switch place {
    case .path:
      if type.isOptional { return "a path has no segment that may be left out; give it a \"default\"" }
      return isPlain(given) ? nil : "a segment of a path is a number, a text, true or false, or a name"
    case .header: return isPlain(given) ? nil : "a header field is a number, a text, true or false, or a name"
    case .query, .form:
      if case .list(let element) = given, isPlain(element) { return nil }
      return isPlain(given) ? nil : "it is a number, a text, true or false, a name, or a list of one of these"
    case .field: return given.has(.file) || given.has(.bytes) ? "JSON has no bytes" : nil
    case .part:
      switch given.scalar {
      case .bytes?, .file?: return nil
      default: return isPlain(given) ? nil : "a part is a text, a number, bytes or a file"
      }
    case .body:
      if given.scalar != nil { return nil }
      return given.has(.file) || given.has(.bytes) ? "a list of JSON has no bytes and no files" : nil
    }
  }
}
