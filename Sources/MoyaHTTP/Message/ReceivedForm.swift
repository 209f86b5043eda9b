import FoundationEssentials

/// The fields that a session adds to each request when it sends the request, unless the request already has them.
package struct SentAdditions: Sendable {
  package var userAgent: String?
  package var acceptEncoding: String?
  /// Returns the value of the Cookie field for a request. The value includes the cookies that the request itself has.
  /// The closure is `nil` if there is no cookie jar.
  package var cookie: (@Sendable (URLRequest) -> String?)?

  package init(
    userAgent: String? = nil, acceptEncoding: String? = nil, cookie: (@Sendable (URLRequest) -> String?)? = nil
  ) {
    self.userAgent = userAgent
    self.acceptEncoding = acceptEncoding
    self.cookie = cookie
  }
}

/// How a request says where its body ends (RFC 9112 §6).
package enum SentFraming: Hashable, Sendable {
  /// There is no body, and no field says that there is none.
  case none
  case length(Int64)
  case chunked
}

/// A request as a server receives it over HTTP/1.1.
extension URLRequest {
  /// Returns true for a method whose requests usually have a body (RFC 9110 §8.6). A request with such a method and
  /// without a body says `Content-Length: 0`.
  package static func announcesEmptyBody(_ method: String) -> Bool {
    method == "POST" || method == "PUT" || method == "PATCH"
  }

  /// Returns the request with every field that the transport writes, in the order in which the fields are sent. The URL
  /// of the result has no user information and no fragment. `HeaderList` and libcurl write the request that is really
  /// sent. The tests compare that request with this result.
  /// - Parameter framing: how the request says where its body ends; `nil` if this is unknown.
  package func received(with additions: SentAdditions, framing: SentFraming?) -> URLRequest {
    let reference = URLReference(urlText)
    let authority = String(decoding: reference.authority ?? [], as: UTF8.self)
    // The library adds at most seven fields.
    var received = HeaderFields(capacity: headerFields.fields.count + 7)
    received.append("Host", headerFields["Host"] ?? URLRequest.host(authority, of: urlText))
    let own = ownFields(with: additions)
    if let user = URLRequest.user(authority), !own.contains("Authorization") {
      received.append("Authorization", "Basic " + Data(user).base64EncodedString())
    }
    if !own.contains("Accept") { received.append("Accept", "*/*") }
    if framing == .chunked { received.append("Transfer-Encoding", "chunked") }
    for field in own.fields where !URLRequest.isMoved(field.name) {
      received.append(field.name, field.value.withoutWhiteSpaceAround)
    }
    if let encoding = additions.acceptEncoding, !own.contains("Accept-Encoding"), !own.contains("Range") {
      received.append("Accept-Encoding", encoding)
    }
    if let agent = additions.userAgent, !own.contains("User-Agent") { received.append("User-Agent", agent) }
    if case .length(let length) = framing { received.append("Content-Length", String(length)) }
    for field in own.fields where ASCII.equalIgnoringCase(field.name, "Connection") {
      received.append(field.name, field.value.withoutWhiteSpaceAround)
    }
    var copy = self
    if !reference.isAsRequested { copy.urlText = reference.asRequested().text }
    copy.headerFields = received
    return copy
  }

  private func ownFields(with additions: SentAdditions) -> HeaderFields {
    var fields = headerFields
    if let cookie = additions.cookie?(self) { fields.set("Cookie", to: cookie) }
    return fields
  }

  /// Returns true if this is a field that the transport writes at another place, in another form, or only to a proxy.
  private static func isMoved(_ name: String) -> Bool { moved.contains { ASCII.equalIgnoringCase($0, name) } }
  private static let moved = [
    "Host", "Connection", "Content-Length", "Transfer-Encoding", "Expect", "Proxy-Authorization",
  ]

  /// Returns the value of the Host field, without the scheme's default port.
  private static func host(_ authority: String, of urlText: String) -> String {
    // Bytes are compared, because a comparison of characters takes many times as long.
    let bytes = authority.utf8
    let start = bytes.lastIndex(of: 0x40).map { bytes.index(after: $0) } ?? bytes.startIndex
    let host = authority[start...]
    let isHTTPS = urlText.utf8.dropFirst(4).first.map(ASCII.lowercase) == 0x73
    let port = isHTTPS ? ":443" : ":80"
    if host.utf8.suffix(port.utf8.count).elementsEqual(port.utf8) { return String(host.dropLast(port.utf8.count)) }
    return String(host.utf8.last == 0x3A ? host.dropLast() : host)
  }

  /// Returns `user:password`, percent-decoded, or `nil` if the authority has no user.
  private static func user(_ authority: String) -> [UInt8]? {
    guard let mark = authority.utf8.lastIndex(of: 0x40) else { return nil }
    let user = QueryItems.decode(Array(authority.utf8[..<mark])[...], plusIsSpace: false)
    return user.contains(0x3A) ? user : user + [0x3A]
  }
}

extension String {
  /// The value of a field without the white space around it, which is not part of the value (RFC 9110 §5.5).
  fileprivate var withoutWhiteSpaceAround: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    if let first = utf8.first, let last = utf8.last, !isSpace(first), !isSpace(last) { return self }
    let start = utf8.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(self[start.startIndex...last])
  }
}

// MARK: - AcceptEncoding

/// The library's values of `Accept-Encoding`, for requests that do not set the field.
package enum AcceptEncoding {
  /// The value for C and Python.
  package static let plain = "gzip, deflate, br"
  /// The value for a Swift session. Alamofire sends the same value.
  package static let session = "br;q=1.0, gzip;q=0.9, deflate;q=0.8"

  /// Returns true if the library adds this value of `Accept-Encoding` itself. Returns false for a value that the caller
  /// has chosen.
  package static func isOurs(_ value: String) -> Bool { value == plain || value == session }
}
