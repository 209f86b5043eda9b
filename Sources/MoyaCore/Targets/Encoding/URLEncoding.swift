import FoundationEssentials

/// Writes parameters as `key=value` pairs, into the query or into a form body. Keys are sorted at every level.
public struct URLEncoding: ParameterEncoding, Sendable {
  /// Where the encoding writes the pairs.
  public enum Destination: Sendable {
    /// The pairs go into the query for GET, HEAD and DELETE, and into the body for every other method.
    case methodDependent
    case queryString
    case httpBody
  }

  /// How the elements of an array are named.
  public enum ArrayEncoding: Sendable {
    /// `key[]`
    case brackets
    /// `key`
    case noBrackets
    /// `key[0]`
    case indexInBrackets
    /// The name that the closure returns for the array's key and an element's index.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)
  }

  /// How a Bool is written.
  public enum BoolEncoding: Sendable {
    /// `1` and `0`
    case numeric
    /// `true` and `false`
    case literal
  }

  public static var `default`: URLEncoding { URLEncoding() }
  public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
  public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

  // The largest field is the first one. So the whole struct fits into an existential, and a task needs no allocation
  // for it.
  public let arrayEncoding: ArrayEncoding
  public let destination: Destination
  public let boolEncoding: BoolEncoding

  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  /// Adds the parameters to the request. In a URL the pairs follow the query that the URL already has. If the body gets
  /// the pairs and the request has no Content-Type, the request gets the Content-Type of a form.
  /// - Throws: `ParameterEncodingError`
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    if let parameters { try encode(parameters, into: &request) }
    return request
  }

  /// - Throws: `ParameterEncodingError`
  public func encode(_ parameters: [String: Any], into request: inout URLRequest) throws(ParameterEncodingError) {
    if writesQuery(of: request) {
      let url = request.urlText
      if url.isEmpty { throw .missingURL }
      if parameters.isEmpty { return }
      request.urlText = try QueryWriter.url(url, adding: parameters, self)
    } else {
      let form = try QueryWriter.form(parameters, self)
      request.setBody(form, type: "application/x-www-form-urlencoded; charset=utf-8")
    }
  }

  private func writesQuery(of request: URLRequest) -> Bool {
    switch destination {
    case .queryString: true
    case .httpBody: false
    case .methodDependent: ["GET", "HEAD", "DELETE"].contains(request.httpMethod)
    }
  }
}

extension URLEncoding {
  /// Returns the percent-encoded pairs for one parameter. The list is empty if the value is nested too deeply.
  public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
    guard let bytes = try? QueryWriter.form([key: value], self) else { return [] }
    // An encoded name or value contains neither `&` nor `=`.
    return bytes.split(separator: 0x26).map { pair in
      let name = pair.prefix { $0 != 0x3D }
      return (
        String(decoding: name, as: UTF8.self), String(decoding: pair.dropFirst(name.count + 1), as: UTF8.self)
      )
    }
  }

  /// Percent-encodes a name or value of a query.
  public func escape(_ string: String) -> String {
    TextBuffer.string { $0.append(string, unless: ASCII.isQueryItem) }
  }
}

/// Writes parameters as percent-encoded `key=value` pairs.
struct QueryWriter: ~Copyable {
  private let encoding: URLEncoding
  private var text: TextBuffer
  private var isFirst = true
  private var depth = 0

  private init(_ encoding: URLEncoding, _ text: consuming TextBuffer) {
    self.encoding = encoding
    self.text = text
  }

  static func form(_ parameters: [String: Any], _ encoding: URLEncoding) throws(ParameterEncodingError) -> Data {
    try TextBuffer.with { (text) throws(ParameterEncodingError) in
      var writer = QueryWriter(encoding, text)
      try writer.append(parameters)
      return writer.text.data
    }
  }

  /// Returns the URL with the pairs between its query and its fragment. If there are no pairs, the URL still gets a
  /// `?`, as in Moya.
  static func url(
    _ url: String, adding parameters: [String: Any], _ encoding: URLEncoding
  ) throws(ParameterEncodingError) -> String {
    try TextBuffer.with { (text) throws(ParameterEncodingError) in
      var writer = QueryWriter(encoding, text)
      let fragment = writer.begin(url)
      try writer.append(parameters)
      if fragment < url.utf8.count { url.withBytes { writer.text.append($0[fragment...]) } }
      return writer.text.string
    }
  }

