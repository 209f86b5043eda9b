/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  /// For a developer, with its type where the error says no better.
  static func debug(_ error: any Error) -> String { CodingErrorText.of(error) ?? String(reflecting: error) }

  static func of(_ error: any Error) -> String {
    if let text = CodingErrorText.of(error) ?? (error as? any LocalizedError)?.errorDescription { return text }
    return foundationText(error) ?? "\(error)"
  }

  /// A URL that is none may hold anything anywhere: what might belong to a user or a query is left out.
  static func shown(_ url: String) -> String {
    if url.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    return url[..<end] + (end < url.endIndex ? Redaction.mark : "")
  }

  /// What an `NSError` carries for the user. Its description on Linux leaves that out, and the class itself cannot be
  /// named without Foundation; its stored properties can be looked at.
  private static func foundationText(_ error: any Error) -> String? {
    guard String(reflecting: type(of: error)) == "Foundation.NSError" else { return nil }
    let fields = Mirror(reflecting: error).children
    let info = fields.first { $0.label == "_userInfo" }?.value as? [String: Any]
    return info?["NSLocalizedDescription"] as? String
  }
}
