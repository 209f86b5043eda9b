import MoyaCore

/// A value that a call of an endpoint passes, and its place in the request.
package struct DefinedParameter: Sendable {
  package enum Place: String, Sendable {
    /// In the path, as one segment or as a part of a segment. If the path says `{+name}`, the value can be several
    /// segments.
    case path
    case query
    case header
    /// A field of a form, `application/x-www-form-urlencoded`.
    case form
    /// A member of a JSON object, or of an object inside it: `user.name`.
    case field
    /// The whole body.
    case body
    /// A part of a multipart form.
    case part

    package var isBody: Bool {
      switch self {
      case .form, .field, .body, .part: true
      case .path, .query, .header: false
      }
    }
  }

  package let name: String
  package let place: Place
  /// The places that the parameter can have, including `place`. Each call chooses one of them.
  package let places: [Place]
  /// True if the endpoint has several possible bodies, and this parameter belongs to one or more of them.
  package let isOfChoice: Bool
  /// The name in the request.
  package let key: String
  package let type: ValueType
  /// True if JSON's null is also a value of the parameter. Passing null differs from omitting the parameter.
  package let isNullable: Bool
  /// True if a list is sent as one text, with commas between its elements.
  package let isJoined: Bool
  package let standard: DocumentNode?
  package let summary: String?

  /// True if a call can omit the parameter.
  package var isOptional: Bool { type.isOptional || standard != nil }

  /// True if the parameter is sent as null when it has no value, because it must not be omitted.
  package var isNullWithoutValue: Bool { isNullable && !isOptional }
}

extension DefinedParameter {
  init(_ found: DocumentObject.Found, _ types: [DefinedType], _ indexes: [String: Int]) throws(DefinitionFault) {
    var object = try found.object()
    let nameFound = try object.required("name")
    name = try nameFound.text()
    try DefinedName.check(name, at: nameFound.place)
    (places, isOfChoice) = try DefinedParameter.places(object.required("in"))
    place = places.first ?? .query
    let typeFound = try object.required("type")
    type = try ValueType(typeFound, types: indexes)
    let keyFound = object.take("key")
    let isPath = places.contains(.field)
    key = try (isPath ? keyFound?.keyPath() : keyFound?.text(atMost: DefinedText.maximumKeyLength)) ?? name
    let nullableFound = object.take("nullable")
    isNullable = try nullableFound?.bool() ?? false
    let standard = object.take("default")
    if !(isNullable && standard?.node.isNull == true) { try standard?.check(isOf: type, types) }
    self.standard = standard?.node
    summary = try object.take("description")?.text()
    let explodeFound = object.take("explode")
    let explodes = try explodeFound?.bool() ?? true
    isJoined = type.required.isList && (place == .path || place == .header || !explodes)
    try object.end()

    for place in places {
      guard let reason = DefinedParameter.misfit(place, type, types) else { continue }
      throw typeFound.fault("is \"\(type.text(types))\": \(reason)")
    }
    let takesJoined = places.contains { $0 != .field && $0 != .body && $0 != .part }
    if let explodeFound, !type.required.isList || !takesJoined {
      throw explodeFound.fault("is for a list in a path, a query, a header field or a form")
    }
    if isNullable, let nullableFound, let reason = DefinedParameter.nullMisfit(places, type) {
      throw nullableFound.fault("is for JSON: \(reason)")
    }
    let keyPlace = keyFound ?? nameFound
    if key.isEmpty { throw keyPlace.fault("is empty") }
    if place == .header, !ASCII.isToken(key) { throw keyPlace.fault("is no name of a header field (RFC 9110 §5.1)") }
    if place == .path, keyFound != nil { throw keyPlace.fault("is for nothing: a path names its parameters itself") }
    if places == [.body], keyFound != nil { throw keyPlace.fault("is for nothing: the whole body has no name") }
  }

