import CHooks
import MoyaCore

/// A C++ exception that left a function of a plugin.
struct Thrown {
  /// The exception's own text. Empty if it has none.
  private let text: String

  /// Runs a function of CHooks, and passes it memory for the text of an exception.
  @inline(__always)
  static func catching<Answer>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> (answer: Answer, thrown: Thrown?) {
    var text: UnsafeMutablePointer<CChar>?
    let answer = call(&text)
    return (answer, text.map { take($0) })
  }

  @inline(never)
  private static func take(_ text: UnsafeMutablePointer<CChar>) -> Thrown {
    defer { moya_hook_free(text) }
    return Thrown(text: String(repairing: text))
  }

  func sentence(_ function: String) -> String {
    "a C++ exception left \(function)" + (text.isEmpty ? "" : ": \(text.onOneLine)")
  }
}
