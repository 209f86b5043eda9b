/// Letters in an order that does not repeat soon: a body in which no part equals another.
func letters(_ count: Int) -> [UInt8] {
  // The types are written down, because the compiler would need 8 seconds to find them.
  (0..<count).map { (place: Int) -> UInt8 in
    let step: Int = place &* place / 7
    return UInt8(97 + step % 26)
  }
}
