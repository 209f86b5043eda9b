import MoyaCore

/// An API as a document, with its types and its endpoints. The same document serves every language.
///
/// docs/definitions.md specifies its content. Unknown keys are an error that names the place, so that a misspelt option
/// is not silently ignored. Only keys that begin with `x-` are allowed.
package struct Definition: Sendable {
  package static let version = 1
  /// Limits of a definition. A document with more endpoints, types or parameters is not an API but an attack.
  static let maximumEndpoints = 20_000
  static let maximumTypes = 50_000
  static let maximumParameters = 1000
  /// Maximum number of header fields in one `headers` object: of the definition, of an endpoint or of a sample.
  static let maximumFields = 100

  package let name: String
  package let summary: String?
  /// The base URL. `nil` means the provider's base URL.
  package let baseURL: String?
  package let fields: [(name: String, value: String)]
  package let types: [DefinedType]
  /// The indexes of the types, in an order in which each type comes after the types that it contains.
  package let order: [Int]
  package let endpoints: [DefinedEndpoint]
  private let places: [String: Int]
  private let typePlaces: [String: Int]

  package func index(of endpoint: String) -> Int? { places[endpoint] }

  package func index(ofType type: String) -> Int? { typePlaces[type] }

  package init(_ document: UnsafeRawBufferPointer) throws(DefinitionFault) {
    var object = try DocumentObject(DocumentReader.node(document), at: .root)
    // `$schema` names the schema for editors, and has no other effect.
    _ = try object.take("$schema")?.text()
    let version = try object.required("moya")
    guard case .number(String(Definition.version)) = version.node else {
      throw version.fault("is not \(Definition.version), the version of definitions that this library reads")
    }
    let nameFound = try object.required("name")
    name = try nameFound.text()
    try DefinedName.check(name, at: nameFound.place)
    summary = try object.take("description")?.text()
    let baseFound = object.take("base_url")
    baseURL = try baseFound?.text()
    if let baseFound, let baseURL, !baseURL.hasPrefix("https://"), !baseURL.hasPrefix("http://") {
      throw baseFound.fault("is no URL that begins with https:// or http://")
    }
    fields = try DefinedEndpoint.fields(object.take("headers"))
    let takesUTC = try object.take("dates")?.takesUTC() ?? false

    let typesFound = try Definition.members(object.take("types"), atMost: Definition.maximumTypes)
    var indexes: [String: Int] = [:]
    for (index, member) in typesFound.enumerated() {
      try DefinedName.check(member.key, at: member.value.place)
      if ValueType.Scalar(rawValue: member.key) != nil {
        throw member.value.fault("has the name of a type that every definition has")
      }
      indexes[member.key] = index
    }
    typePlaces = indexes
    types = try typesFound.map { (name, found) throws(DefinitionFault) in
      try DefinedType(name, found, types: indexes, takesUTC: takesUTC)
    }
    order = try types.ordered { typesFound[$0].value.place }
    try types.checkDefaults { typesFound[$0].value.place }

    let endpointsFound = try Definition.members(object.required("endpoints"), atMost: Definition.maximumEndpoints)
    let types = types
    endpoints = try endpointsFound.map { (name, found) throws(DefinitionFault) in
      try DefinedName.check(name, at: found.place)
      return try DefinedEndpoint(name, found, types, indexes, takesUTC: takesUTC)
    }
    places = Dictionary(uniqueKeysWithValues: endpointsFound.enumerated().map { ($1.key, $0) })
    try object.end()
  }

  private static func members(
    _ found: DocumentObject.Found?, atMost limit: Int
  ) throws(DefinitionFault) -> [(key: String, value: DocumentObject.Found)] {
    guard let members = try found?.members() else { return [] }
    if members.count > limit { throw (found?.place ?? .root).fault("has more than \(limit) members") }
    return members
  }
}

/// What is wrong with a definition, and where.
package struct DefinitionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the fault is, as a JSON pointer (RFC 6901). "" is the whole document.
  package let pointer: String
  package let reason: String

  package var description: String { pointer.isEmpty ? "the definition \(reason)" : "\(pointer) \(reason)" }
}

/// The path from the root of a document to a value in it.
///
/// A place is a linked chain, because a chain costs little and most places are never shown. Only a fault makes the text
/// of a place.
indirect enum DocumentPlace {
  case root
  case member(DocumentPlace, String)
  case element(DocumentPlace, Int)

  /// The JSON pointer of RFC 6901.
  var pointer: String {
    switch self {
    case .root: ""
    case .member(let parent, let key):
      "\(parent.pointer)/\(RequestRules.printable(DocumentPlace.escaped(key)))"
    case .element(let parent, let index): "\(parent.pointer)/\(index)"
    }
  }

  private static func escaped(_ key: String) -> String {
    var escaped = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  func fault(_ reason: String) -> DefinitionFault { DefinitionFault(pointer: pointer, reason: reason) }
}

/// Key paths in one object. No path leads to the value of another path, or to a place inside that value.
struct DisjointKeyPaths {
  private var values: Set<[String]> = []
  /// The objects on the paths to the values.
  private var objects: Set<[String]> = []

  /// Adds a key path. Returns false if this path and an earlier path lead to the same value. Also returns false if one
  /// of the two paths leads to a place inside the value of the other.
  mutating func insert(_ path: JSONKeyPath) -> Bool {
    let steps = path.steps
    guard values.insert(steps).inserted, !objects.contains(steps) else { return false }
    for count in steps.indices.dropFirst() {
      let object = Array(steps[..<count])
      if values.contains(object) { return false }
      objects.insert(object)
    }
    return true
  }
}
