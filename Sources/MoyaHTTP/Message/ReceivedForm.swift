import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

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

  /// Returns the request with every field that the transport writes. The URL of the result has no user information and
  /// no fragment.
  /// - Parameter framing: how the request says where its body ends; `nil` if this is unknown.
  package func received(with additions: SentAdditions, framing: SentFraming?) -> URLRequest {
    var copy = self
    copy.urlText = receivedURLText
    copy.headerFields = receivedFields(with: additions, framing: framing)
    return copy
  }

  /// The URL without user information and fragment, and with a path.
  package var receivedURLText: String {
    let text = urlText
    if text.withBytes({ URLAuthority($0)?.isAsRequested }) == true { return text }
    return URLReference(text).asRequested().text
  }

  /// Returns every field that the transport writes, in the order in which the fields are sent. `HeaderList` and libcurl
  /// write the request that is really sent. The tests compare that request with this result.
  /// - Parameter framing: how the request says where its body ends; `nil` if this is unknown.
  package func receivedFields(with additions: SentAdditions, framing: SentFraming?) -> HeaderFields {
    let authority = URLRequest.authority(of: urlText)
    let own = ownFields(with: additions)
    // The library adds at most seven fields.
    var received = HeaderFields(capacity: own.fields.count + 7)
    received.append("Host", headerFields["Host"] ?? authority.host)
    if let user = authority.user, !own.contains("Authorization") {
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
    return received
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

  /// Returns the value of the Host field, without the scheme's default port. Also returns `user:password`,
  /// percent-decoded, or `nil` if the URL has no user.
  private static func authority(of url: String) -> (host: String, user: [UInt8]?) {
    url.withBytes { bytes in
      if let authority = URLAuthority(bytes) { return parts(of: authority.bytes, isHTTPS: authority.isHTTPS) }
      let isHTTPS = bytes.count > 4 && ASCII.lowercase(bytes[4]) == 0x73
      return Array(URLReference(url).authority ?? []).withUnsafeBufferPointer { parts(of: $0, isHTTPS: isHTTPS) }
    }
  }

  private static func parts(
    of authority: UnsafeBufferPointer<UInt8>, isHTTPS: Bool
  ) -> (host: String, user: [UInt8]?) {
    var host = authority[...]
    var user: [UInt8]?
    if ASCII.index(of: 0x40, in: authority) != nil, let mark = host.lastIndex(of: 0x40) {
      let name = QueryItems.decode(Array(host[..<mark])[...], plusIsSpace: false)
      user = name.contains(0x3A) ? name : name + [0x3A]
      host = host[(mark + 1)...]
    }
    if isHTTPS ? host.ends(with: ":443") : host.ends(with: ":80") {
      host = host.dropLast(isHTTPS ? 4 : 3)
    } else if host.last == 0x3A {
      host = host.dropLast()
    }
    return (String(decoding: UnsafeBufferPointer(rebasing: host), as: UTF8.self), user)
  }
}

/// The part of a URL after `scheme://` and before the path, the query and the fragment.
private struct URLAuthority {
  let bytes: UnsafeBufferPointer<UInt8>
  let isHTTPS: Bool
  /// The bytes after the authority.
  private let rest: Slice<UnsafeBufferPointer<UInt8>>
  /// True if a request contains the URL as it is: the URL has a path, and neither a user nor a fragment.
  var isAsRequested: Bool {
    rest.first == 0x2F && ASCII.index(of: 0x23, in: UnsafeBufferPointer(rebasing: rest)) == nil
      && ASCII.index(of: 0x40, in: bytes) == nil
  }

  /// `nil` if the URL does not begin with `scheme://`.
  init?(_ url: UnsafeBufferPointer<UInt8>) {
    guard let colon = ASCII.index(of: 0x3A, in: url), colon > 0, colon + 2 < url.count, url[colon + 1] == 0x2F,
      url[colon + 2] == 0x2F, !url[..<colon].contains(where: URLAuthority.isEnd)
    else { return nil }
    let start = colon + 3
    let end = url[start...].firstIndex(where: URLAuthority.isEnd) ?? url.count
    bytes = UnsafeBufferPointer(rebasing: url[start..<end])
    rest = url[end...]
    isHTTPS = colon == 5 && ASCII.lowercase(url[4]) == 0x73
  }

  /// Returns true for a slash, a question mark and a number sign.
  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate func ends(with text: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(rebasing: self)
    let start = bytes.count - text.utf8CodeUnitCount
    guard start >= 0, let base = bytes.baseAddress else { return false }
    return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
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
