/// The order that `JSONSerialization` gives keys with `.sortedKeys`: space, punctuation, numbers by their value,
/// letters by the alphabet, and behind them all that is not ASCII. Case decides only between keys that are equal
/// otherwise.
enum JSONKeyOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var (a, b) = (left[...], right[...])
    while let first = a.first, let second = b.first {
      if isDigit(first), isDigit(second) {
        let (m, n) = (number(&a), number(&b))
        if m.count != n.count { return m.count < n.count }
        if m != n { return m.lexicographicallyPrecedes(n) }
      } else {
        if ranks[Int(first)] != ranks[Int(second)] { return ranks[Int(first)] < ranks[Int(second)] }
        a.removeFirst()
        b.removeFirst()
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    return precedesBySpelling(left, right)
  }

  /// For equals but for case and leading zeros: lower case first, then fewer zeros.
  private static func precedesBySpelling(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard let (a, b) = zip(left, right).first(where: { $0 != $1 }) else { return left.count < right.count }
    if !isDigit(a), !isDigit(b) { return a > b }
    return left.count == right.count ? a < b : left.count < right.count
  }

  /// Takes the digits in front, and gives them without leading zeros.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == 0x30 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static let ranks: [UInt8] = {
    var ranks = (UInt8.min...UInt8.max).map { $0 < 0x80 ? 0 : $0 }
    let order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
    for (rank, byte) in zip(UInt8(1)..., order.utf8) { ranks[Int(byte)] = rank }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { ranks[Int(byte)] = ranks[Int(byte | 0x20)] }
    return ranks
  }()
}
