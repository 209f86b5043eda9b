import FoundationEssentials
import Glibc

/// What may be said of an error of another module. Its values may be secrets, so it is not printed whole.
package enum ErrorReason {
  /// The error's text for users, else the system's sentence, else the error's type.
  package static func of(_ error: any Error) -> String {
    if let text = shown(error) { return text }
    // The description of Foundation's own error lists its values in no fixed order.
    let cause = (error as? CocoaError)?.userInfo["NSUnderlyingError"] ?? error
    if let cause = cause as? POSIXError { return ErrorNumber.text(cause.code.rawValue) }
    if let error = error as? CocoaError { return "Cocoa error \(error.code.rawValue)" }
    return "\(type(of: error))"
  }

  /// The text that the error's author made for users; `nil`: none.
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

// MARK: - ErrorNumber

/// The system's sentence for an `errno`.
package enum ErrorNumber {
  package static func text(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
        return "error \(number)"
      }
      return String(cString: start)
    }
  }
}
