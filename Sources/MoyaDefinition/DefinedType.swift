import MoyaCore

/// A struct or an enumeration of a definition.
package struct DefinedType: Sendable {
  package struct Field: Sendable {
    package let name: String
    /// The key in JSON, or a key path.
    package let key: String
    /// True if the definition specifies the key. If false, the key is the name.
    let hasKey: Bool
    /// The type. A field that can be null has an optional type.
    package let type: ValueType
    /// True if a missing value is written as null instead of being omitted.
    package let isNullWithoutValue: Bool
    /// True if a date without an offset is in UTC.
    package let takesUTC: Bool
    /// The value of the field if the field is missing.
    package let standard: DocumentNode?
    package let summary: String?
  }

  package enum Shape: Sendable {
    case structure([Field])
    /// The texts that are the values of the enumeration.
    case names([String])
  }

  /// Maximum number of fields in a struct. C structs have the same maximum (`moya/type.h`).
  static let maximumFields = 1024
  static let maximumNames = 4096

  package let name: String
  package let summary: String?
  package let shape: Shape

  package var fields: [Field] { if case .structure(let fields) = shape { fields } else { [] } }
  package var isStructure: Bool { if case .structure = shape { true } else { false } }
}

extension DefinedType {
  init(_ name: String, _ found: DocumentObject.Found, types: [String: Int], takesUTC: Bool) throws(DefinitionFault) {
    self.name = name
    var object = try found.object()
    summary = try object.take("description")?.text()
    switch (object.take("fields"), object.take("names")) {
    case (let fields?, nil): shape = .structure(try Field.all(fields, types, takesUTC))
    case (nil, let names?): shape = .names(try DefinedType.names(names))
    default: throw found.fault("has either \"fields\" or \"names\"")
    }
    try object.end()
  }

  private static func names(_ found: DocumentObject.Found) throws(DefinitionFault) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for element in try found.elements() {
      let name = try element.text(atMost: DefinedText.maximumKeyLength)
      guard seen.insert(name).inserted else { throw element.fault("is there twice") }
      names.append(name)
    }
    if names.isEmpty { throw found.fault("is empty") }
    if names.count > maximumNames { throw found.fault("has more than \(maximumNames) names") }
    return names
  }
}

extension DefinedType.Field {
  static func all(
    _ found: DocumentObject.Found, _ types: [String: Int], _ takesUTC: Bool
  ) throws(DefinitionFault) -> [Self] {
    let fields = try found.members().map { (name, value) throws(DefinitionFault) in
      try DefinedName.check(name, at: value.place)
      return try Self(name, value, types, takesUTC)
    }
    if fields.isEmpty { throw found.fault("is empty") }
    let maximum = DefinedType.maximumFields
    if fields.count > maximum { throw found.fault("has more than \(maximum) fields") }
    try checkKeys(fields, at: found.place)
    return fields
  }

  /// Checks that no field's key path leads into another field. If no field specifies a key, the check is not needed:
  /// the keys are then the names, and names always differ.
  private static func checkKeys(_ fields: [Self], at place: DocumentPlace) throws(DefinitionFault) {
    if !fields.contains(where: { $0.hasKey }) { return }
    var ways = DisjointKeyPaths()
    for field in fields where !ways.insert(JSONKeyPath(field.key)) {
      throw DocumentPlace.member(place, field.name).fault("is inside another field, or another field is inside it")
    }
  }

  /// Reads a field from the document: its type, or an object that has the type and other members.
  private init(
    _ name: String, _ found: DocumentObject.Found, _ types: [String: Int], _ takesUTC: Bool
  ) throws(DefinitionFault) {
    self.name = name
    if case .text = found.node {
      type = try ValueType(found, types: types)
      (key, hasKey, isNullWithoutValue, standard, summary) = (name, false, false, nil, nil)
      self.takesUTC = takesUTC
    } else {
      var object = try found.object()
      let type = try ValueType(object.required("type"), types: types)
      let isNullable = try object.take("nullable")?.bool() ?? false
      self.type = isNullable ? .optional(type.required) : type
      isNullWithoutValue = isNullable && !type.isOptional
      let key = try object.take("key")?.keyPath()
      (self.key, hasKey) = (key ?? name, key != nil)
      self.takesUTC = try object.take("dates")?.takesUTC() ?? takesUTC
      // The default is checked when all types have been read, because the default can be a name that a later
      // enumeration declares.
      standard = object.take("default")?.node
      summary = try object.take("description")?.text()
      try object.end()
      if self.key.isEmpty { throw found.fault("has an empty \"key\"") }
    }
    if type.has(.file) { throw found.fault("is a file, which only a body or a part of a form is") }
  }
}

extension ValueType {
  func has(_ wanted: Scalar) -> Bool {
    switch self {
    case .scalar(let scalar): scalar == wanted
    case .named: false
    case .list(let type), .map(let type), .optional(let type): type.has(wanted)
    }
  }

  /// The index of this struct or enumeration in the types of the definition. `nil` for any other type, for example a
  /// list. If a field has a type with an index, the C struct contains the whole value and not a pointer to it.
  package var part: Int? { if case .named(let index) = self { index } else { nil } }
}

extension [DefinedType] {
  /// Checks that each field's default has the type of the field.
  func checkDefaults(_ place: (Int) -> DocumentPlace) throws(DefinitionFault) {
    for (index, type) in enumerated() {
      for field in type.fields {
        guard let node = field.standard else { continue }
        let field = (place: DocumentPlace.member(.member(place(index), "fields"), field.name), type: field.type)
        try DocumentObject.Found(node: node, place: .member(field.place, "default")).check(isOf: field.type, self)
      }
    }
  }

  /// Orders the types so that each type comes after the types that it contains.
  ///
  /// A struct must not contain itself as a field without `?`, brackets or braces, because it would have no end.
  func ordered(_ place: (Int) -> DocumentPlace) throws(DefinitionFault) -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(count)
    // The state of each type: 0 means that it was not visited, 1 that it is in progress, and 2 that it is done.
    var states = [UInt8](repeating: 0, count: count)
    for start in indices where states[start] == 0 {
      var way: [(type: Int, field: Int)] = [(start, 0)]
      states[start] = 1
      while let (type, field) = way.popLast() {
        guard field < self[type].fields.count else {
          states[type] = 2
          order.append(type)
          continue
        }
        way.append((type, field + 1))
        guard let part = self[type].fields[field].type.part else { continue }
        if states[part] == 1 {
          let name = self[type].fields[field].name
          throw DocumentPlace.member(.member(place(type), "fields"), name)
            .fault("makes a struct a part of itself: write \"\(self[part].name)?\" or \"[\(self[part].name)]\"")
        }
        if states[part] == 0 {
          states[part] = 1
          way.append((part, 0))
        }
      }
    }
    return order
  }
}
