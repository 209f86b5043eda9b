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

  /// `tchar` of RFC 9110 §5.6.2. A bit per byte: this is asked for every byte of every field name.
  @inlinable
  public static func isToken(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 0x40 ? 0x03FF_6CFA_0000_0000 : byte < 0x80 ? 0x57FF_FFFF_C7FF_FFFE : 0
    return bits >> (UInt64(byte) & 63) & 1 == 1
  }

  /// Only bytes of a token, and at least one?
  public static func isToken(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where !isToken(byte) { return false }
      return !bytes.isEmpty
    }
  }

  /// No control characters but tab (RFC 9110 §5.5)?
  public static func isFieldValue(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where isControl(byte) && byte != 0x09 { return false }
      return true
    }
  }

  /// C0 controls and DEL.
  @inlinable
  public static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}
