/// The Bidi rule of host names (RFC 5893 §2): in a name with letters that are written from right to left, each label has
/// one direction. Otherwise a name would be shown as another one, and other programs refuse it.
enum BidiRule {
  private enum Direction {
    case left, right, arabicNumber, europeanNumber, mark, neutral
  }

  /// - Parameter labels: of letters, marks, digits and hyphens, as `InternationalLabel` allows them.
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

  /// The blocks whose letters are R or AL (Unicode's DerivedBidiClass, its defaults for unassigned ones included).
  private static func isOfRightToLeftScript(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
