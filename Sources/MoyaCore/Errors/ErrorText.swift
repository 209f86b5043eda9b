/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  /// The text for a developer: with the error's type, unless the error has a text of its own.
  static func debug(_ error: any Error) -> String { CodingErrorText.of(error) ?? String(reflecting: error) }

  static func of(_ error: any Error) -> String {
    CodingErrorText.of(error) ?? ErrorReason.shown(error) ?? "\(error)"
  }

  /// A text that is not a URL, as it may be shown: what might be a user, a password or a query is left out.
  static func shown(_ url: String) -> String {
    if url.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    return url[..<end] + (end < url.endIndex ? Redaction.mark : "")
  }
}
