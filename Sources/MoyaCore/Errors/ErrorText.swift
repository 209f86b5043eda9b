/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  /// For a developer, with its type where the error says no better.
  static func debug(_ error: any Error) -> String { CodingErrorText.of(error) ?? String(reflecting: error) }

  static func of(_ error: any Error) -> String {
    CodingErrorText.of(error) ?? ErrorReason.shown(error) ?? "\(error)"
  }

  /// A URL that is none may hold anything anywhere: what might belong to a user or a query is left out.
  static func shown(_ url: String) -> String {
    if url.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    return url[..<end] + (end < url.endIndex ? Redaction.mark : "")
  }
}
