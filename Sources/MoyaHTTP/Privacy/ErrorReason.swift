import FoundationEssentials
import Glibc

/// The part of an error that can be shown, for errors that do not come from this library. The values in an error can be
/// secrets, so the error is not printed whole.
package enum ErrorReason {
  /// Returns the error's text for users. If the error has no such text, returns the system's sentence. If there is no
  /// such sentence, returns the error's type.
  package static func of(_ error: any Error) -> String {
    if let text = shown(error) { return text }
    // If the error is Foundation's own, its underlying error is used, because the description of Foundation's error
    // lists values in no fixed order.
    let cause = (error as? CocoaError)?.userInfo["NSUnderlyingError"] ?? error
    if let cause = cause as? POSIXError { return ErrorNumber.text(cause.code.rawValue) }
    if let error = error as? CocoaError { return "Cocoa error \(error.code.rawValue)" }
    return "\(type(of: error))"
  }

  /// Returns the text that the error's author wrote for users, or `nil` if there is none.
  package static func shown(_ error: any Error) -> String? {
    (error as? any LocalizedError)?.errorDescription ?? foundationText(error)
  }

  /// Returns the text for users that an `NSError` contains. On Linux, the description of an `NSError` omits this text.
  /// This code does not import Foundation, so it cannot name the class, but it can read the stored properties.
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
