/// Letters in an order that does not repeat soon: a body in which no part equals another.
func letters(_ count: Int) -> [UInt8] {
  // With its types written down: one that the compiler has to find takes it 8 seconds.
  (0..<count).map { (place: Int) -> UInt8 in
    let step: Int = place &* place / 7
    return UInt8(97 + step % 26)
  }
}
