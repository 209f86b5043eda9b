/// Replaces secrets in any text, even if the text is damaged. Finds secrets in these places:
///
/// - the value in `name=value`, `name: value` and `"name": value`
/// - a part of a multipart form, and an element of XML
/// - a private key in PEM format
/// - the user of a URL
/// - the text after the words `Bearer` and `Basic`
///
/// Quotes can be escaped (JSON in a JSON string). Any part can be percent-encoded (a URL in a query). JSON can write a
/// character as `\u0061`.
struct RedactionScanner {
  private let text: EncodedText
  private let names: SecretNames

  init(_ text: String, _ names: SecretNames) {
    self.text = EncodedText(text)
    self.names = names
  }

  func redacted() -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.bytes.count)
    var position = 0
    // The end of what is hidden so far. `position` can be before it: after a user with odd characters, the search goes
    // on inside the user, because the `@` can belong to another secret.
    var hiddenEnd = 0
    // Where the name of the latest XML tag begins.
    var tag: Int?
    while position < text.bytes.count {
      let nameEnd = text.end(from: position) { isName($0.byte) }
      let unit = text.unit(position)
      let user = nameEnd > position ? nil : user(at: position)
      var secret = nameEnd > position ? value(ofName: position..<nameEnd) : user?.range
      if unit.byte == UInt8(ascii: "<") {
        tag = unit.next
      } else if unit.byte == UInt8(ascii: ">"), let begun = tag {
        secret = secret ?? content(ofTag: begun, endingAt: position)
        tag = nil
      }
      let next = nameEnd > position ? nameEnd : unit.next
      let (start, end) = (max(position, hiddenEnd), secret?.lowerBound ?? next)
      if start < end { result.append(contentsOf: text.bytes[start..<end]) }
      if let secret {
        if secret.lowerBound >= hiddenEnd { result.append(contentsOf: Redaction.mark.utf8) }
        hiddenEnd = max(hiddenEnd, secret.upperBound)
      }
      position = user?.next ?? secret?.upperBound ?? next
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// MARK: - Secrets

extension RedactionScanner {
  /// Returns the range of the value after a name, if the name has a value and is secret.
  private func value(ofName name: Range<Int>) -> Range<Int>? {
    if let key = privateKey(after: name) { return key }
    if let credential = credential(after: name) { return credential }
    let closing = text.quote(at: name.upperBound)
    if let part = part(ofName: name, end: closing?.end ?? name.upperBound) { return part }
    if let closing, text.bytes[closing.end...].starts(with: "\r\n\r\n".utf8), isSecret(name) {
      return closing.end + 4..<partEnd(from: closing.end + 4)
    }
    let separator = text.unit(text.skippingSpaces(closing?.end ?? name.upperBound))
    guard separator.byte == UInt8(ascii: "=") || separator.byte == UInt8(ascii: ":") else { return nil }
    var start = text.skippingSpaces(separator.next)
    // Ruby writes `:name=>"value"`.
    if separator.byte == UInt8(ascii: "="), text.unit(start).byte == UInt8(ascii: ">") {
      start = text.skippingSpaces(text.unit(start).next)
    }
    let opening = text.quote(at: start)
    if separator.byte == UInt8(ascii: "=") {
      guard isSecret(name) else { return nil }
      guard let opening, !opening.isEncoded else { return start..<pairEnd(from: start) }
      return opening.end..<pairEnd(from: text.stringEnd(opening))
    }
    // In `host:80` and `scheme://`, the colon does not separate the name and the value of a member.
    let isMember = closing != nil || start > separator.next || !"/0123456789".utf8.contains(text.unit(start).byte)
    guard isMember, isSecret(name) else { return nil }
    if closing == nil || opening == nil, SecretNames.isProse(decoded(name)) { return nil }
    if let opening { return opening.end..<text.stringEnd(opening) }
    // The parameters of Digest have commas between them (RFC 9110 §11.4).
    if text.bytes[start...].starts(with: "Digest ".utf8) {
      return start..<text.end(from: start) { $0.byte != 0x0A && $0.byte != 0x0D }
    }
    return start..<memberEnd(from: start, decoding: separator.isEncoded)
  }

  /// Returns the range of the text in an XML element. Returns `nil` if the element is not secret or begins with another
  /// element.
  ///
  /// - Parameters:
  ///   - start: Where the name in the element's first tag begins.
  ///   - end: Where the `>` of this tag is.
  private func content(ofTag start: Int, endingAt end: Int) -> Range<Int>? {
    var name = start..<text.end(from: start) { isName($0.byte) }
    let colon = text.unit(name.upperBound)
    if colon.byte == UInt8(ascii: ":") { name = colon.next..<text.end(from: colon.next) { isName($0.byte) } }
    // `<token/>` has no content.
    guard name.upperBound <= end, text.bytes[end - 1] != UInt8(ascii: "/"), isSecret(name),
      !SecretNames.isProse(decoded(name))
    else { return nil }
    let content = text.skippingSpaces(text.unit(end).next)
    if text.bytes[content...].starts(with: "<![CDATA[".utf8) {
      return content + 9..<(text.range(of: "]]>", from: content + 9)?.lowerBound ?? text.bytes.count)
    }
    let contentEnd = text.end(from: content) { $0.byte != UInt8(ascii: "<") }
    // JSON can write `<\/`.
    let slash = text.end(from: text.unit(contentEnd).next) { $0.byte == UInt8(ascii: "\\") }
    let isWhole = contentEnd == text.bytes.count || text.unit(slash).byte == UInt8(ascii: "/")
    return contentEnd > content && isWhole ? content..<contentEnd : nil
  }

  /// Returns the range of the credential after the name of a scheme (RFC 9110 §11.1). Returns `nil` for ordinary text,
  /// for example `Basic requirements`, and for the parameters of a challenge.
  private func credential(after name: Range<Int>) -> Range<Int>? {
    // In JSON, `\n` can precede the word.
    let isEscape =
      text.bytes[..<name.lowerBound].last == UInt8(ascii: "\\") && "nrt".utf8.contains(text.bytes[name.lowerBound])
    let word = text.bytes[name].dropFirst(isEscape ? 1 : 0)
    guard word.count == 5 || word.count == 6, text.unit(name.upperBound).byte == UInt8(ascii: " "),
      ["bearer", "basic"].contains(where: { word.elementsEqual($0.utf8) { $0 | 0x20 == $1 } })
    else { return nil }
    let start = text.skippingSpaces(name.upperBound)
    var length = 0
    var isOdd = false
    let end = text.end(from: start, decoding: false) {
      // JSON can write `\/`.
      if $0.byte == UInt8(ascii: "\\") { return text.unit($0.next, decoding: false).byte == UInt8(ascii: "/") }
      isOdd = isOdd || 0x30...0x39 ~= $0.byte || 0x41...0x5A ~= $0.byte && length > 0
      let isPart = isCredential($0.byte)
      length += isPart ? 1 : 0
      return isPart
    }
    let padded = text.end(from: end, decoding: false) { $0.byte == UInt8(ascii: "=") }
    // Base64 pads its length to a multiple of four. Other equal signs belong to a parameter.
    if padded > end, (length + padded - end) % 4 != 0 || isName(text.unit(padded).byte) { return nil }
    return length >= 20 || isOdd && length >= 8 ? start..<padded : nil
  }

  private func isCredential(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~+/".utf8.contains(byte)
    }
  }

  /// Returns the range of a private key (RFC 7468 §3). Returns `nil` if `name` is not the beginning of the key's first
  /// line.
  private func privateKey(after name: Range<Int>) -> Range<Int>? {
    guard text.bytes[name].suffix(10).elementsEqual("-----BEGIN".utf8),
      let label = text.range(of: "-----", from: name.upperBound, most: 48),
      text.range(of: "PRIVATE", from: name.upperBound, most: label.lowerBound - name.upperBound) != nil
    else { return nil }
    return label.upperBound..<(text.range(of: "-----END", from: label.upperBound)?.lowerBound ?? text.bytes.count)
  }

  /// Returns the range of the content of a form's part. Returns `nil` if `name` is not the name of a part, or if it is
  /// not secret. More parameters and header fields can follow the name (RFC 7578 §4.2).
  private func part(ofName name: Range<Int>, end: Int) -> Range<Int>? {
    let before = text.bytes[..<(end > name.upperBound ? max(name.lowerBound - 1, 0) : name.lowerBound)]
    guard before.suffix(5).elementsEqual("name=".utf8), [0x0A, 0x0D, UInt8(ascii: ";")].contains(text.unit(end).byte),
      text.range(of: "form-data", from: max(before.count - 64, 0), most: 64) != nil, isSecret(name)
    else { return nil }
    return text.blankLine(from: end, most: 1024).map { $0..<partEnd(from: $0) }
  }

  /// Returns the range of the user in a URL: the text between `://` and `@` (RFC 3986 §3.2.1). The search for secrets
  /// goes on at `next`, which is usually the end of the range. A password can have characters that a URL cannot
  /// contain. Text with such characters can also be something other than a password, so `next` is then the beginning of
  /// the range.
  private func user(at position: Int) -> (range: Range<Int>, next: Int)? {
    var slash = text.unit(position)
    guard slash.byte == UInt8(ascii: ":") else { return nil }
    for _ in 0..<2 {
      // JSON can escape a slash.
      slash = text.unit(text.end(from: slash.next) { $0.byte == UInt8(ascii: "\\") })
      guard slash.byte == UInt8(ascii: "/") else { return nil }
    }
    let start = slash.next
    var authority: [UInt8] = []
    let plain = userEnd(from: start, decoding: slash.isEncoded) { authority.append($0) }
    if let mark = plain.mark { return (start..<mark, mark) }
    guard isUserStart(authority) else { return nil }
    // The next character is one that no password in a URL may contain, or one of `/?#`. A password can have it anyway.
    let end = min(plain.end + RedactionScanner.mostOddBytes, text.bytes.count)
    let odd = text.end(from: plain.end, decoding: slash.isEncoded) {
      $0.byte != UInt8(ascii: "@") && $0.byte >= 0x20 && $0.next < end
    }
    return userEnd(from: odd, decoding: slash.isEncoded) { _ in }.mark.map { (start..<$0, start) }
  }

  /// Maximum number of bytes between the first character that a password must not contain and the `@`.
  private static let mostOddBytes = 64

  /// Returns where the authority that begins at `start` ends, and where its last `@` is. Passes its bytes to `see`.
  private func userEnd(from start: Int, decoding: Bool, _ see: (UInt8) -> Void) -> (end: Int, mark: Int?) {
    var mark: Int?
    var last = start
    let end = text.end(from: start, decoding: decoding) {
      guard $0.byte > 0x20, !"/?#\"<>".utf8.contains($0.byte) else { return false }
      if $0.byte == UInt8(ascii: "@") { mark = last }
      last = $0.next
      see($0.byte)
      return true
    }
    return (end, mark)
  }

  /// Returns true if this can be a user and the beginning of a password. It cannot be a host with a port.
  private func isUserStart(_ authority: [UInt8]) -> Bool {
    guard authority.first != UInt8(ascii: "["), let colon = authority.firstIndex(of: UInt8(ascii: ":")) else {
      return false
    }
    // In JSON, `\"`, `\/` or `\n` can follow a port.
    let rest = authority[(colon + 1)...].prefix { $0 != UInt8(ascii: "\\") }
    let end = rest.lastIndex { !".,:;)]}'`".utf8.contains($0) } ?? rest.startIndex - 1
    return !rest[...end].allSatisfy { 0x30...0x39 ~= $0 }
  }

  private func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "_-.[]".utf8.contains(byte)
    }
  }

  private func isSecret(_ name: Range<Int>) -> Bool { names.contains(decoded(name)) }

  private func decoded(_ name: Range<Int>) -> [UInt8] {
    var decoded: [UInt8] = []
    _ = text.end(from: name.lowerBound) {
      decoded.append($0.byte)
      return $0.next < name.upperBound
    }
    return decoded
  }
}

