/// A URI reference, split into its parts. The reference can be resolved against a base (RFC 3986). Any text is split,
/// even if it is not a reference. `RequestRules` decides whether the result can be used.
package struct URLReference {
  typealias Part = ArraySlice<UInt8>

  private var scheme: Part?
  private(set) var authority: Part?
  private(set) var path: Part
  private var query: Part?
  private var fragment: Part?

  /// Returns true if two URLs are equal, apart from query, fragment and user information.
  package static func differOnlyInQuery(_ left: String, _ right: String) -> Bool {
    func stem(_ text: String) -> String {
      var reference = URLReference(text).asRequested()
      reference.query = nil
      reference.fragment = nil
      return reference.text
    }
    return stem(left) == stem(right)
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Splits the text as in RFC 3986, Appendix B.
  package init(_ text: [UInt8]) {
    var rest = text[...]
    func cut(at mark: UInt8) -> Part? {
      guard let place = rest.firstIndex(of: mark) else { return nil }
      defer { rest = rest[..<place] }
      return rest[(place + 1)...]
    }
    fragment = cut(at: 0x23)
    query = cut(at: 0x3F)
    if let colon = rest.firstIndex(of: 0x3A), colon > rest.startIndex, !rest[..<colon].contains(0x2F) {
      scheme = rest[..<colon]
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: [0x2F, 0x2F]) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }

  /// True if the reference has neither a scheme nor a host.
  package var isRelative: Bool { scheme == nil && authority == nil }

  /// Resolves the reference strictly (RFC 3986 §5.2.2). A reference without a fragment inherits the fragment of the
  /// base, as in a redirect (RFC 9110 §10.2.2).
  package func resolved(against base: URLReference) -> URLReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          if query == nil { target.query = base.query }
        } else if path.first != 0x2F {
          target.path = base.merged(with: path)
        }
      }
    }
    // If the result has the path of the base, the dot segments of this path are not removed (RFC 3986 §5.2.2).
    if scheme != nil || authority != nil || !path.isEmpty {
      target.path = URLReference.removingDotSegments(target.path)
    }
    if fragment == nil { target.fragment = base.fragment }
    return target
  }

  /// Returns the reference without its fragment. Call this for the base of a link: unlike a redirect, a link does not
  /// inherit the fragment of its base (RFC 3986 §5.2.2).
  package func removingFragment() -> URLReference {
    var copy = self
    copy.fragment = nil
    return copy
  }

  /// Returns the reference without the `user:password@` of its authority.
  package func removingUserInformation() -> URLReference {
    var copy = self
    if let authority, let mark = authority.lastIndex(of: 0x40) { copy.authority = authority[(mark + 1)...] }
    return copy
  }

  /// Returns the text with `mark` instead of the `user:password` of its authority. Returns `nil` if there is no user.
  func markingUserInformation(_ mark: String) -> String? {
    guard let authority, let end = authority.lastIndex(of: 0x40) else { return nil }
    var copy = self
    copy.authority = mark.utf8 + authority[end...]
    return copy.text
  }

  /// True if the authority has a port that is not a number. Then it can be the beginning of a user's password, which
  /// contains a slash, a question mark or a number sign.
  var hasOddPort: Bool {
    guard let authority else { return false }
    let host = authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority[...]
    guard host.first != 0x5B, let colon = host.firstIndex(of: 0x3A) else { return false }
    return !host[(colon + 1)...].allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Returns the reference in the form in which a request contains it: without user information and fragment, and with
  /// a path.
  func asRequested() -> URLReference {
    var copy = removingUserInformation()
    copy.fragment = nil
    if copy.path.isEmpty { copy.path = [0x2F] }
    return copy
  }

  /// Returns true if `asRequested` changes nothing.
  var isAsRequested: Bool { fragment == nil && !path.isEmpty && authority?.contains(0x40) != true }

  /// Returns the reference with the `user:password@` of the other reference's authority. Returns it unchanged if the
  /// other reference has no user.
  package func takingUserInformation(of other: URLReference) -> URLReference {
    guard let authority, let given = other.authority, let mark = given.lastIndex(of: 0x40) else { return self }
    var copy = self
    copy.authority = given[...mark] + authority
    return copy
  }

  /// Returns the form in which a URL of the program is sent. Its host has the notation of `InternationalHost`, and
  /// bytes that a URL cannot contain are percent-encoded.
  package static func spelled(_ url: String) -> String {
    InternationalHost.converted(URLReference(url).encodingForeignBytes().text)
  }

  /// Does a fast check. Returns false if `spelled` would change nothing.
  package static func mayChange(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    InternationalHost.mayStand(in: url) || url.contains(where: isForeign)
  }

  /// Percent-encodes bytes that programs and servers put into a URL although a URL cannot contain them. Changes only
  /// path, query and fragment, because there the encoding does not change the meaning. Does not change backslashes and
  /// control characters, which are rejected later. In an authority, all of these bytes are rejected later.
  package func encodingForeignBytes() -> URLReference {
    var copy = self
    copy.path = URLReference.encoded(path)
    copy.query = query.map(URLReference.encoded)
    copy.fragment = fragment.map(URLReference.encoded)
    return copy
  }

  private static func encoded(_ part: Part) -> Part {
    part.flatMap { byte in
      guard isForeign(byte) else { return [byte] }
      return [0x25, ASCII.hexDigit(byte >> 4, upperCase: true), ASCII.hexDigit(byte & 15, upperCase: true)]
    }[...]
  }

  /// Returns true if the byte is a space, one of `"<>^`, the back quote, one of `{|}`, or outside ASCII.
  private static func isForeign(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ASCII.isMember(byte, low: 0x5000_0005_0000_0000, high: 0x3800_0001_4000_0000)
  }

  /// Merges paths as in RFC 3986 §5.2.3.
  private func merged(with reference: Part) -> Part {
    if authority != nil, path.isEmpty { return [0x2F] + reference }
    guard let slash = path.lastIndex(of: 0x2F) else { return reference }
    return path[...slash] + reference
  }

  /// Removes dot segments as in RFC 3986 §5.2.4, segment by segment.
  private static func removingDotSegments(_ path: Part) -> Part {
    let isAbsolute = path.first == 0x2F
    var kept: [Part] = []
    var endsInFolder = false
    for segment in path.dropFirst(isAbsolute ? 1 : 0).split(separator: 0x2F, omittingEmptySubsequences: false) {
      let isUp = segment.elementsEqual([0x2E, 0x2E])
      endsInFolder = isUp || segment.elementsEqual([0x2E])
      if isUp { _ = kept.popLast() } else if !endsInFolder { kept.append(segment) }
    }
    if endsInFolder { kept.append([]) }
    return (isAbsolute ? [0x2F] : []) + kept.joined(separator: [0x2F])
  }

  /// The text that is recomposed from the parts (RFC 3986 §5.3).
  package var text: String {
    var text: [UInt8] = []
    if let scheme { text += scheme + [0x3A] }
    if let authority { text += [0x2F, 0x2F] + authority }
    text += path
    if let query { text += [0x3F] + query }
    if let fragment { text += [0x23] + fragment }
    return String(decoding: text, as: UTF8.self)
  }
}
