import FoundationEssentials

extension URLResponse {
  /// A name for a file that stores the body. It is the name in `Content-Disposition` (RFC 6266) if there is one,
  /// otherwise the last component of the URL, otherwise "unknown".
  ///
  /// Whatever the server sent, the name is a single path component of at most 255 bytes without control characters, and
  /// does not begin with a dot.
  public var suggestedFilename: String? {
    let disposition = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
    return disposition.flatMap(SuggestedFilename.of) ?? SuggestedFilename.component(url?.lastPathComponent ?? "")
      ?? "unknown"
  }
}

enum SuggestedFilename {
  /// Returns the file name of a `Content-Disposition`, or `nil` if it has no usable file name.
  static func of(_ disposition: String) -> String? {
    var plain: String?
    for parameter in FieldParameter.all(in: disposition) {
      switch parameter.name {
      case "filename": plain = parameter.text ?? plain
      // `filename*` takes precedence over the plain form (RFC 6266 §4.3).
      case "filename*": if let name = parameter.value.flatMap(extended).flatMap(component) { return name }
      default: continue
      }
    }
    return plain.flatMap(component)
  }

  /// Decodes `charset'language'percent-encoded` (RFC 8187). Returns `nil` if the value has another form, or another
  /// charset than UTF-8.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, String(parts[0]).trimmingSpaces.lowercased() == "utf-8" else { return nil }
    return String(decoding: QueryItems.decode(Array(parts[2].utf8)[...], plusIsSpace: false), as: UTF8.self)
  }

  /// Returns the last component of a path with slashes or backslashes, in a form that is safe as a file name. Returns
  /// `nil` if there is no usable name.
  static func component(_ path: String) -> String? {
    // This compares scalars and not characters, because a slash and a combining mark after it are one character.
    let parts = path.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    let name = String(String.UnicodeScalarView((parts.last ?? Substring.UnicodeScalarView()).filter { !isControl($0) }))
    if name.isEmpty || name == "." || name == ".." { return nil }
    // The name does not begin with a dot, because a program could read its settings from a hidden file.
    return shortened(name.utf8.first == 0x2E ? "_" + String(name.unicodeScalars.dropFirst()) : name)
  }

  /// Returns true for a control character, for the end of a line or a paragraph, and for a scalar that changes the
  /// direction of text. The last kind could make `exe.gpj` look like `jpg.exe` in a list of files.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Maximum number of bytes of a file name that file systems allow.
  private static let longest = 255
  /// Maximum number of bytes of an extension that `shortened` preserves. A longer extension does not count as an
  /// extension.
  private static let longestExtension = 16

  /// Returns the name, shortened to `longest` bytes. The cut is before the extension, and never inside a character.
  private static func shortened(_ name: String) -> String {
    if name.utf8.count <= longest { return name }
    let dot = name.utf8.lastIndex(of: 0x2E) ?? name.endIndex
    let kept = name.utf8.distance(from: dot, to: name.endIndex) <= longestExtension ? name[dot...] : ""
    var (short, room) = ("", longest - kept.utf8.count)
    for scalar in name.unicodeScalars {
      room -= UTF8.width(scalar)
      if room < 0 { break }
      short.unicodeScalars.append(scalar)
    }
    return short + kept
  }
}
