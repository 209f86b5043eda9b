@_spi(_Unicode) import Swift

/// Converts a URL's host to one notation before any other code reads it. A name outside ASCII is converted to ASCII,
/// the form that the name service, the Host field, certificates and proxies use. A percent-encoded letter is decoded.
/// An address is written as `HostAddress` does.
package enum InternationalHost {
  /// Maximum number of bytes of a name (RFC 1035 §2.3.4), without a dot at its end.
  private static let longest = 253

  /// Does a fast check. Returns false if `converted` would certainly not change the URL.
  package static func mayStand(in url: UnsafeBufferPointer<UInt8>) -> Bool {
    if url.reduce(0, |) >= 0x80 || ASCII.index(of: 0x25, in: url) != nil { return true }
    guard let slash = ASCII.index(of: 0x2F, in: url), slash + 2 < url.count, url[slash + 1] == 0x2F else {
      return false
    }
    return HostAddress.mayBeSpelledOtherwise(url, from: slash + 2)
  }

  /// Returns the URL with its host in the notation of this type: a name in ASCII, or an address as `HostAddress` writes
  /// it. The given host can be UTF-8 or percent-encoded (RFC 3986 §3.2.2). If the host has no unambiguous notation,
  /// returns the URL unchanged, and `RequestRules` rejects it.
  package static func converted(_ url: String) -> String {
    guard url.withBytes(mayStand) else { return url }
    let bytes = Array(url.utf8)
    guard let authority = URLReference(bytes).removingUserInformation().authority else { return url }
    let isBracketed = authority.first == 0x5B
    let end = authority.firstIndex { $0 == (isBracketed ? 0x5D : 0x3A) }.map { isBracketed ? $0 + 1 : $0 }
    let host = authority[..<(end ?? authority.endIndex)]
    guard let spelled = isBracketed ? HostAddress.six(host) : name(host) else { return url }
    return String(decoding: bytes[..<host.startIndex] + spelled + bytes[host.endIndex...], as: UTF8.self)
  }

  private static func name(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    guard let name = decoded(host) else { return nil }
    if name.allSatisfy({ $0 < 0x80 }) { return HostAddress.four(name[...]) ?? name }
    return String(validating: name, as: UTF8.self).flatMap(ascii)
  }

  /// Returns the ASCII form of a name outside ASCII, or `nil` if it has no unambiguous form.
  package static func ascii(_ name: String) -> [UInt8]? {
    // A name with this many bytes has no ASCII form that is short enough, even if NFC composes several of its
    // characters to one.
    guard name.utf8.count < 16 * longest else { return nil }
    let parts = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    var labels: [[UInt8]] = []
    for label in parts {
      let isPlain = label.allSatisfy(\.isASCII)
      guard let ascii = isPlain ? Array(String(label).utf8) : InternationalLabel.ascii(label) else { return nil }
      labels.append(ascii)
    }
    guard BidiRule.allows(parts) else { return nil }
    let result = Array(labels.joined(separator: [0x2E]))
    return result.count <= longest + (result.last == 0x2E ? 1 : 0) ? result : nil
  }

  /// Returns the decoded bytes of a host, or `nil` if a percent-encoded byte could be a delimiter.
  private static func decoded(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    var name: [UInt8] = []
    var rest = host
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        name.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue),
        high >= 8 || ASCII.isUnreserved(high << 4 | low)
      else { return nil }
      name.append(high << 4 | low)
    }
    return name
  }
}

// MARK: - InternationalLabel

/// A label of a host name in any script, and its ASCII form (RFC 5890 §2.3.2.1).
///
/// Capitals become small letters and the text becomes NFC, as in UTS #46. A label is accepted only if RFC 5892 allows
/// each resulting character in every position.
///
/// So each label that is accepted has the same ASCII form in other programs. Labels that UTS #46 and RFC 5892 treat
/// differently are rejected. Characters are also rejected if they depend on their neighbours (joiners, the middle dot),
/// or if they map to ASCII or to a delimiter.
enum InternationalLabel {
  /// Returns the ASCII form of a label, which begins with `xn--`. Returns `nil` if the label is not accepted.
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

