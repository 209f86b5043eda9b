/// A URL as descriptions show it: without user, password, query and fragment, which may be secrets.
package enum ShownURL {
  package static func text(_ url: String) -> String {
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    let rest = end < url.endIndex ? "\(url[end])\(Redaction.mark)" : ""
    let shown = URLReference(String(url[..<end]))
    // Without an authority it is unknown where a user would end.
    if shown.authority == nil, url.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    return shown.removingUserInformation().text + rest
  }

  /// A text that is not a URL, as it may be shown: what might be a user, a password or a query is left out.
  package static func unusable(_ text: String) -> String {
    if text.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    return text[..<end] + (end < text.endIndex ? Redaction.mark : "")
  }
}
