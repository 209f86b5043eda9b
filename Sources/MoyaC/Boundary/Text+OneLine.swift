extension String {
  /// With U+FFFD for each control character, separator of lines and change of direction: a text of a caller or a server
  /// inside a sentence, which must not look like two in a log.
  var onOneLine: String {
    // Most texts are ASCII without any.
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var shown = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }
}
