/// The encoding of a label's characters in ASCII (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let smallest = 1
  private static let largest = 26

  /// What follows `xn--`; `nil`: it is too long for a label. The scalars are in lower case and in NFC.
  static func encoded(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
    // A longer text does not fit into a label, and could overflow the arithmetic below.
    guard scalars.count < 64 else { return nil }
    var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    let plain = output.count
    if plain > 0 { output.append(0x2D) }
    var done = plain
    var next = 0x80
    var delta = 0
    var bias = 72
    while done < scalars.count {
      let smallestLeft = scalars.lazy.map { Int($0.value) }.filter { $0 >= next }.min() ?? next
      delta += (smallestLeft - next) * (done + 1)
      next = smallestLeft
      for scalar in scalars {
        if Int(scalar.value) < next { delta += 1 }
        if Int(scalar.value) == next {
          append(delta, bias, to: &output)
          bias = adapted(delta, done + 1, isFirst: done == plain)
          delta = 0
          done += 1
        }
      }
      delta += 1
      next += 1
    }
    return output
  }

  /// §3.3: a number as digits, the least first, whose places end with one below its threshold.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = number
    var place = base
    while true {
      let threshold = min(max(place - bias, smallest), largest)
      if rest < threshold { return output.append(digit(rest)) }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
  }

  /// a … z, 0 … 9.
  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x16 + value)
  }

  /// §3.4.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > (base - smallest) * largest / 2 {
      delta /= base - smallest
      bias += base
    }
    return bias + (base - smallest + 1) * delta / (delta + 38)
  }
}
