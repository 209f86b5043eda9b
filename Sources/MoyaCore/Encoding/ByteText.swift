extension [UInt8] {
  /// The decimal digits of a number.
  mutating func appendDecimal(_ number: Int) {
    var rest = number.magnitude
    if number < 0 { append(0x2D) }
    var place: UInt = 1
    while rest / place >= 10 { place *= 10 }
    while place > 0 {
      append(0x30 + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
  }

  /// The text's bytes, and of those that are not plain what `escape` writes.
  @inline(__always)
  mutating func append(
    _ text: String, where isPlain: (UInt8) -> Bool, otherwise escape: (inout [UInt8], UInt8) -> Void
  ) {
    text.withBytes { source in
      var start = 0
      for index in 0..<source.count where !isPlain(source[index]) {
        append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
        start = index + 1
        escape(&self, source[index])
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
    }
  }
}