// MARK: - Ends

extension RedactionScanner {
  /// Returns the end of a part of a multipart form, which is where its delimiter begins (RFC 2046 §5.1.1).
  private func partEnd(from start: Int) -> Int {
    guard let end = text.range(of: "\n--", from: start)?.lowerBound else { return text.bytes.count }
    return end > start && text.bytes[end - 1] == 0x0D ? end - 1 : end
  }

  private func pairEnd(from start: Int) -> Int {
    text.end(from: start, decoding: false) { $0.byte > 0x20 && !"&\"<>".utf8.contains($0.byte) }
  }

  /// Returns the end of a member's unquoted value. It ends at a comma, at a line end, or at a closing bracket whose
  /// opening bracket is not in the value.
  private func memberEnd(from start: Int, decoding: Bool) -> Int {
    var position = start
    var depth = 0
    while position < text.bytes.count {
      let unit = text.unit(position, decoding: decoding)
      switch unit.byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth == 0 { return position }
        depth -= 1
      case UInt8(ascii: ","), 0x0A, 0x0D: if depth == 0 { return position }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        if let opening = text.quote(at: position, decoding: decoding), opening.mark == UInt8(ascii: "\"") {
          let close = text.stringEnd(opening)
          position = text.quote(at: close, decoding: decoding)?.end ?? close
        } else {
          position = text.end(from: unit.next, decoding: decoding) { $0.byte == UInt8(ascii: "\\") }
        }
        continue
      default: break
      }
      position = unit.next
    }
    return position
  }
}

