import FoundationEssentials
import Glibc

/// The part of another module's error that can be shown. Its values can be secrets, so it is not printed whole.
package enum ErrorReason {
  /// The error's text for users if it has one, otherwise the system's sentence, otherwise the error's type.
  package static func of(_ error: any Error) -> String {
    if let text = shown(error) { return text }
    // The description of Foundation's own error lists its values in no fixed order.
    let cause = (error as? CocoaError)?.userInfo["NSUnderlyingError"] ?? error
    if let cause = cause as? POSIXError { return ErrorNumber.text(cause.code.rawValue) }
    if let error = error as? CocoaError { return "Cocoa error \(error.code.rawValue)" }
    return "\(type(of: error))"
  }

  /// The text that the error's author wrote for users. `nil` if there is none.
  package static func shown(_ error: any Error) -> String? {
    (error as? any LocalizedError)?.errorDescription ?? foundationText(error)
  }

  /// The text for the user in an `NSError`. Its description on Linux omits that text. Without Foundation the class
  /// cannot be named, but its stored properties can be read.
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
