/// Replaces secrets in a text of any form, well-formed or not: `name=value`, `name: value`, `"name": value`, a part of
/// a multipart form, and the user of a URL. Quotes may be escaped (JSON in a JSON string), and all may be
/// percent-encoded (a URL in a query).
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
  /// The value behind a name, if the name has one and is secret.
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
    // `host:80` and `scheme://` are no members.
    let isMember = closing != nil || start > separator.next || !"/0123456789".utf8.contains(text.unit(start).byte)
    guard isMember, isSecret(name) else { return nil }
    if closing == nil || opening == nil, SecretNames.isProse(decoded(name)) { return nil }
    return opening.map { $0.end..<text.stringEnd($0) } ?? start..<memberEnd(from: start, decoding: separator.isEncoded)
  }

  /// What stands between `://` and `@` (RFC 3986 §3.2.1).
  private func user(at position: Int) -> Range<Int>? {
    var slash = text.unit(position)
    guard slash.byte == UInt8(ascii: ":") else { return nil }
    for _ in 0..<2 {
      // JSON may escape a slash.
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
  /// Of a part of a multipart form: where its delimiter begins (RFC 2046 §5.1.1).
  private func partEnd(from start: Int) -> Int {
    text.bytes[start...].indices.first { text.bytes[$0...].starts(with: "\r\n--".utf8) } ?? text.bytes.count
  }

  private func pairEnd(from start: Int) -> Int {
    text.end(from: start, decoding: false) { $0.byte > 0x20 && !"&\"<>".utf8.contains($0.byte) }
  }

  /// Where an unquoted value of a member ends: at a comma, a line's end or a closing bracket that it did not open.
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