// MARK: - EncodedText

/// A text that can be percent-encoded as a whole or in parts, and several times (a URL in a query). Its quotes can be
/// escaped (JSON in a JSON string), and its characters can be written as `\u0061` (JSON).
struct EncodedText {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// A byte of the text, decoded. After the end of the text, the byte is 0. For a character outside of ASCII that is
  /// written with `\u`, the byte is 255.
  struct Unit {
    let byte: UInt8
    /// How the byte is written.
    var encoding = Encoding.plain
    let next: Int

    var isEncoded: Bool { encoding != .plain }
  }

  /// How a byte is written. `times` says how often it is percent-encoded: `%22` is once, and `%2522` is twice.
  /// `backslashes` says how many backslashes precede the `u` of an escape.
  enum Encoding: Equatable {
    case plain
    case percent(times: Int)
    case escape(backslashes: Int)
  }

  /// A `"` or `'`.
  struct Quote {
    let mark: UInt8
    /// How the quote is written, for example as `%22`. The closing quote is then written in the same way.
    let encoding: Encoding
    /// The number of backslashes before the quote.
    let escapes: Int
    /// Where the text after the quote begins.
    let end: Int

    var isEncoded: Bool { encoding != .plain }
  }

  func unit(_ position: Int, decoding: Bool = true) -> Unit {
    guard position < bytes.count else { return Unit(byte: 0, next: position) }
    let decoded =
      switch bytes[position] {
      case UInt8(ascii: "%") where decoding: percentEncoded(position)
      case UInt8(ascii: "\\") where decoding: escaped(position)
      default: Unit?.none
      }
    return decoded ?? Unit(byte: bytes[position], next: position + 1)
  }

