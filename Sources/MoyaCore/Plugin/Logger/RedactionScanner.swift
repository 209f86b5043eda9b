/// Replaces secrets in a text of any form, well-formed or not: `name=value`, `name: value`, `"name": value`, a part of a
/// multipart form, and the user of a URL. Quotes may be escaped (JSON in a JSON string), and all may be percent-encoded
/// (a URL in a query).
struct RedactionScanner {
  private let bytes: [UInt8]
  private let names: SecretNames

  init(_ text: String, _ names: SecretNames) {
    bytes = Array(text.utf8)
    self.names = names
  }

  func redacted() -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let nameEnd = end(from: position) { isName($0.byte) }
      let secret = nameEnd > position ? value(ofName: position..<nameEnd) : user(at: position)
      let next = nameEnd > position ? nameEnd : unit(position).next
      result.append(contentsOf: bytes[position..<(secret?.lowerBound ?? next)])
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
    let closing = quote(at: name.upperBound)
    if let closing, bytes[closing.end...].starts(with: "\r\n\r\n".utf8), isSecret(name) {
      return closing.end + 4..<partEnd(from: closing.end + 4)
    }
    let separator = unit(skippingSpaces(closing?.end ?? name.upperBound))
    guard separator.byte == UInt8(ascii: "=") || separator.byte == UInt8(ascii: ":") else { return nil }
    let start = skippingSpaces(separator.next)
    let opening = quote(at: start)
    if separator.byte == UInt8(ascii: "=") {
      guard isSecret(name) else { return nil }
      guard let opening, !opening.isEncoded else { return start..<pairEnd(from: start) }
      return opening.end..<pairEnd(from: stringEnd(opening))
    }
    // `host:80` and `scheme://` are no members.
    let isMember = closing != nil || start > separator.next || !"/0123456789".utf8.contains(unit(start).byte)
    guard isMember, isSecret(name) else { return nil }
    return opening.map { $0.end..<stringEnd($0) } ?? start..<memberEnd(from: start, decoding: separator.isEncoded)
  }

  /// What stands between `://` and `@` (RFC 3986 §3.2.1).
  private func user(at position: Int) -> Range<Int>? {
    var slash = unit(position)
    guard slash.byte == UInt8(ascii: ":") else { return nil }
    for _ in 0..<2 {
      // JSON may escape a slash.
      slash = unit(end(from: slash.next) { $0.byte == UInt8(ascii: "\\") })
      guard slash.byte == UInt8(ascii: "/") else { return nil }
    }
    var mark: Int?
    var last = slash.next
    _ = end(from: slash.next, decoding: slash.isEncoded) {
      if $0.byte == UInt8(ascii: "@") { mark = last }
      last = $0.next
      return $0.byte > 0x20 && !"/?#\"<>".utf8.contains($0.byte)
    }
    return mark.map { slash.next..<$0 }
  }

  private func isSecret(_ name: Range<Int>) -> Bool {
    var decoded: [UInt8] = []
    _ = end(from: name.lowerBound) {
      decoded.append($0.byte)
      return $0.next < name.upperBound
    }
    return names.contains(decoded)
  }
}

// MARK: - Ends

extension RedactionScanner {
  /// Of a part of a multipart form: where its delimiter begins (RFC 2046 §5.1.1).
  private func partEnd(from start: Int) -> Int {
    bytes[start...].indices.first { bytes[$0...].starts(with: "\r\n--".utf8) } ?? bytes.count
  }

  private func pairEnd(from start: Int) -> Int {
    end(from: start, decoding: false) { $0.byte > 0x20 && !"&\"<>".utf8.contains($0.byte) }
  }

  /// Where an unquoted value of a member ends: at a comma, a line's end or a closing bracket that it did not open.
  private func memberEnd(from start: Int, decoding: Bool) -> Int {
    var position = start
    var depth = 0
    while position < bytes.count {
      let unit = unit(position, decoding: decoding)
      switch unit.byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth == 0 { return position }
        depth -= 1
      case UInt8(ascii: ","), 0x0A, 0x0D: if depth == 0 { return position }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        if let opening = quote(at: position, decoding: decoding), opening.mark == UInt8(ascii: "\"") {
          let close = stringEnd(opening)
          position = quote(at: close, decoding: decoding)?.end ?? close
        } else {
          position = end(from: unit.next, decoding: decoding) { $0.byte == UInt8(ascii: "\\") }
        }
        continue
      default: break
      }
      position = unit.next
    }
    return position
  }

  /// Where the closing quote of a string begins, its backslashes included; the text's end when there is none.
  ///
  /// A level of escaping doubles backslashes and adds one to a quote. So behind an opening quote with n of them the
  /// closing one has n too, and 2n + 2 more for every backslash that ends the content.
  private func stringEnd(_ opening: Quote) -> Int {
    var position = opening.end
    var escapesStart = position
    var escapes = 0
    while position < bytes.count {
      let unit = unit(position, decoding: opening.isEncoded)
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

// MARK: - Units

extension RedactionScanner {
  /// A byte of the text, percent-decoded. Behind the text: 0.
  private struct Unit {
    let byte: UInt8
    var isEncoded = false
    let next: Int
  }

  private struct Quote {
    let mark: UInt8
    let isEncoded: Bool
    /// Backslashes in front of it.
    let escapes: Int
    let end: Int
  }

  private func unit(_ position: Int, decoding: Bool = true) -> Unit {
    guard position < bytes.count else { return Unit(byte: 0, next: position) }
    guard decoding, bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
      let high = ASCII.hexValue(bytes[position + 1]), let low = ASCII.hexValue(bytes[position + 2])
    else { return Unit(byte: bytes[position], next: position + 1) }
    return Unit(byte: high << 4 | low, isEncoded: true, next: position + 3)
  }

  private func quote(at position: Int, decoding: Bool = true) -> Quote? {
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

  /// The first position whose unit does not go on.
  private func end(from start: Int, decoding: Bool = true, while goesOn: (Unit) -> Bool) -> Int {
    var position = start
    while position < bytes.count {
      let unit = unit(position, decoding: decoding)
      if !goesOn(unit) { break }
      position = unit.next
    }
    return position
  }

  private func skippingSpaces(_ start: Int) -> Int { end(from: start) { $0.byte <= 0x20 } }

  private func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "_-.[]".utf8.contains(byte)
    }
  }
}
