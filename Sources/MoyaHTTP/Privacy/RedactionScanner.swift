/// Replaces secrets in any text, which need not be well-formed. Finds them in `name=value`, `name: value` and `"name":
/// value`, in parts of a multipart form, and in the user of a URL. Quotes can be escaped (JSON in a JSON string), and
/// any part can be percent-encoded (a URL in a query).
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
    while position < text.bytes.count {
      let nameEnd = text.end(from: position) { isName($0.byte) }
      let secret = nameEnd > position ? value(ofName: position..<nameEnd) : user(at: position)
      let next = nameEnd > position ? nameEnd : text.unit(position).next
      result.append(contentsOf: text.bytes[position..<(secret?.lowerBound ?? next)])
      if secret != nil { result.append(contentsOf: Redaction.mark.utf8) }
      position = secret?.upperBound ?? next
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// MARK: - Secrets

extension RedactionScanner {
  /// Returns the range of the value after a name, if the name has a value and is secret.
  private func value(ofName name: Range<Int>) -> Range<Int>? {
    let closing = text.quote(at: name.upperBound)
    if let closing, text.bytes[closing.end...].starts(with: "\r\n\r\n".utf8), isSecret(name) {
      return closing.end + 4..<partEnd(from: closing.end + 4)
    }
    let separator = text.unit(text.skippingSpaces(closing?.end ?? name.upperBound))
    guard separator.byte == UInt8(ascii: "=") || separator.byte == UInt8(ascii: ":") else { return nil }
    let start = text.skippingSpaces(separator.next)
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
    return opening.map { $0.end..<text.stringEnd($0) } ?? start..<memberEnd(from: start, decoding: separator.isEncoded)
  }

  /// Returns the range of the text between `://` and `@` (RFC 3986 §3.2.1).
  private func user(at position: Int) -> Range<Int>? {
    var slash = text.unit(position)
    guard slash.byte == UInt8(ascii: ":") else { return nil }
    for _ in 0..<2 {
      // JSON can escape a slash.
      slash = text.unit(text.end(from: slash.next) { $0.byte == UInt8(ascii: "\\") })
      guard slash.byte == UInt8(ascii: "/") else { return nil }
    }
    var mark: Int?
    var last = slash.next
    _ = text.end(from: slash.next, decoding: slash.isEncoded) {
      if $0.byte == UInt8(ascii: "@") { mark = last }
      last = $0.next
      return $0.byte > 0x20 && !"/?#\"<>".utf8.contains($0.byte)
    }
    return mark.map { slash.next..<$0 }
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
    text.bytes[start...].indices.first { text.bytes[$0...].starts(with: "\r\n--".utf8) } ?? text.bytes.count
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

/// A text that can be percent-encoded as a whole or in parts (a URL in a query). Its quotes can be escaped (JSON in a
/// JSON string).
struct EncodedText {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// A byte of the text, percent-decoded. After the end of the text, the byte is 0.
  struct Unit {
    let byte: UInt8
    var isEncoded = false
    let next: Int
  }

  /// A `"` or `'`.
  struct Quote {
    let mark: UInt8
    /// True if the quote is written as `%22`. Then the closing quote is written as `%22` too.
    let isEncoded: Bool
    /// The number of backslashes before the quote.
    let escapes: Int
    /// Where the text after the quote begins.
    let end: Int
  }

  func unit(_ position: Int, decoding: Bool = true) -> Unit {
    guard position < bytes.count else { return Unit(byte: 0, next: position) }
    guard decoding, bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
      let high = ASCII.hexValue(bytes[position + 1]), let low = ASCII.hexValue(bytes[position + 2])
    else { return Unit(byte: bytes[position], next: position + 1) }
    return Unit(byte: high << 4 | low, isEncoded: true, next: position + 3)
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
    return Quote(mark: mark.byte, isEncoded: mark.isEncoded, escapes: escapes, end: mark.next)
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
        if unit.byte == opening.mark, closes { return escapesStart }
        escapes = 0
        escapesStart = unit.next
      }
      position = unit.next
    }
    return position
  }
}