  private func percentEncoded(_ position: Int) -> Unit? {
    var digits = position + 1
    while digits < position + 7, bytes[digits...].starts(with: "25".utf8), hexByte(digits + 2) != nil { digits += 2 }
    return hexByte(digits).map {
      Unit(byte: $0, encoding: .percent(times: (digits - position + 1) / 2), next: digits + 2)
    }
  }

  private func escaped(_ position: Int) -> Unit? {
    var letter = position + 1
    while letter < position + 7, letter < bytes.count, bytes[letter] == UInt8(ascii: "\\") { letter += 1 }
    guard letter < bytes.count, bytes[letter] == UInt8(ascii: "u"), let high = hexByte(letter + 1),
      let low = hexByte(letter + 3)
    else { return nil }
    let byte = high == 0 && low < 0x80 ? low : 0xFF
    return Unit(byte: byte, encoding: .escape(backslashes: letter - position), next: letter + 5)
  }

  private func hexByte(_ position: Int) -> UInt8? {
    guard position + 1 < bytes.count, let high = ASCII.hexValue(bytes[position]),
      let low = ASCII.hexValue(bytes[position + 1])
    else { return nil }
    return high << 4 | low
  }

  /// Returns the end of the first blank line, if this line is in the next `most` bytes.
  func blankLine(from start: Int, most: Int) -> Int? {
    let end = min(start + most, bytes.count)
    var line = start
    while line < end, let feed = bytes[line..<end].firstIndex(of: 0x0A) {
      let isBlank = feed == line || (feed == line + 1 && bytes[line] == 0x0D)
      if isBlank, line > start { return feed + 1 }
      line = feed + 1
    }
    return nil
  }

