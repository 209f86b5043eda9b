#if canImport(Glibc)
  import Glibc
#endif

/// Decides which requests can be sent. libcurl sends CR, LF and NUL unchanged, and supports two dozen schemes. So the
/// library checks each request before libcurl gets it. It checks the requests of every backend, including stubs, so
/// that a test fails where production would.
public enum RequestRules {
  /// Maximum number of bytes of method, URL and header section together. libcurl accepts a mebibyte, including the
  /// fields that it adds.
  private static let largestHead = 1_000_000
  /// Maximum number of bytes of a field. libcurl silently omits a field whose value is larger than 300 KiB.
  private static let largestField = 300_000

  /// Checks that the request can be sent. If not, throws `.invalidURL` or `.invalidRequest`. The error names the part
  /// and the rule, but not the value.
  public static func check(_ request: URLRequest) throws(TransferError) {
    if request.isChecked { return }
    if !request.isURLChecked { try check(url: request.urlText) }
    if !request.isGET { try check(method: request.httpMethod ?? "GET") }
    if !request.areFieldsChecked {
      for field in request.headerFields.fields { try check(name: field.name, value: field.value) }
    }
    if request.headSize > largestHead {
      throw TransferError(.invalidRequest, "method, URL and header section are larger than \(largestHead) bytes")
    }
  }

  /// Returns true if `check(_:)` accepts each of these fields.
  package static func accepts(_ fields: HeaderFields) -> Bool {
    fields.fields.allSatisfy { accepts(name: $0.name, value: $0.value) }
  }

  /// Returns true if `check(_:)` accepts this field.
  package static func accepts(name: String, value: String) -> Bool {
    do throws(TransferError) { try check(name: name, value: value) } catch { return false }
    return true
  }

  /// Throws `.invalidURL` unless the URL has the scheme http or https and a valid authority, and contains no space, no
  /// backslash, no control character and no byte outside ASCII.
  package static func check(url: String) throws(TransferError) {
    let fault: TransferError? = url.withBytes { bytes in
      guard let rest = ASCII.httpSchemeEnd(bytes) else { return schemeFault(bytes) }
      if let fault = AuthorityRules.fault(in: bytes, from: rest) { return unusable(fault) }
      guard let odd = ASCII.firstOutsideURL(bytes) else { return nil }
      switch odd {
      case 0x20: return unusable("it contains a space")
      case 0x5C: return unusable("it contains a backslash")
      case 0x80...: return unusable("it contains a character outside ASCII that is not percent-encoded")
      default: return unusable("it contains a control character")
      }
    }
    if let fault { throw fault }
  }

  /// Throws `.invalidRequest` unless the method is a token (RFC 9110 §9.1). CONNECT is an error too, because it asks a
  /// proxy for a tunnel (RFC 9110 §9.3.6).
  package static func check(method: String) throws(TransferError) {
    if method == "GET" { return }
    if method.isEmpty { throw TransferError(.invalidRequest, "the method is empty") }
    if !ASCII.isToken(method) {
      throw TransferError(.invalidRequest, "the method is not a token (RFC 9110 §9.1)")
    }
    if method == "CONNECT" {
      throw TransferError(.invalidRequest, "CONNECT asks a proxy for a tunnel, not a server for an answer")
    }
  }

  /// Checks that a request may have this field.
  package static func check(name: String, value: String) throws(TransferError) {
    try checkSyntax(name: name, value: value)
    if isFraming(name) {
      throw TransferError(
        .invalidRequest, "header \(name) cannot be set: it says where the body ends, which is for the library to write")
    }
    try check(fieldSize: name.utf8.count + value.utf8.count, name: name)
  }

