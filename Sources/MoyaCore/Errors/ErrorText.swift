/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  /// The text for a developer: with the error's type, unless the error has a text of its own.
  static func debug(_ error: any Error) -> String { CodingErrorText.of(error) ?? String(reflecting: error) }

  static func of(_ error: any Error) -> String {
    CodingErrorText.of(error) ?? ErrorReason.shown(error) ?? "\(error)"
  }
}
