/// Alamofire's name for a header section: ordered, and names are compared without regard to case.
public typealias HTTPHeaders = HeaderFields

extension HeaderFields {
  /// In this order; of equal names the last value, in the place of the first.
  public init(_ headers: [HTTPHeader]) {
    self.init()
    for header in headers { update(header) }
  }

  /// Replaces the field of that name, or appends one. Both spellings are Alamofire's; neither adds a second value.
  public mutating func add(name: String, value: String) { set(name, to: value) }
  public mutating func add(_ header: HTTPHeader) { set(header.name, to: header.value) }
  public mutating func update(name: String, value: String) { set(name, to: value) }
  public mutating func update(_ header: HTTPHeader) { set(header.name, to: header.value) }

  /// Removes every field of that name.
  public mutating func remove(name: String) { set(name, to: nil) }

  /// As the subscript: `nil` when there is no field of that name.
  public func value(for name: String) -> String? { self[name] }

  /// By name, without regard to case.
  public mutating func sort() { self = sorted() }

  /// By name, without regard to case.
  public func sorted() -> HTTPHeaders {
    HTTPHeaders(fields: fields.sorted { $0.name.lowercased() < $1.name.lowercased() })
  }
}

extension HeaderFields: RandomAccessCollection {
  public var startIndex: Int { fields.startIndex }
  public var endIndex: Int { fields.endIndex }
  public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HeaderFields: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { HTTPHeader(name: $0, value: $1) })
  }

  public init(arrayLiteral elements: HTTPHeader...) { self.init(elements) }
}

extension HeaderFields: CustomStringConvertible {
  /// A line for each field, with its value as it is.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}
