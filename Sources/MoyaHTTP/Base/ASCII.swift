import Glibc

/// Rules for the bytes of URLs (RFC 3986) and of header fields (RFC 9110), applied to UTF-8 text.
@usableFromInline package enum ASCII {
  /// Returns true if both texts are equal, or differ only in the case of A–Z.
  package static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    let left = left.utf8
    let right = right.utf8
    guard left.count == right.count else { return false }
    return left.elementsEqual(right) { $0 == $1 || (lowercase($0) == lowercase($1)) }
  }

  /// Returns true if both sequences of bytes are equal, or differ only in the case of A–Z.
  package static func equalIgnoringCase(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && left.elementsEqual(right) { $0 == $1 || (lowercase($0) == lowercase($1)) }
  }

  /// Returns the index after `http://` or `https://`. The letters of the scheme can have any case. Returns `nil` if the
  /// text has another scheme or none.
  package static func httpSchemeEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var word: UInt64 = 0
    if bytes.count >= 8 {
      word = UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
    } else {
      for byte in bytes.reversed() { word = word << 8 | UInt64(byte) }
    }
    // Each constant contains the bytes of `https://` or `http://` in lower case and in reverse order, because the first
    // byte of the text is the lowest byte of the word.
    if word | 0x20_2020_2020 == 0x2F2F_3A73_7074_7468 { return 8 }
    return (word | 0x2020_2020) & 0xFF_FFFF_FFFF_FFFF == 0x2F_2F3A_7074_7468 ? 7 : nil
  }

  /// Returns the index of the first byte that equals `byte`, or `nil` if there is none.
  @inlinable package static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  @inlinable package static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// Returns true if the byte is in a set of ASCII bytes. The set is given as two bit masks, for 0x00…0x3F and
  /// 0x40…0x7F, because this function runs for every byte of a request.
  @inlinable package static func isMember(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
    (byte < 0x40 ? low : byte < 0x80 ? high : 0) >> (UInt64(byte) & 63) & 1 == 1
  }

  /// Returns true if the byte is an unreserved character of RFC 3986 §2.3.
  @inlinable package static func isUnreserved(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// Returns true if a token can contain the byte (`tchar`, RFC 9110 §5.6.2).
  @inlinable package static func isToken(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
  }

  /// Returns true if the text is a token. A token has at least one byte.
  package static func isToken(_ text: String) -> Bool { text.withBytes(isToken) }

  package static func isToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    !bytes.isEmpty && words(bytes, have: hasByteOutsideName, else: isToken)
  }

  /// Returns true if the text is free of control characters except tab (RFC 9110 §5.5).
  package static func isFieldValue(_ text: String) -> Bool { text.withBytes(isFieldValue) }

  package static func isFieldValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    words(bytes, have: hasControl) { !isControl($0) || $0 == 0x09 }
  }

  /// Returns true if all bytes are ASCII.
  package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    words(bytes, have: { $0 & (0x80 * ones) != 0 }, else: { $0 < 0x80 })
  }

  /// Returns true if all bytes satisfy `holds`. To save time, it first passes eight bytes at once to `doubt`. `doubt`
  /// must return true if one of them does not satisfy `holds`, and may return true in other cases. Then every byte is
  /// checked with `holds`. The last eight bytes of a longer text can overlap bytes that were already checked.
  @inline(__always)
  private static func words(
    _ bytes: UnsafeBufferPointer<UInt8>, have doubt: (UInt64) -> Bool, else holds: (UInt8) -> Bool
  ) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    guard raw.count >= 8 else { return bytes.allSatisfy(holds) }
    var start = 0
    while start < raw.count - 8 {
      if doubt(raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)) { return bytes.allSatisfy(holds) }
      start += 8
    }
    return !doubt(raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self)) || bytes.allSatisfy(holds)
  }

  /// Returns true if all bytes are spaces or tabs.
  package static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Returns the first byte that no URL contains: a space, a backslash, or a byte that is not printable ASCII.
  static func firstOutsideURL(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let raw = UnsafeRawBufferPointer(bytes)
    var start = 0
    while raw.count - start >= 8, !hasByteOutsideURL(raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)) {
      start += 8
    }
    return bytes[start...].first { $0 &- 0x21 > 0x5D || $0 == 0x5C }
  }

  /// Returns true if one of eight bytes is a byte that no URL contains. The check is arithmetic, like a search for a
  /// zero byte. If a byte is too small, the subtraction borrows, which sets the byte's highest bit. If a byte is too
  /// large, its own highest bit is set. A borrow or a carry can reach the next byte, but then the result is already
  /// true.
  private static func hasByteOutsideURL(_ word: UInt64) -> Bool {
    let backslash = word ^ (0x5C * ones)
    let tooSmall = word &- (0x21 * ones)
    let tooLarge = word | (word &+ ones)
    return (tooSmall | tooLarge | ((backslash &- ones) & ~backslash)) & (0x80 * ones) != 0
  }

  /// Returns true if one of eight bytes is a control character. Bytes above 0x7F are not control characters. The
  /// check is arithmetic, as in `hasByteOutsideURL`.
  private static func hasControl(_ word: UInt64) -> Bool {
    let delete = word ^ (0x7F * ones)
    let tooSmall = (word &- (0x20 * ones)) & ~word
    return (tooSmall | ((delete &- ones) & ~delete)) & (0x80 * ones) != 0
  }

  /// Returns true if one of eight bytes is neither a letter nor a hyphen. Nearly all names of header fields consist of
  /// letters and hyphens, so they need no check of each byte. The check is arithmetic, as in `hasByteOutsideURL`.
  private static func hasByteOutsideName(_ word: UInt64) -> Bool {
    // Turns hyphens into letters, and all letters into lower case.
    let hyphen = word ^ (0x2D * ones)
    let isHyphen = (((hyphen & (0x7F * ones)) &+ (0x7F * ones)) | hyphen) & (0x80 * ones) ^ (0x80 * ones)
    let letters = word ^ (isHyphen >> 1)
    let lower = letters | (0x20 * ones)
    let tooSmall = lower &- (0x61 * ones)
    let tooLarge = lower | ((lower & (0x7F * ones)) &+ (0x05 * ones))
    return (tooSmall | tooLarge) & (0x80 * ones) != 0
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns true if the byte is a C0 control or DEL.
  @inlinable package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// Returns the hexadecimal digit for 0…15.
  @inlinable package static func hexDigit(_ value: UInt8, upperCase: Bool) -> UInt8 {
    value < 10 ? 0x30 + value : (upperCase ? 0x37 : 0x57) + value
  }

  /// Returns the value 0…15 of a hexadecimal digit, or `nil` if the byte is not such a digit.
  package static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}

extension String {
  /// Passes the UTF-8 text to `body` without copying it. `withUTF8` alone would need a variable that contains the text.
  /// For a short text, making this variable takes longer than reading the text.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// Returns true if the bytes of both texts are equal. Servers and file systems compare in this way. In contrast, `==`
  /// ignores differences of Unicode normalization, for example "é" as one scalar and as two.
  @inlinable @inline(__always)
  package func hasBytes(of other: String) -> Bool {
    // The quick check comes first, because both texts are often in the same memory.
    _isIdentical(to: other) || hasEqualBytes(other)
  }

  // The attribute says that the function changes nothing. The standard library's own comparison has this attribute too.
  // Without the attribute, the compiler would retain both texts for this call.
  @_effects(readonly)
  @usableFromInline func hasEqualBytes(_ other: String) -> Bool {
    withBytes { own in
      other.withBytes { other in
        guard own.count == other.count, let start = own.baseAddress, let second = other.baseAddress else {
          return own.count == other.count
        }
        return memcmp(start, second, own.count) == 0
      }
    }
  }
}