  /// Writes the URL up to the end of its query, and returns the offset of its fragment.
  private mutating func begin(_ url: String) -> Int {
    url.withBytes { bytes in
      let end = URLText.ends(bytes)
      text.append(bytes[..<end.query])
      text.append(end.path == end.query ? 0x3F : 0x26)
      return end.query
    }
  }

  private mutating func append(_ parameters: [String: Any]) throws(ParameterEncodingError) {
    for item in parameters.places() { try append(item.key, parameters.values[item.place]) }
  }

  private mutating func append(_ key: String, _ value: Any) throws(ParameterEncodingError) {
    if let value = exactly(String.self, value) {
      appendPair(key, value)
    } else if let number = exactly(Int.self, value) {
      appendPair(key, number.description)
    } else if let flag = exactly(Bool.self, value) {
      appendPair(key, flag)
    } else if let number = exactly(Double.self, value) {
      appendPair(key, number.description)
    } else if let boxed = exactly(AnyHashable.self, value) {
      try append(key, boxed.base)
    } else if let object = value as? [String: Any] {
      try descend()
      for item in object.places() { try append("\(key)[\(item.key)]", object.values[item.place]) }
      depth -= 1
    } else if let list = value as? [Any] {
      try descend()
      for (index, value) in list.enumerated() { try append(name(key, index), value) }
      depth -= 1
    } else if let flag = FoundationValue.bool(value) {
      appendPair(key, flag)
    } else if let number = QueryWriter.number(in: value) {
      try append(key, number)
    } else {
      if QueryWriter.hasUndescribableDate(value) { throw .notFinite(at: key) }
      appendPair(key, "\(value)")
    }
  }

  /// Returns true if the value contains a date that is NaN. Foundation's description of such a date traps.
  private static func hasUndescribableDate(_ value: Any, depth: Int = 0) -> Bool {
    if let date = value as? Date { return date.timeIntervalSinceReferenceDate.isNaN }
    let mirror = Mirror(reflecting: value)
    // By default, the description of an object is only the name of its class, so the object's fields do not matter.
    guard mirror.displayStyle != .class, depth < 64 else { return false }
    return mirror.children.contains { hasUndescribableDate($0.value, depth: depth + 1) }
  }

  /// Returns the number or Bool that an optional contains, or `nil` if it contains neither. Such an optional is written
  /// as its content, because Alamofire's cast to `NSNumber` succeeds for it. Any other optional is written as
  /// `Optional(…)`.
  private static func number(in value: Any) -> Any? {
    guard let wrapped = (value as? any OptionalValue)?.wrappedValue else { return nil }
    if wrapped is any Numeric || wrapped is Bool || FoundationValue.number(wrapped) != nil { return wrapped }
    return number(in: wrapped)
  }

  private mutating func descend() throws(ParameterEncodingError) {
    guard depth < JSONWriter.maximumDepth else { throw .tooDeep }
    depth += 1
  }

  private func name(_ key: String, _ index: Int) -> String {
    switch encoding.arrayEncoding {
    case .brackets: key + "[]"
    case .noBrackets: key
    case .indexInBrackets: "\(key)[\(index)]"
    case .custom(let name): name(key, index)
    }
  }

  private mutating func appendPair(_ key: String, _ flag: Bool) {
    switch encoding.boolEncoding {
    case .numeric: appendPair(key, flag ? "1" : "0")
    case .literal: appendPair(key, flag ? "true" : "false")
    }
  }

  private mutating func appendPair(_ key: String, _ value: String) {
    if !isFirst { text.append(0x26) }
    isFirst = false
    text.append(key, unless: ASCII.isQueryItem)
    text.append(0x3D)
    text.append(value, unless: ASCII.isQueryItem)
  }
}

extension ASCII {
  /// Returns true if a path can contain the byte unencoded. These bytes are `/`, and all of `pchar` (RFC 3986 §3.3)
  /// except `%`.
  @inlinable package static func isPath(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// Returns true if a query can contain the byte unencoded. These bytes are `?` and the bytes of `isPath` (RFC 3986
  /// §3.4).
  @inlinable package static func isQuery(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// Returns true if a name or value of a query can contain the byte unencoded. These bytes are `/`, `?` and the
  /// unreserved characters.
  @inlinable package static func isQueryItem(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x83FF_E000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }
}
