// Stand-ins for swift-http-types, with the signatures that the adapter uses. The package cannot be a dependency of the
// tests.

struct HTTPField: Sendable, Hashable {
  struct Name: Sendable, Hashable {
    let rawName: String

    init?(_ name: String) {
      if name.isEmpty || name.contains(" ") { return nil }
      rawName = name
    }
  }

  var name: Name
  var value: String

  init(name: Name, value: String) {
    self.name = name
    self.value = value
  }
}

struct HTTPFields: Sendable, Hashable, RandomAccessCollection, RangeReplaceableCollection {
  private var fields: [HTTPField] = []

  init() {}

  var startIndex: Int { fields.startIndex }
  var endIndex: Int { fields.endIndex }

  subscript(position: Int) -> HTTPField { fields[position] }

  mutating func replaceSubrange<Elements: Collection>(_ range: Range<Int>, with elements: Elements)
  where Elements.Element == HTTPField { fields.replaceSubrange(range, with: elements) }
}

struct HTTPRequest: Sendable, Hashable {
  struct Method: Sendable, Hashable {
    let rawValue: String

    init?(_ method: String) {
      if method.isEmpty || method.contains(" ") { return nil }
      rawValue = method
    }
  }

  var method: Method
  var scheme: String?
  var authority: String?
  var path: String?
  var headerFields: HTTPFields

  init(method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = HTTPFields()) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.path = path
    self.headerFields = headerFields
  }
}

struct HTTPResponse: Sendable, Hashable {
  struct Status: Sendable, Hashable {
    let code: Int
    let reasonPhrase: String

    init(code: Int, reasonPhrase: String = "") {
      self.code = code
      self.reasonPhrase = reasonPhrase
    }
  }

  var status: Status
  var headerFields: HTTPFields

  init(status: Status, headerFields: HTTPFields = HTTPFields()) {
    self.status = status
    self.headerFields = headerFields
  }
}
