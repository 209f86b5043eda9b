/// A header section. Fields are in the order in which they were added. The case of names is ignored (RFC 9110 §5.1).
///
/// The fields are in an array instead of a dictionary, because their order must be preserved. Sections are short, and
/// scanning eight names is faster than computing one hash.
public struct HeaderFields: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    @inlinable
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Compares the fields byte by byte.
    public static func == (left: Field, right: Field) -> Bool {
      left.value.hasBytes(of: right.value) && left.name.hasBytes(of: right.name)
    }
  }

  public private(set) var fields: [Field]

  @inlinable
  public var isEmpty: Bool { fields.isEmpty }

  public init() { fields = [] }

  public init(fields: [Field]) { self.fields = fields }

  /// The number of fields, and the maximum number of bytes of their names and values. Each name and each value counts
  /// one more byte.
  package var mostFields: (fields: Int, bytes: Int) {
    var bytes = 0
    for field in fields { bytes += field.name.utf8.count + field.value.utf8.count + 2 }
    return (fields.count, bytes)
  }

  /// Makes an empty section with room for this many fields.
  init(capacity: Int) {
    fields = []
    fields.reserveCapacity(capacity)
  }

  /// Makes a section from a dictionary. The fields are sorted by name, so that equal dictionaries give equal bytes in
  /// the request.
  public init(_ dictionary: [String: String]) {
    fields = []
    // There is room for one more field, because a body's Content-Type often follows.
    fields.reserveCapacity(dictionary.count + 1)
    for (name, value) in dictionary { fields.append(Field(name: name, value: value)) }
    fields.sort { $0.name < $1.name }
  }

  /// The value of `name`. If several fields have this name, their values are joined with commas (RFC 9110 §5.3). `nil`
  /// if no field has this name. Assigning a value calls `set(_:to:)`.
  public subscript(name: String) -> String? {
    get {
      var found: String?
      for field in fields where ASCII.equalIgnoringCase(field.name, name) {
        found = found.map { $0 + "," + field.value } ?? field.value
      }
      return found
    }
    set { set(name, to: newValue) }
  }

  public func contains(_ name: String) -> Bool {
    fields.contains { ASCII.equalIgnoringCase($0.name, name) }
  }

  /// Replaces every field of this name with one field, at the place of the first one. If `value` is `nil`, removes
  /// these fields.
  public mutating func set(_ name: String, to value: String?) {
    if fields.isEmpty {
      // An assignment is faster than `append`, which would look up the size of the new memory.
      if let value { fields = [Field(name: name, value: value)] }
      return
    }
    guard let first = fields.firstIndex(where: { ASCII.equalIgnoringCase($0.name, name) }) else {
      if let value { fields.append(Field(name: name, value: value)) }
      return
    }
    if fields.count > first + 1 { fields[(first + 1)...].removeAll { ASCII.equalIgnoringCase($0.name, name) } }
    if let value { fields[first].value = value } else { fields.remove(at: first) }
  }

  /// Sets each field of another section, in which no name occurs twice. If there are no fields yet, copies the section.
  mutating func set(_ section: HeaderFields) {
    if fields.isEmpty { return fields = section.fields }
    for field in section.fields { set(field.name, to: field.value) }
  }

  /// Adds a field. If there is a field of this name, appends the value to it with a comma, like Foundation's
  /// `addValue`.
  public mutating func add(_ name: String, _ value: String) {
    if let first = fields.firstIndex(where: { ASCII.equalIgnoringCase($0.name, name) }) {
      fields[first].value += "," + value
    } else {
      fields.append(Field(name: name, value: value))
    }
  }

  /// Appends a separate field, even if there is a field with the same name.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends those fields of the other section whose names are not in this section.
  package mutating func appendMissing(from other: HeaderFields) {
    if fields.isEmpty { return fields = other.fields }
    for field in other.fields where !contains(field.name) { fields.append(field) }
  }

  /// The fields as a dictionary. If several fields have the same name, the first spelling of the name is the key, and
  /// the values are joined with commas.
  public var dictionary: [String: String] {
    // A server can send tens of thousands of fields, so no field is compared with every other.
    var spellings: [String: String] = [:]
    var values: [String: [String]] = [:]
    for field in fields {
      let folded = String(decoding: field.name.utf8.lazy.map(ASCII.lowercase), as: UTF8.self)
      let name = spellings[folded] ?? field.name
      spellings[folded] = name
      values[name, default: []].append(field.value)
    }
    return values.mapValues { $0.joined(separator: ",") }
  }

  /// Two sections are equal if the same names have the same values, byte by byte, in the same order (RFC 9110 §5.3).
  /// The case of names and the order of fields with different names do not matter.
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    if left.fields.count != right.fields.count { return false }
    let isSameOrder = zip(left.fields, right.fields).allSatisfy {
      $0.value.hasBytes(of: $1.value) && ASCII.equalIgnoringCase($0.name, $1.name)
    }
    return isSameOrder || left.canonical == right.canonical
  }

  /// Hashes the values, and the number of the fields. The values matter, because many requests of one program differ
  /// only in their access token. The hashes are added, so that the order of the fields does not matter.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields.count)
    hasher.combine(fields.reduce(0) { $0 &+ $1.value.hashValue })
  }

  private var canonical: [Field] {
    let named = fields.enumerated().map { place, field in
      (place, Field(name: field.name.lowercased(), value: field.value))
    }
    return named.sorted { ($0.1.name, $0.0) < ($1.1.name, $1.0) }.map(\.1)
  }
}
