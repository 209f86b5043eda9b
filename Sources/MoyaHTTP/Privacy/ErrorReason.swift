import FoundationEssentials

/// What may be said of an error that is not ours. What it holds may be a secret, so it is not printed.
package enum ErrorReason {
  /// What it says to users, else the system's sentence, else its type.
  package static func of(_ error: any Error) -> String {
    if let text = shown(error) { return text }
    // Foundation's own has a description in no order.
    let cause = (error as? CocoaError)?.userInfo["NSUnderlyingError"] ?? error
    if let cause = cause as? POSIXError { return ErrorNumber.text(cause.code.rawValue) }
    if let error = error as? CocoaError { return "Cocoa error \(error.code.rawValue)" }
    return "\(type(of: error))"
  }

  /// What its author made for users to see; `nil`: nothing.
  package static func shown(_ error: any Error) -> String? {
    (error as? any LocalizedError)?.errorDescription ?? foundationText(error)
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
