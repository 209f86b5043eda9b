/// Returns bytes that do not repeat. So a test sees if a part of them is missing, comes twice or is at another place.
///
/// - Parameter seed: Results with different seeds from 0 to 255 differ in every byte.
package func unlikeBytes(_ count: Int, seed: Int = 0) -> [UInt8] {
  (0..<count).map { (place: Int) -> UInt8 in
    // This is a step of the generator SplitMix64.
    let spread = UInt64(place) &* 0x9E37_79B9_7F4A_7C15
    let mixed = (spread ^ (spread >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return UInt8(truncatingIfNeeded: mixed >> 40) &+ UInt8(truncatingIfNeeded: seed)
  }
}

/// Returns letters from a to z that do not repeat, as `unlikeBytes` says.
package func letters(_ count: Int) -> [UInt8] { unlikeBytes(count).map { 97 + $0 % 26 } }
