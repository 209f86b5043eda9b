import CCurl
import MoyaHTTP

/// The request's header section as libcurl takes it, rebuilt only when the fields change.
///
/// Lines that frame the message (Content-Length, Transfer-Encoding, Expect) are libcurl's to write: a caller's own
/// could contradict the body.
struct HeaderList: ~Copyable {
  private(set) var list: UnsafeMutablePointer<curl_slist>?
  /// Fields that are sent to a proxy and never to an origin.
  private(set) var proxyList: UnsafeMutablePointer<curl_slist>?
  /// The size of `list` in an HTTP/2 header section, as nghttp2 estimates it before it compresses: see
  /// `EasyHandle.headSize`.
  private(set) var size = 0
  private var fields: [HeaderFields.Field] = []
  private var hasBody = false
  private var isBuilt = false
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
  /// Throws `.memory`, since a request that lacks one of its fields must not be sent.
  mutating func update(_ fields: [HeaderFields.Field], hasBody: Bool) throws(TransferError) -> Bool {
    if isBuilt, hasBody == self.hasBody, fields == self.fields { return false }
    curl_slist_free_all(list)
    curl_slist_free_all(proxyList)
    list = nil
    proxyList = nil
    size = 0
    isBuilt = false
    var namesType = false
    var takesAnyCoding = acceptEncoding == nil
    var namesAgent = userAgent == nil
    for field in fields {
      let name = field.name
      if RequestPlan.isFraming(name) { continue }
      if ASCII.equalIgnoringCase(name, "Content-Type") { namesType = true }
      if ASCII.equalIgnoringCase(name, "User-Agent") { namesAgent = true }
      // A range of an encoded body cannot be decoded.
      if ASCII.equalIgnoringCase(name, "Accept-Encoding") || ASCII.equalIgnoringCase(name, "Range") {
        takesAnyCoding = true
      }
      // A line without a value takes out what libcurl would add; with a semicolon it is an empty field.
      let line = ASCII.isBlank(field.value) ? name + ";" : name + ": " + field.value
      if ASCII.equalIgnoringCase(name, "Proxy-Authorization") {
        try HeaderList.append(line, to: &proxyList)
      } else {
        try append(line)
      }
    }
    if hasBody {
      // A line without a value takes out what libcurl would add by itself.
      if !namesType { try append("Content-Type:") }
      try append("Expect:")
    }
    if !takesAnyCoding, let acceptEncoding { try append("Accept-Encoding: " + acceptEncoding) }
    if !namesAgent, let userAgent { try append("User-Agent: " + userAgent) }
    self.fields = fields
    self.hasBody = hasBody
    isBuilt = true
    return true
  }

  private mutating func append(_ line: String) throws(TransferError) {
    try HeaderList.append(line, to: &list)
    size += line.utf8.count + 12
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