  /// Returns the first range that contains `part` and begins in the next `most` bytes.
  func range(of part: String, from start: Int, most: Int = .max) -> Range<Int>? {
    let end = most < bytes.count - start ? start + most : bytes.count
    guard start < end, let first = part.utf8.first else { return nil }
    return (start..<end).first { bytes[$0] == first && bytes[$0...].starts(with: part.utf8) }
      .map { $0..<($0 + part.utf8.count) }
  }

  /// Returns the quote at this position, including the backslashes before it, or `nil` if there is none.
  func quote(at position: Int, decoding: Bool = true) -> Quote? {
    var escapes = 0
    let mark = unit(
      end(from: position, decoding: decoding) {
        guard $0.byte == UInt8(ascii: "\\") else { return false }
        escapes += 1
        return true
      }, decoding: decoding)
    guard mark.byte == UInt8(ascii: "\"") || mark.byte == UInt8(ascii: "'") else { return nil }
    return Quote(mark: mark.byte, encoding: mark.encoding, escapes: escapes, end: mark.next)
  }

  /// Returns the first position whose unit does not satisfy `goesOn`.
  func end(from start: Int, decoding: Bool = true, while goesOn: (Unit) -> Bool) -> Int {
    var position = start
    while position < bytes.count {
      let unit = unit(position, decoding: decoding)
      if !goesOn(unit) { break }
      position = unit.next
    }
    return position
  }

  func skippingSpaces(_ start: Int) -> Int { end(from: start) { $0.byte <= 0x20 } }

  /// Returns where the closing quote of a string begins, including its backslashes. Returns the end of the text if
  /// there is no closing quote.
  ///
  /// The text may be a JSON string inside another JSON string, and so on. Each level doubles the backslashes and adds
  /// one before each quote. If the opening quote has n backslashes before it, the closing quote has n too. If the
  /// content itself ends with backslashes, each of them is written as 2n + 2 backslashes, and these come before the n
  /// backslashes of the closing quote.
  func stringEnd(_ opening: Quote) -> Int {
    var position = opening.end
    var escapesStart = position
    var escapes = 0
    while position < bytes.count {
      let unit = self.unit(position, decoding: opening.isEncoded)
      if unit.byte == UInt8(ascii: "\\") {
        escapes += 1
      } else {
        let closes = escapes < opening.escapes || escapes % (2 * opening.escapes + 2) == opening.escapes
        let isQuote = unit.byte == opening.mark && (!unit.isEncoded || unit.encoding == opening.encoding)
        if isQuote, closes { return escapesStart }
        escapes = 0
        escapesStart = unit.next
      }
      position = unit.next
    }
    return position
  }
}
