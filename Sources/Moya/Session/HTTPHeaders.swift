/// Alamofire's name for a header section. The fields have an order. Names that differ only in case are equal.
public typealias HTTPHeaders = HeaderFields

extension HeaderFields {
  /// Makes a section with these fields in this order. If several fields have the same name, the section has one field
  /// at the place of the first one, with the value of the last one.
  public init(_ headers: [HTTPHeader]) {
    self.init()
    for header in headers { update(header) }
  }

  /// Replaces the field with this name. If there is no such field, appends one. Alamofire has both names, `add` and
  /// `update`, and neither function adds a second value.
  public mutating func add(name: String, value: String) { set(name, to: value) }
  public mutating func add(_ header: HTTPHeader) { set(header.name, to: header.value) }
  public mutating func update(name: String, value: String) { set(name, to: value) }
  public mutating func update(_ header: HTTPHeader) { set(header.name, to: header.value) }

  /// Removes every field with this name.
  public mutating func remove(name: String) { set(name, to: nil) }

  /// Returns the value of a field, as the subscript does. Returns `nil` if there is no field with this name.
  public func value(for name: String) -> String? { self[name] }

  /// Sorts the fields by name, without regard to case.
  public mutating func sort() { self = sorted() }

  /// Returns the fields sorted by name, without regard to case.
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
  /// The fields, each on its own line. Values are not hidden.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}

// MARK: - HTTPHeader

/// Alamofire's name for one field of a header section.
public typealias HTTPHeader = HeaderFields.Field

extension HeaderFields.Field: CustomStringConvertible {
  /// The field as `Name: value`. The value is not hidden.
  public var description: String { "\(name): \(value)" }
}

extension HeaderFields.Field {
  public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }
  public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }
  public static func acceptLanguage(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Language", value: value) }
  public static func acceptEncoding(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Encoding", value: value) }

  /// Makes an `Authorization` field for the Basic scheme (RFC 7617).
  public static func authorization(username: String, password: String) -> HTTPHeader {
    authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
  }

  /// Makes an `Authorization` field for the Bearer scheme (RFC 6750).
  public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }

  /// Makes an `Authorization` field with this value, which includes the scheme.
  public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }

  public static func contentDisposition(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Disposition", value: value)
  }

  public static func contentEncoding(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Encoding", value: value)
  }

  public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }
  public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }
}

// MARK: - Default fields

extension HeaderFields {
  /// The fields that a session adds to a request, unless the request already has a field with the same name.
  public static var `default`: HTTPHeaders { [.defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent] }
}

extension HeaderFields.Field {
  /// The content codings that the session can decode.
  public static var defaultAcceptEncoding: HTTPHeader { acceptEncoding(AcceptEncoding.session) }

  /// The user's languages, from the environment of the process.
  public static var defaultAcceptLanguage: HTTPHeader {
    acceptLanguage(acceptLanguage(of: ProcessInfo.processInfo.environment))
  }

  /// The names of the program and of this library.
  public static var defaultUserAgent: HTTPHeader {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let token = String(decoding: name.utf8.filter(ASCII.isToken), as: UTF8.self)
    return userAgent("\(token.isEmpty ? "unknown" : token) libmoya/\(version) (Linux)")
  }

  /// Returns the value of Accept-Language, with at most six languages of the user.
  ///
  /// The languages are in the first of these variables that is not empty: `LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`.
  /// If all of them are empty, the value is `en`.
  static func acceptLanguage(of environment: [String: String]) -> String {
    let names = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    var tags: [String] = []
    for name in (names.first { !$0.isEmpty } ?? "").split(separator: ":") {
      let tag = name.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
      guard !tag.isEmpty, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { continue }
      let text = String(tag)
      if text != "C", text != "POSIX", !tags.contains(text) { tags.append(text) }
    }
    if tags.isEmpty { tags = ["en"] }
    return tags.prefix(6).enumerated()
      .map { place, tag in "\(tag);q=\(place == 0 ? "1.0" : "0.\(10 - place)")" }
      .joined(separator: ", ")
  }
}
