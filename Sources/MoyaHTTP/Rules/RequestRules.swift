/// What may go on the wire. libcurl sends CR, LF and NUL as they are and speaks two dozen schemes; nothing of ours
/// reaches it unchecked. Every backend's requests pass here, stubs included, so that a test fails where production
/// would.
public enum RequestRules {
  /// Bytes of method, URL and header section. libcurl takes a mebibyte, with what it adds itself.
  private static let largestHead = 1_000_000
  /// Bytes of a field. libcurl leaves one out whose value is larger than 300 KiB, and says nothing.
  private static let largestField = 300_000

  /// Throws `.invalidURL` or `.invalidRequest`, naming the part and the rule, not the value.
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

  /// Is each of these fields one that `check(_:)` lets through?
  package static func accepts(_ fields: HeaderFields) -> Bool {
    do throws(TransferError) {
      for field in fields.fields { try check(name: field.name, value: field.value) }
      return true
    } catch {
      return false
    }
  }

  /// http or https, an authority, and no character that RFC 3986 leaves out.
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

  /// A token (RFC 9110 §9.1), and not CONNECT (§9.3.6).
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

  /// Field syntax of RFC 9110 §5.1 and §5.5.
  package static func check(name: String, value: String) throws(TransferError) {
    if name.isEmpty { throw TransferError(.invalidRequest, "a header name is empty") }
    if !ASCII.isToken(name) {
      // Behind the token's end may be a value: a whole field is easily given for a name.
      let token = name.prefix { ASCII.isToken(String($0)) }
      throw TransferError(
        .invalidRequest, "a header name is not a token (RFC 9110 §5.1): it begins with '\(printable(String(token)))'")
    }
    if isFraming(name) {
      throw TransferError(
        .invalidRequest, "header \(name) cannot be set: it says where the body ends, which is for the library to write")
    }
    if !ASCII.isFieldValue(value) {
      throw TransferError(.invalidRequest, "the value of header \(name) contains a control character (RFC 9110 §5.5)")
    }
    try check(fieldSize: name.utf8.count + value.utf8.count, name: name)
  }

  /// Fields that say where a message ends, or when its body comes. What a caller says could contradict the body.
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

  /// A name that broke the rules, or that a server chose, safe to show.
  package static func printable(_ text: String) -> String {
    String(decoding: text.utf8.prefix(40).map { ASCII.isControl($0) || $0 >= 0x80 ? 0x3F : $0 }, as: UTF8.self)
  }

  private static func unusable(_ fault: String, foundationCode: Int? = nil) -> TransferError {
    TransferError(.invalidURL, "the URL is not usable: \(fault)", foundationCode: foundationCode)
  }

  /// Of a URL that does not begin with `http://` or `https://`. Foundation's code for a foreign scheme, or none, is
  /// -1002.
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
    // Letters, digits and `+-.`; a letter first.
    guard let first = letters.first, 0x61...0x7A ~= first,
      letters.allSatisfy({ ASCII.isMember($0, low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_0000_0000) })
    else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }
}
