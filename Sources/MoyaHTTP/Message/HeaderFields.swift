/// A header section: fields in the order they were added, names compared without regard to case (RFC 9110 §5.1).
///
/// An array, not a dictionary: sections are short, the order is kept on the wire, and a scan of eight names is
/// cheaper than one hash.
public struct HeaderFields: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    @inlinable
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Byte by byte.
    public static func == (left: Field, right: Field) -> Bool {
      left.value.hasBytes(of: right.value) && left.name.hasBytes(of: right.name)
    }
  }

  public private(set) var fields: [Field]

  @inlinable
  public var isEmpty: Bool { fields.isEmpty }

  public init() { fields = [] }

  public init(fields: [Field]) { self.fields = fields }

  /// Sorted by name, so that equal dictionaries give equal bytes on the wire.
  public init(_ dictionary: [String: String]) {
    fields = []
    // One more: a body's Content-Type often follows.
    fields.reserveCapacity(dictionary.count + 1)
    for (name, value) in dictionary { fields.append(Field(name: name, value: value)) }
    fields.sort { $0.name < $1.name }
  }

  /// The value of `name`; several fields of one name are joined with a comma (RFC 9110 §5.3). `nil`: absent. Assigning
  /// is `set(_:to:)`.
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

  /// Replaces every field of that name, in place of the first; `nil` removes them.
  public mutating func set(_ name: String, to value: String?) {
    if fields.isEmpty {
      // Not appended, which would ask for the size of the new memory: 150 instructions.
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

  /// The same for each field of another section, of which none comes twice. Where there are no fields, the section
  /// itself is taken.
  mutating func set(_ section: HeaderFields) {
    if fields.isEmpty { return fields = section.fields }
    for field in section.fields { set(field.name, to: field.value) }
  }

  /// Appends to an existing value with a comma, as Foundation's `addValue` does.
  public mutating func add(_ name: String, _ value: String) {
    if let first = fields.firstIndex(where: { ASCII.equalIgnoringCase($0.name, name) }) {
      fields[first].value += "," + value
    } else {
      fields.append(Field(name: name, value: value))
    }
  }

  /// Appends a field of its own, whatever is there already.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends what the other section has and this one does not, by name.
  package mutating func appendMissing(from other: HeaderFields) {
    if fields.isEmpty { return fields = other.fields }
    for field in other.fields where !contains(field.name) { fields.append(field) }
  }

  /// Names as first spelled; fields of one name joined with a comma.
  public var dictionary: [String: String] {
    var result: [String: String] = [:]
    result.reserveCapacity(fields.count)
    for field in fields where result.keys.first(where: { ASCII.equalIgnoringCase($0, field.name) }) == nil {
      result[field.name] = self[field.name]
    }
    return result
  }

  /// Equal when the same names have the same values, byte by byte, in the same order (RFC 9110 §5.3): neither the case of
  /// names counts, nor the order of fields with different names.
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    if left.fields.count != right.fields.count { return false }
    let isSameOrder = zip(left.fields, right.fields).allSatisfy {
      $0.value.hasBytes(of: $1.value) && ASCII.equalIgnoringCase($0.name, $1.name)
    }
    return isSameOrder || left.canonical == right.canonical
  }

  /// Cheap on purpose: requests that differ in their header section alone are rare.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields.count)
    hasher.combine(fields.reduce(0) { $0 &+ $1.value.utf8.count })
  }

  private var canonical: [Field] {
    let named = fields.enumerated().map { place, field in
      (place, Field(name: field.name.lowercased(), value: field.value))
    }
    return named.sorted { ($0.1.name, $0.0) < ($1.1.name, $1.0) }.map(\.1)
  }
}
