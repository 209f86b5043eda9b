/// What may go on the wire. libcurl sends CR, LF and NUL as they are and speaks two dozen schemes; nothing of ours
/// reaches it unchecked. Every backend's requests pass here, stubs included, so that a test fails where production would.
public enum RequestRules {
  /// Throws `.invalidURL` or `.invalidRequest`, naming the part and the rule, not the value.
  public static func check(_ request: URLRequest) throws(TransferError) {
    try check(url: request.urlText)
    try check(method: request.httpMethod ?? "GET")
    for field in request.headerFields.fields { try check(name: field.name, value: field.value) }
  }

  /// http or https, an authority, and no character that RFC 3986 leaves out.
  public static func check(url: String) throws(TransferError) {
    let fault: TransferError? = url.withBytes { bytes in
      guard let rest = ASCII.httpSchemeEnd(bytes) else { return schemeFault(bytes) }
      if let fault = authorityFault(bytes, rest) { return unusable(fault) }
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

  /// A token (RFC 9110 §9.1).
  public static func check(method: String) throws(TransferError) {
    if method == "GET" { return }
    if method.isEmpty { throw TransferError(.invalidRequest, "the method is empty") }
    if !ASCII.isToken(method) {
      throw TransferError(.invalidRequest, "the method is not a token (RFC 9110 §9.1)")
    }
  }

  /// Field syntax of RFC 9110 §5.1 and §5.5.
  public static func check(name: String, value: String) throws(TransferError) {
    if name.isEmpty { throw TransferError(.invalidRequest, "a header name is empty") }
    if !ASCII.isToken(name) {
      throw TransferError(.invalidRequest, "a header name is not a token (RFC 9110 §5.1): \(printable(name))")
    }
    if !ASCII.isFieldValue(value) {
      throw TransferError(.invalidRequest, "the value of header \(name) contains a control character (RFC 9110 §5.5)")
    }
  }

  /// A name that broke the rules, safe to show.
  static func printable(_ text: String) -> String {
    String(decoding: text.utf8.prefix(40).map { ASCII.isControl($0) || $0 >= 0x80 ? 0x3F : $0 }, as: UTF8.self)
  }

  /// RFC 3986 §3.2: a host, and a port that TCP has. An empty port is the scheme's.
  private static func authorityFault(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> String? {
    var host = start
    var end = start
    var colon: Int?
    while end < bytes.count, !isAuthorityEnd(bytes[end]) {
      switch bytes[end] {
      case 0x40: (host, colon) = (end + 1, nil)  // @
      case 0x3A: colon = end
      case 0x5D: colon = nil  // ]: the colons before it are the address's
      default: break
      }
      end += 1
    }
    if colon ?? end == host { return "it has no host" }
    guard let colon else { return nil }
    var port = 0
    for digit in bytes[(colon + 1)..<end] {
      guard digit &- 0x30 < 10, port < 65_536 else { return "its port is not a number" }
      port = port * 10 + Int(digit &- 0x30)
    }
    return port < 65_536 ? nil : "its port is larger than 65535"
  }

  private static func isAuthorityEnd(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }

  private static func unusable(_ fault: String, foundationCode: Int? = nil) -> TransferError {
    TransferError(.invalidURL, "the URL is not usable: \(fault)", foundationCode: foundationCode)
  }

  /// Of a URL that does not begin with `http://` or `https://`. Foundation's code for a foreign scheme, or none, is -1002.
  private static func schemeFault(_ bytes: UnsafeBufferPointer<UInt8>) -> TransferError {
    switch scheme(bytes) {
    case nil: unusable("it has no scheme: it must start with http:// or https://", foundationCode: -1002)
    case "http", "https": unusable("it has no host: two slashes must follow its scheme")
    default: unusable("its scheme is not http or https", foundationCode: -1002)
    }
  }

  /// RFC 3986 §3.1, in lower case.
  private static func scheme(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let end = ASCII.index(of: 0x3A, in: bytes) else { return nil }
    let letters = bytes[..<end].map(ASCII.lowercase)
    for (index, byte) in letters.enumerated() {
      switch byte {
      case 0x61...0x7A: continue
      case 0x30...0x39, 0x2B, 0x2D, 0x2E: if index == 0 { return nil }
      default: return nil
      }
    }
    return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
  }
}