  /// Checks the syntax of a field of a request or a response (RFC 9110 §5.1 and RFC 9110 §5.5).
  package static func checkSyntax(name: String, value: String) throws(TransferError) {
    if name.isEmpty { throw TransferError(.invalidRequest, "a header name is empty") }
    if !ASCII.isToken(name) {
      // The error shows only the token at the start of the name. The rest can contain a value, because callers easily
      // pass a whole field as the name.
      let token = name.prefix { ASCII.isToken(String($0)) }
      throw TransferError(
        .invalidRequest, "a header name is not a token (RFC 9110 §5.1): it begins with '\(printable(String(token)))'")
    }
    if !ASCII.isFieldValue(value), !FieldBytes.isFieldValue(value) {
      throw TransferError(.invalidRequest, "the value of header \(name) contains a control character (RFC 9110 §5.5)")
    }
  }

  /// Returns true if this is a field that says where a message ends, or when its body is sent. A caller must not set
  /// such a field, because its value could contradict the body.
  private static func isFraming(_ name: String) -> Bool {
    switch name.utf8.count {
    case 6: ASCII.equalIgnoringCase(name, "Expect")
    case 14: ASCII.equalIgnoringCase(name, "Content-Length")
    case 17: ASCII.equalIgnoringCase(name, "Transfer-Encoding")
    default: false
    }
  }

  package static func check(fieldSize: Int, name: String) throws(TransferError) {
    if fieldSize > largestField {
      throw TransferError(.invalidRequest, "header \(printable(name)) is larger than \(largestField) bytes")
    }
  }

  /// Returns a text in a form that is safe to show. Use it for a name that broke the rules or that a server chose.
  package static func printable(_ text: String) -> String {
    String(decoding: text.utf8.prefix(40).map { ASCII.isControl($0) || $0 >= 0x80 ? 0x3F : $0 }, as: UTF8.self)
  }

  private static func unusable(_ fault: String, foundationCode: Int? = nil) -> TransferError {
    TransferError(.invalidURL, "the URL is not usable: \(fault)", foundationCode: foundationCode)
  }

  /// Returns the error for a URL that does not begin with `http://` or `https://`. If the URL has another scheme or
  /// none, the error has Foundation's code -1002.
  private static func schemeFault(_ bytes: UnsafeBufferPointer<UInt8>) -> TransferError {
    switch scheme(bytes) {
    case nil: unusable("it has no scheme: it must start with http:// or https://", foundationCode: -1002)
    case "http", "https": unusable("it has no host: two slashes must follow its scheme")
    default: unusable("its scheme is not http or https", foundationCode: -1002)
    }
  }

  /// Returns the scheme (RFC 3986 §3.1) in lower case.
  private static func scheme(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let end = ASCII.index(of: 0x3A, in: bytes) else { return nil }
    let letters = bytes[..<end].map(ASCII.lowercase)
    // A scheme consists of letters, digits and `+-.`, and begins with a letter.
    guard let first = letters.first, 0x61...0x7A ~= first,
      letters.allSatisfy({ ASCII.isMember($0, low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_0000_0000) })
    else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }
}

// MARK: - AuthorityRules

