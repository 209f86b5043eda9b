import CCurl
import MoyaHTTP

/// The request's header section as a list for libcurl. It is rebuilt only when the fields change.
///
/// libcurl itself writes the fields that say where the body ends, for example Content-Length. `RequestRules` refuses
/// such fields from callers.
///
/// libcurl goes through the list ten times for each request. To keep the list short, lines that libcurl only copies
/// share one element (`KnownLine`).
struct HeaderList: ~Copyable {
  private(set) var list: UnsafeMutablePointer<curl_slist>?
  /// Fields that are sent to a proxy and never to an origin.
  private(set) var proxyList: UnsafeMutablePointer<curl_slist>?
  /// The size of `list` in an HTTP/2 header section, as nghttp2 estimates it before compression; see
  /// `EasyHandle.headSize`.
  private(set) var size = 0
  /// The fields from which `list` was built. `nil` if the list is incomplete.
  private var fields: [HeaderFields.Field]?
  private var hasBody = false
  private var isBare = false
  /// The lines of the list element that is being built.
  private var element = ""
  private let acceptEncoding: String?
  /// The value of User-Agent. It is a line of `list`. It is not set as libcurl's option CURLOPT_USERAGENT, because
  /// libcurl formats this option twice for each request.
  private let userAgent: String?

  init(_ configuration: LoopConfiguration) {
    acceptEncoding = configuration.acceptEncoding
    userAgent = configuration.userAgent
  }

  deinit {
    curl_slist_free_all(list)
    curl_slist_free_all(proxyList)
  }

  /// Updates the list. Returns true if `list` is new. The old list is then freed, so the caller must set the new list
  /// before the handle is used again.
  ///
  /// If `isBare` is true, adds no User-Agent, Accept or Accept-Encoding.
  ///
  /// Throws `.memory` or `.invalidRequest` if a field cannot be added, because a request must not be sent if one of its
  /// fields is missing.
  mutating func update(
    _ headers: HeaderFields, hasBody: Bool, isBare: Bool = false
  ) throws(TransferError) -> Bool {
    if hasBody == self.hasBody, isBare == self.isBare, headers.fields == fields { return false }
    curl_slist_free_all(list)
    curl_slist_free_all(proxyList)
    list = nil
    proxyList = nil
    size = 0
    fields = nil
    element = ""
    for field in headers.fields {
      if ASCII.equalIgnoringCase(field.name, "Proxy-Authorization") {
        try HeaderList.append(HeaderList.line(field), to: &proxyList)
      } else {
        let line = HeaderList.line(field)
        // The line may come from a field that the library has made from a credential. No other code checks that field.
        try RequestRules.check(fieldSize: line.utf8.count, name: field.name)
        try add(line, KnownLine(field))
      }
    }
    // A range of an encoded body cannot be decoded, so a request for a range gets no Accept-Encoding.
    if let acceptEncoding, !isBare, !headers.contains("Accept-Encoding"), !headers.contains("Range") {
      try add("Accept-Encoding: " + acceptEncoding, .joins)
    }
    if let userAgent, !isBare, !headers.contains("User-Agent") { try add("User-Agent: " + userAgent, .joins) }
    // A line without a value makes libcurl omit a field that it would otherwise add. This is used here and below.
    if isBare, !headers.contains("Accept") { try add("Accept:", .standsAlone) }
    if hasBody {
      if !headers.contains("Content-Type") { try add("Content-Type:", .standsAlone) }
      try add("Expect:", .standsAlone)
    }
    try endElement()
    fields = headers.fields
    self.hasBody = hasBody
    self.isBare = isBare
    return true
  }

  /// Returns the field as a line. An empty field is written with a semicolon instead of a colon, because libcurl would
  /// omit a field that has a colon and no value.
  private static func line(_ field: HeaderFields.Field) -> String {
    ASCII.isBlank(field.value) ? field.name + ";" : field.name + ": " + field.value
  }

  /// Makes a list of trailers (CURLOPT_TRAILERFUNCTION). libcurl omits a trailer unless a colon and a space follow its
  /// name. Throws `.memory`.
  static func trailers(_ fields: HeaderFields) throws(TransferError) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    do throws(TransferError) {
      for field in fields.fields { try append("\(field.name): \(field.value)", to: &list) }
      return list
    } catch {
      curl_slist_free_all(list)
      throw error
    }
  }

  private mutating func add(_ line: String, _ known: KnownLine) throws(TransferError) {
    size += line.utf8.count + 12
    if known != .joins { try endElement() }
    if !element.isEmpty { element += "\r\n" }
    element += line
    if known == .standsAlone { try endElement() }
  }

  private mutating func endElement() throws(TransferError) {
    if element.isEmpty { return }
    try HeaderList.append(element, to: &list)
    element = ""
  }

  private static func append(_ line: String, to list: inout UnsafeMutablePointer<curl_slist>?) throws(TransferError) {
    guard let grown = appended(line, to: list) else {
      throw TransferError(.memory, "there is no memory for a header field")
    }
    list = grown
  }

  private static func appended(
    _ line: String, to list: UnsafeMutablePointer<curl_slist>?
  ) -> UnsafeMutablePointer<curl_slist>? {
    guard let bytes = FieldBytes.bytes(of: line) else { return curl_slist_append(list, line) }
    return (bytes + [0]).withUnsafeBytes { bytes in
      curl_slist_append(list, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
  }
}

// MARK: - KnownLine

/// How libcurl treats a line in its list of header fields. An element of the list can hold several lines, but libcurl
/// looks only at the name of the first line.
enum KnownLine {
  /// libcurl only copies a line of this kind. So the line may follow other lines in a list element.
  case joins
  /// libcurl searches the list for the name of this line. If it finds the name, it does not add a field of its own.
  /// libcurl reads only the first line of an element, so this line must come first.
  case leads
  /// libcurl moves this line, changes it or omits it, and does the same with all other lines of its element. So the
  /// line needs an element of its own.
  case standsAlone

  init(_ field: HeaderFields.Field) {
    if ASCII.isBlank(field.value) || KnownLine.moved.contains(where: { ASCII.equalIgnoringCase($0, field.name) }) {
      self = .standsAlone
    } else {
      self = KnownLine.sought.contains { ASCII.equalIgnoringCase($0, field.name) } ? .leads : .joins
    }
  }

  private static let moved = ["Host", "Connection"]

  /// The names for which libcurl searches the list. Authorization and Cookie may still share an element with other
  /// lines: libcurl omits them only when it follows a redirect, and here it follows none.
  private static let sought = [
    "Accept", "Authorization", "Content-Type", "Cookie", "Range", "Content-Range", "Referer", "TE", "Alt-Used",
    "Proxy-Connection", "If-Modified-Since", "If-Unmodified-Since", "Last-Modified",
  ]
}

// MARK: - CurlList

/// A list of texts for libcurl. Handles refer to the list, so it must outlive them.
final class CurlList {
  private(set) var list: UnsafeMutablePointer<curl_slist>?

  /// Makes a list of copies of these texts. Throws `.memory`.
  init(_ texts: [String]) throws(TransferError) {
    for text in texts {
      guard let grown = curl_slist_append(list, text) else {
        curl_slist_free_all(list)
        throw TransferError(.memory, "there is no memory for a list of \(texts.count) texts")
      }
      list = grown
    }
  }

  deinit { curl_slist_free_all(list) }
}
