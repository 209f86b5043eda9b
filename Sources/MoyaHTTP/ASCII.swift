/// Byte rules of RFC 9110 and RFC 3986, on UTF-8.
public enum ASCII {
  /// Are both texts the same but for the case of A–Z?
  public static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    let left = left.utf8
    let right = right.utf8
    guard left.count == right.count else { return false }
    return left.elementsEqual(right) { $0 == $1 || (lowercase($0) == lowercase($1)) }
  }

  @inlinable
  public static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// `tchar` of RFC 9110 §5.6.2.
  @inlinable
  public static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// C0 controls and DEL.
  @inlinable
  public static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}
