@_spi(_Unicode) import Swift

/// A label of a host's name in letters of any script, and its form in ASCII (RFC 5890 §2.3.2.1).
///
/// Capitals become small and the text NFC, as UTS #46 does it. What that leaves must be allowed by RFC 5892 wherever it
/// stands. So no label is converted in a way in which another program would not: what the two standards treat
/// differently is refused, and so is what depends on its neighbours (joiners, the middle dot) or maps to ASCII or to a
/// delimiter.
enum InternationalLabel {
  /// `xn--…`; `nil`: it has no such form, or none that is certain.
  static func ascii(_ label: some Sequence<Unicode.Scalar>) -> [UInt8]? {
    var mapped = String.UnicodeScalarView()
    for scalar in label {
      guard let small = lowered(scalar) else { return nil }
      mapped.append(small)
    }
    let scalars = Array(String(mapped)._nfc)
    guard scalars.allSatisfy(isAllowed), let first = scalars.first, !isMark(first), hyphensMayStand(in: scalars),
      let encoded = Punycode.encoded(scalars), encoded.count <= 59
    else { return nil }
    return Array("xn--".utf8) + encoded
  }

  /// In lower case; `nil`: it has none, or one that only stands for another.
  private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return Unicode.Scalar(ASCII.lowercase(UInt8(truncatingIfNeeded: scalar.value))) }
    if isStable(scalar) || isLetterBesideItsFold(scalar) { return scalar }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    guard small.count == 1, let letter = small.first, !letter.isASCII, isStable(letter) else { return nil }
    return letter
  }

  /// RFC 5892 §3, of a scalar that `lowered` gave.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0..<0x80: return false
    // The exceptions of §2.6.
    case 0x06FD, 0x06FE, 0x0F0B, 0x3007: return true
    case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false  // marks of symbols and of music (§2.4)
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false  // parts of old Hangul syllables (§2.9)
    default: break
    }
    guard isStable(scalar) || isLetterBesideItsFold(scalar) else { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: return true
    default: return isMark(scalar)
    }
  }

  /// Neither case folding nor compatibility forms change it, and it is never left out.
  private static func isStable(_ scalar: Unicode.Scalar) -> Bool { !scalar.properties.changesWhenNFKCCaseFolded }

  /// ß and the final ς, which RFC 5892 §2.6 keeps.
  private static func isLetterBesideItsFold(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xDF || scalar.value == 0x3C2
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  /// RFC 5891 §4.2.3.1.
  private static func hyphensMayStand(in scalars: [Unicode.Scalar]) -> Bool {
    let hyphen: Unicode.Scalar = "-"
    return scalars.first != hyphen && scalars.last != hyphen
      && !(scalars.count > 3 && scalars[2] == hyphen && scalars[3] == hyphen)
  }
}
