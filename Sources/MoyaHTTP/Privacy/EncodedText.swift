/// A text that may be percent-encoded, all of it or in parts (a URL in a query), and whose quotes may be escaped (JSON
/// in a JSON string).
struct EncodedText {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// A byte of the text, percent-decoded. Behind the text: 0.
  struct Unit {
    let byte: UInt8
    var isEncoded = false
    let next: Int
  }

  /// `"` or `'`.
  struct Quote {
    let mark: UInt8
    /// Written as `%22`, and so is the other end.
    let isEncoded: Bool
    /// Backslashes in front of it.
    let escapes: Int
    /// Where the text behind it begins.
    let end: Int
  }

  func unit(_ position: Int, decoding: Bool = true) -> Unit {
    guard position < bytes.count else { return Unit(byte: 0, next: position) }
    guard decoding, bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
      let high = ASCII.hexValue(bytes[position + 1]), let low = ASCII.hexValue(bytes[position + 2])
    else { return Unit(byte: bytes[position], next: position + 1) }
    return Unit(byte: high << 4 | low, isEncoded: true, next: position + 3)
  }

  /// A quote, with the backslashes in front of it, which begin here; `nil`: there is none.
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

  /// The first position whose unit does not go on.
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

  /// Where the closing quote of a string begins, its backslashes included; the text's end when there is none.
  ///
  /// A level of escaping doubles backslashes and adds one to a quote. So behind an opening quote with n of them the
  /// closing one has n too, and 2n + 2 more for every backslash that ends the content.
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