/// Checks the part between `://` and the path of a URL (RFC 3986 §3.2).
package enum AuthorityRules {
  /// Maximum number of bytes of a host. libcurl does not read a URL with a longer host.
  private static let longestHost = 65_535

  /// Returns what is wrong with the authority that begins at `start`, or `nil` if it is valid.
  static func fault(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
    var host = start
    var end = start
    var colon: Int?
    var names = 0
    var isPlain = true  // the host has only characters of a name, as nearly every host does
    scan: while end < bytes.count {
      if !isName(bytes[end]) {
        switch bytes[end] {
        case 0x2F, 0x3F, 0x23: break scan  // / ? #
        case 0x40: (host, colon, names, isPlain) = (end + 1, nil, names + 1, true)  // @
        case 0x3A: (colon, isPlain) = (end, isPlain && colon == nil)
        case 0x5D: (colon, isPlain) = (nil, false)  // ]: the colons before it belong to the address
        default: isPlain = false
        }
      }
      end += 1
    }
    // Programs differ in which of two `@` ends the user information.
    if names > 1 { return "its user information contains an @ that is not percent-encoded" }
    let hostEnd = colon ?? end
    if !isPlain || host == hostEnd, let fault = hostFault(bytes[host..<hostEnd]) { return fault }
    if hostEnd - host > longestHost { return "its host is longer than \(longestHost) bytes" }
    if hostEnd > host, bytes[hostEnd - 1] == 0x2E, hostEnd - host == 1 || bytes[hostEnd - 2] == 0x2E {
      return "its host ends with an empty label"
    }
    if HostAddress.mayBeSpelledOtherwise(bytes, from: host), let fault = spellingFault(bytes[host..<hostEnd]) {
      return fault
    }
    return colon.flatMap { portFault(bytes[($0 + 1)..<end]) }
  }

  /// Returns what is wrong with a host (RFC 3986 §3.2.2), or `nil` if it is valid.
  private static func hostFault(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard let first = host.first else { return "it has no host" }
    if first == 0x5B {
      return isAddress(host) ? nil : "its host is not an IPv6 address in brackets"
    }
    var rest = host
    while let byte = rest.popFirst() {
      if byte >= 0x80 { return foreignHost }
      if byte == 0x25 {
        let high = rest.popFirst().flatMap(ASCII.hexValue) ?? 0
        return high >= 8 && rest.first.flatMap(ASCII.hexValue) != nil ? foreignHost : badHost
      }
      // `RequestRules` has separate errors for spaces, backslashes and controls anywhere in a URL.
      if !isName(byte), byte != 0x20, byte != 0x5C, !ASCII.isControl(byte) { return badHost }
    }
    return nil
  }

  /// Returns what is wrong with an address that is not in the notation of `InternationalHost`. Returns `nil` for any
  /// other host. libcurl understands several notations of an address, but trust rules, cookies and other rules for a
  /// host compare texts in this one notation.
  private static func spellingFault(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let bytes = Array(host)
    guard let spelled = bytes.first == 0x5B ? HostAddress.six(bytes) : HostAddress.four(bytes[...]) else { return nil }
    if spelled == bytes { return nil }
    return "its host is an address in another spelling than \(String(decoding: spelled, as: UTF8.self))"
  }

  /// The error for a name that `InternationalHost` did not convert.
  package static let foreignHost = "its host has no certain ASCII form: it must be given in one (xn--…, RFC 5891)"
  private static let badHost = "its host contains a character that no host may have"

  /// Returns true if the byte is allowed in a host name. These are the `unreserved` characters. RFC 3986 also allows
  /// `sub-delims`. But no name in a name service contains them, and libcurl rejects them.
  private static func isName(_ byte: UInt8) -> Bool { ASCII.isUnreserved(byte) }

  /// Returns true if the host is an IPv6 address in brackets, perhaps with a zone (RFC 6874). The percent sign before
  /// the zone need not be encoded, unless two hexadecimal digits follow it. In that case libcurl would decode them as a
  /// byte, and connect to another address.
  private static func isAddress(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard host.count > 2, host.last == 0x5D else { return false }
    let inside = host.dropFirst().dropLast()
    let zone = inside.firstIndex(of: 0x25) ?? inside.endIndex
    var name = inside[zone...].dropFirst()
    if name.starts(with: [0x32, 0x35]) {
      name = name.dropFirst(2)
    } else if name.prefix(2).count(where: { ASCII.hexValue($0) != nil }) == 2 {
      return false
    }
    if zone != inside.endIndex, name.isEmpty || !name.allSatisfy(isName) { return false }
    var address = in6_addr()
    return inet_pton(AF_INET6, String(decoding: inside[..<zone], as: UTF8.self), &address) == 1
  }

  /// Returns what is wrong with a port, or `nil` if TCP allows it. If the port is empty, the scheme's port is used.
  private static func portFault(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    if digits.isEmpty { return nil }
    var port = 0
    for digit in digits {
      guard digit &- 0x30 < 10, port < 65_536 else { return "its port is not a number" }
      port = port * 10 + Int(digit &- 0x30)
    }
    if port == 0 { return "its port is 0" }
    return port < 65_536 ? nil : "its port is larger than 65535"
  }
}
