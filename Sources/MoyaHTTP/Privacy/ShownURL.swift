/// A URL as descriptions show it: without user, password, query and fragment, which may be secrets.
package enum ShownURL {
  static let mark = "<redacted>"

  package static func text(_ url: String) -> String {
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    let rest = end < url.endIndex ? "\(url[end])\(mark)" : ""
    let shown = url[..<end]
    guard let start = shown.firstRange(of: "://")?.upperBound else {
      // Without an authority it is unknown where a user would end.
      return url.utf8.contains(UInt8(ascii: "@")) ? mark : shown + rest
    }
    let path = shown[start...].utf8.firstIndex(of: UInt8(ascii: "/")) ?? end
    guard let at = shown[start..<path].utf8.lastIndex(of: UInt8(ascii: "@")) else { return shown + rest }
    return shown[..<start] + shown[shown.utf8.index(after: at)...] + rest
  }
}
