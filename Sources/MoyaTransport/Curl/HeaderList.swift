import CCurl
import MoyaHTTP

/// The request's header section as libcurl takes it, rebuilt only when the fields change.
///
/// Lines that frame the message are libcurl's to write; `RequestRules` lets no caller's through.
///
/// An element of the list holds several lines where that changes nothing (`KnownLine`), since libcurl goes through the
/// list ten times for each request: a line in another one's element takes 700 instructions less than in its own.
struct HeaderList: ~Copyable {
  private(set) var list: UnsafeMutablePointer<curl_slist>?
  /// Fields that are sent to a proxy and never to an origin.
  private(set) var proxyList: UnsafeMutablePointer<curl_slist>?
  /// The size of `list` in an HTTP/2 header section, as nghttp2 estimates it before it compresses: see
  /// `EasyHandle.headSize`.
  private(set) var size = 0
  /// What `list` was built of; `nil`: it is not complete.
  private var fields: [HeaderFields.Field]?
  private var hasBody = false
  /// The lines of the element that is being made.
  private var element = ""
  private let acceptEncoding: String?
  /// Written as a line of `list`, and not set as libcurl's option, which libcurl formats twice for each request.
  private let userAgent: String?

  init(_ configuration: LoopConfiguration) {
    acceptEncoding = configuration.acceptEncoding
    userAgent = configuration.userAgent
  }

  deinit {
    curl_slist_free_all(list)
    curl_slist_free_all(proxyList)
  }

  /// True when `list` is a new one. The old one is freed: the new one must be set before the handle is used again.
  /// Throws `.memory` or `.invalidRequest`, since a request that lacks one of its fields must not be sent.
  mutating func update(_ headers: HeaderFields, hasBody: Bool) throws(TransferError) -> Bool {
    if hasBody == self.hasBody, headers.fields == fields { return false }
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
        // A credential's is made by the library, and checked nowhere else.
        try RequestRules.check(fieldSize: line.utf8.count, name: field.name)
        try add(line, KnownLine(field))
      }
    }
    // A range of an encoded body cannot be decoded.
    if let acceptEncoding, !headers.contains("Accept-Encoding"), !headers.contains("Range") {
      try add("Accept-Encoding: " + acceptEncoding, .joins)
    }
    if let userAgent, !headers.contains("User-Agent") { try add("User-Agent: " + userAgent, .joins) }
    if hasBody {
      // A line without a value takes out what libcurl would add by itself.
      if !headers.contains("Content-Type") { try add("Content-Type:", .standsAlone) }
      try add("Expect:", .standsAlone)
    }
    try endElement()
    fields = headers.fields
    self.hasBody = hasBody
    return true
  }

  /// With a semicolon and no colon it is an empty field; without a value libcurl would leave it out.
  private static func line(_ field: HeaderFields.Field) -> String {
    ASCII.isBlank(field.value) ? field.name + ";" : field.name + ": " + field.value
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

  private static func append(
    _ line: String, to list: inout UnsafeMutablePointer<curl_slist>?
  ) throws(TransferError) {
    guard let grown = curl_slist_append(list, line) else {
      throw TransferError(.memory, "there is no memory for a header field")
    }
    list = grown
  }
}

// MARK: - KnownLine

/// What libcurl knows of a line in its list of header fields. It looks at the first line of an element only.
enum KnownLine {
  /// Nothing: it copies the line, which may follow others in an element.
  case joins
  /// It looks for the name, and does not write a field of its own where it finds one: the line comes first in its
  /// element.
  case leads
  /// It writes the line elsewhere, in another way or not at all, and what follows in the element with it.
  case standsAlone

  init(_ field: HeaderFields.Field) {
    if ASCII.isBlank(field.value) || KnownLine.moved.contains(where: { ASCII.equalIgnoringCase($0, field.name) }) {
      self = .standsAlone
    } else {
      self = KnownLine.sought.contains { ASCII.equalIgnoringCase($0, field.name) } ? .leads : .joins
    }
  }

  private static let moved = ["Host", "Connection"]

  /// Authorization and Cookie are here, since libcurl leaves them out only when it follows a redirect, which our own code
  /// does instead.
  private static let sought = [
    "Accept", "Authorization", "Content-Type", "Cookie", "Range", "Content-Range", "Referer", "TE", "Alt-Used",
    "Proxy-Connection", "If-Modified-Since", "If-Unmodified-Since", "Last-Modified",
  ]
}

// MARK: - CurlList

/// Texts as libcurl takes them: handles refer to the list, which must outlive them.
final class CurlList {
  private(set) var list: UnsafeMutablePointer<curl_slist>?

  /// Throws `.memory`.
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
