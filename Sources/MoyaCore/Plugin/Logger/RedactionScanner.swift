/// Finds `name=value` and `"name": value` in a text that need not be well-formed.
struct RedactionScanner {
  let parameters: Set<String>

  func redacted(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      guard let (start, end) = secret(in: bytes, at: position) else {
        result.append(bytes[position])
        position += 1
        continue
      }
      result.append(contentsOf: bytes[position..<start])
      result.append(contentsOf: Redaction.mark.utf8)
      position = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the value of a secret parameter lies whose name begins at `position`.
  private func secret(in bytes: [UInt8], at position: Int) -> (start: Int, end: Int)? {
    if bytes[position] == UInt8(ascii: "\"") { return member(in: bytes, at: position) }
    let starts = position == 0 || !isName(bytes[position - 1])
    return starts ? pair(in: bytes, at: position) : nil
  }

  private func pair(in bytes: [UInt8], at position: Int) -> (start: Int, end: Int)? {
    var end = position
    while end < bytes.count, isName(bytes[end]) { end += 1 }
    guard end > position, end < bytes.count, bytes[end] == UInt8(ascii: "="), names(bytes[position..<end]) else {
      return nil
    }
    var stop = end + 1
    while stop < bytes.count, !endsPair(bytes[stop]) { stop += 1 }
    return (end + 1, stop)
  }

  private func member(in bytes: [UInt8], at position: Int) -> (start: Int, end: Int)? {
    let nameEnd = stringEnd(in: bytes, from: position)
    guard nameEnd < bytes.count, names(bytes[(position + 1)..<nameEnd]) else { return nil }
    var cursor = nameEnd + 1
    func skipSpaces() { while cursor < bytes.count, bytes[cursor] <= 0x20 { cursor += 1 } }
    skipSpaces()
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ":") else { return nil }
    cursor += 1
    skipSpaces()
    guard cursor < bytes.count else { return nil }
    if bytes[cursor] == UInt8(ascii: "\"") {
      return (cursor + 1, stringEnd(in: bytes, from: cursor))
    }
    var stop = cursor
    while stop < bytes.count, !",]} \n\r\t".utf8.contains(bytes[stop]) { stop += 1 }
    return (cursor, stop)
  }

  /// The index of the closing quote; the end of the text when there is none.
  private func stringEnd(in bytes: [UInt8], from quote: Int) -> Int {
    var cursor = quote + 1
    while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") {
      cursor += bytes[cursor] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(cursor, bytes.count)
  }

  private func names(_ name: ArraySlice<UInt8>) -> Bool {
    parameters.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  private func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  private func endsPair(_ byte: UInt8) -> Bool { byte <= 0x20 || "&\"'<>".utf8.contains(byte) }
}
