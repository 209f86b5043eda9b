/// A moment as RFC 3339 §5.6 writes it: `2026-02-03T04:05:06.5+01:00`. A space may stand for the T.
package enum Timestamp {
  package static func isOne(_ text: String) -> Bool {
    var rest = Substring(text).utf8[...]
    func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
      guard rest.count >= digits else { return nil }
      var number = 0
      for digit in rest.prefix(digits) {
        guard 0x30...0x39 ~= digit else { return nil }
        number = number * 10 + Int(digit - 0x30)
      }
      rest = rest.dropFirst(digits)
      return range ~= number ? number : nil
    }
    func take(_ bytes: UInt8...) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4, 0...9999), take(0x2D), let month = number(2, 1...12), take(0x2D),
      number(2, 1...days(year, month)) != nil, take(0x54, 0x74, 0x20), number(2, 0...23) != nil, take(0x3A),
      number(2, 0...59) != nil, take(0x3A), number(2, 0...60) != nil
    else { return false }
    if take(0x2E) {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      if digits.isEmpty { return false }
      rest = rest[digits.endIndex...]
    }
    if take(0x5A, 0x7A) { return rest.isEmpty }
    guard take(0x2B, 0x2D), number(2, 0...23) != nil, take(0x3A), number(2, 0...59) != nil else { return false }
    return rest.isEmpty
  }

  private static func days(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
