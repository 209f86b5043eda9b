import FoundationEssentials

extension URLResponse {
  /// A name for a file with the body: the one in `Content-Disposition` (RFC 6266), else the last component of the URL,
  /// else "unknown". Always a single path component of at most 255 bytes, without control characters, that does not begin
  /// with a dot, whatever the server sent.
  public var suggestedFilename: String? {
    let disposition = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
    return disposition.flatMap(SuggestedFilename.of) ?? SuggestedFilename.component(url?.lastPathComponent ?? "")
      ?? "unknown"
  }
}

enum SuggestedFilename {
  /// The file name of a `Content-Disposition`; `nil` when it names none that is usable.
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

  /// RFC 8187: `charset'language'percent-encoded`. `nil`: not of that form, or of another charset than UTF-8.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, String(parts[0]).trimmingSpaces.lowercased() == "utf-8" else { return nil }
    return String(decoding: QueryItems.decode(Array(parts[2].utf8)[...], plusIsSpace: false), as: UTF8.self)
  }

  /// The last component of a path, on whatever system it was made.
  static func component(_ path: String) -> String? {
    let last = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let name = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    if name.isEmpty || name == "." || name == ".." { return nil }
    // A file that is hidden may be one that a program reads its settings from.
    return shortened(name.hasPrefix(".") ? "_" + name.dropFirst() : name)
  }

  /// Bytes that file systems allow.
  private static let longest = 255
  /// Of an extension that is kept: a longer one is not one.
  private static let longestExtension = 16

  /// Cut in front of its extension, between two characters.
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