  /// Reads a place, or a list of places for a parameter of the body.
  private static func places(
    _ found: DocumentObject.Found
  ) throws(DefinitionFault) -> (places: [Place], isOfChoice: Bool) {
    let bodies: KeyValuePairs<String, Place> = ["form": .form, "field": .field, "body": .body, "part": .part]
    guard case .list = found.node else {
      let place: Place = try found.choice([
        "path": .path, "query": .query, "header": .header, "form": .form, "field": .field, "body": .body, "part": .part,
      ])
      return ([place], false)
    }
    var places: [Place] = []
    for element in try found.elements() {
      let place = try element.choice(bodies)
      if places.contains(place) { throw element.fault("is there twice") }
      places.append(place)
    }
    if places.isEmpty { throw found.fault("is empty") }
    return (places, true)
  }

  private static let plainWords = "it is a number, a text, true or false, a name, or a list of one of these"

  /// Returns `nil` if null can be in one of these places. Otherwise returns the reason why it can be in none of them.
  private static func nullMisfit(_ places: [Place], _ type: ValueType) -> String? {
    let reasons = places.map { nullMisfit($0, type) }
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  /// Returns true if null can be in this place.
  package func takesNull(in place: Place) -> Bool { isNullable && DefinedParameter.nullMisfit(place, type) == nil }

  private static func nullMisfit(_ place: Place, _ type: ValueType) -> String? {
    switch (place, type.required.scalar) {
    case (.body, .bytes?), (.body, .str?), (.body, .file?): "a body of \"\(type.required.text([]))\" is sent as it is"
    case (.field, _), (.body, _): nil
    case (.path, _), (.query, _), (.header, _), (.form, _), (.part, _): "only a field or a body can be null"
    }
  }

  /// Returns `nil` if a value of the type can be in this place. Otherwise returns the reason why it cannot.
  private static func misfit(_ place: Place, _ type: ValueType, _ types: [DefinedType]) -> String? {
    /// Returns true if the type is a number, a text, true or false, or an enumeration.
    func isPlain(_ type: ValueType) -> Bool {
      if case .named(let index) = type { return types.indices ~= index && !types[index].isStructure }
      return type.isPlain
    }
    let given = type.required
    switch place {
    case .path:
      if type.isOptional { return "a path has no segment that may be left out; give it a \"default\"" }
      return isPlain(given.element) ? nil : plainWords
    case .header, .query, .form: return isPlain(given.element) ? nil : plainWords
    case .field: return given.has(.file) || given.has(.bytes) ? "JSON has no bytes" : nil
    case .part:
      switch given.element.scalar {
      case .bytes?, .file?: return nil
      default:
        return isPlain(given.element) ? nil : "a part is a text, a number, bytes, a file, or a list of one of these"
      }
    case .body:
      if given.scalar != nil { return nil }
      return given.has(.file) || given.has(.bytes) ? "a list of JSON has no bytes and no files" : nil
    }
  }
}

/// A pattern for the names of a list's elements in a query or a form, for example `{key}[{index}]`.
package struct ListKey: Sendable {
  package enum Piece: Hashable { case text(String), key, index }

  package let pieces: [Piece]

  /// Makes the name `key[]`, which PHP and Rails read.
  package static let brackets = ListKey([.key, .text("[]")])

  private init(_ pieces: [Piece]) { self.pieces = pieces }

  /// Returns `nil` if the pattern does not contain `{key}` exactly once, or has another brace.
  package init?(_ pattern: String) {
    var pieces: [Piece] = []
    var rest = Substring(pattern)
    while !rest.isEmpty {
      if rest.hasPrefix("{key}") {
        pieces.append(.key)
        rest = rest.dropFirst(5)
      } else if rest.hasPrefix("{index}") {
        pieces.append(.index)
        rest = rest.dropFirst(7)
      } else {
        let text = rest.prefix { $0 != "{" && $0 != "}" }
        if text.isEmpty { return nil }
        pieces.append(.text(String(text)))
        rest = rest.dropFirst(text.count)
      }
    }
    guard pieces.count(where: { $0 == .key }) == 1 else { return nil }
    self.pieces = pieces
  }
}