  /// Returns the scalar in lower case. Returns `nil` if its lower case is several characters or ASCII, or if NFKC case
  /// folding replaces the lower case with another character.
  private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return Unicode.Scalar(ASCII.lowercase(UInt8(truncatingIfNeeded: scalar.value))) }
    if isStable(scalar) || isLetterBesideItsFold(scalar) { return scalar }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    guard small.count == 1, let letter = small.first, !letter.isASCII, isStable(letter) else { return nil }
    return letter
  }

  /// Returns true if RFC 5892 §3 allows a scalar that `lowered` returned.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0..<0x80: return false
    // These are exceptions of RFC 5892 §2.6.
    case 0x06FD, 0x06FE, 0x0F0B, 0x3007: return true
    case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false  // marks of symbols and of music (RFC 5892 §2.4)
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false  // parts of old Hangul (RFC 5892 §2.9)
    default: break
    }
    guard isStable(scalar) || isLetterBesideItsFold(scalar) else { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: return true
    default: return isMark(scalar)
    }
  }

  /// Returns true if NFKC case folding (Unicode's removal of case, compatibility forms and ignorable characters) leaves
  /// the scalar as it is (RFC 5892 §2.2).
  private static func isStable(_ scalar: Unicode.Scalar) -> Bool { !scalar.properties.changesWhenNFKCCaseFolded }

  /// Returns true if the scalar is ß or the final ς. RFC 5892 §2.6 preserves these letters.
  private static func isLetterBesideItsFold(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xDF || scalar.value == 0x3C2
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  /// Returns true if the hyphens of a label satisfy RFC 5891 §4.2.3.1.
  private static func hyphensMayStand(in scalars: [Unicode.Scalar]) -> Bool {
    let hyphen: Unicode.Scalar = "-"
    return scalars.first != hyphen && scalars.last != hyphen
      && !(scalars.count > 3 && scalars[2] == hyphen && scalars[3] == hyphen)
  }
}

// MARK: - BidiRule

/// The Bidi rule of host names (RFC 5893 §2). If a name has right-to-left letters, each label must have one direction.
/// A name that breaks this rule could look like another name, and other programs reject it.
enum BidiRule {
  private enum Direction {
    case left, right, arabicNumber, europeanNumber, mark, neutral
  }

  /// Returns true if a name satisfies the rule for text in two directions (RFC 5893).
  /// - Parameter labels: the labels of the name. They must consist of letters, marks, digits and hyphens that
  ///   `InternationalLabel` allows.
  static func allows(_ labels: some Sequence<Substring.UnicodeScalarView>) -> Bool {
    let labels = labels.map { $0.map(direction) }
    guard labels.contains(where: { $0.contains(.right) || $0.contains(.arabicNumber) }) else { return true }
    return labels.allSatisfy(isOfOneDirection)
  }

  private static func isOfOneDirection(_ label: [Direction]) -> Bool {
    guard let first = label.first, let last = label.last(where: { $0 != .mark }) else { return true }
    switch first {
    case .right:
      return !label.contains(.left) && last != .neutral
        && !(label.contains(.arabicNumber) && label.contains(.europeanNumber))
    case .left:
      return !label.contains(.right) && !label.contains(.arabicNumber) && (last == .left || last == .europeanNumber)
    default: return false
    }
  }

  private static func direction(_ scalar: Unicode.Scalar) -> Direction {
    switch scalar.value {
    case 0x2D: return .neutral
    case 0x30...0x39, 0x06F0...0x06F9: return .europeanNumber
    case 0x0660...0x0669, 0x10D30...0x10D39: return .arabicNumber
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark: return .mark
    default: return isOfRightToLeftScript(scalar) ? .right : .left
    }
  }

  /// Returns true if the scalar is in a block whose letters are R or AL in Unicode's DerivedBidiClass. This includes
  /// the class's defaults for unassigned characters.
  private static func isOfRightToLeftScript(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

// MARK: - Punycode

/// The ASCII encoding of a label's characters (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let smallest = 1
  private static let largest = 26

  /// Returns the text after `xn--`, or `nil` if it is too long for a label. The scalars must be in lower case and in
  /// NFC.
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

  /// Writes a number as digits, the least significant digit first (RFC 3492 §3.3). The last digit is the one that is
  /// below its threshold.
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

  /// Returns a digit: a … z, then 0 … 9.
  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x16 + value)
  }

  /// Adapts the bias (RFC 3492 §3.4).
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
