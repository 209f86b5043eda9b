import FoundationEssentials

/// Decides on a failed attempt when no plugin wants another one.
package protocol Retrier: Sendable {
  /// Runs where plugins prepare.
  /// - Parameter answer: called once, now or later, from any thread. The call's total timeout goes on, and a cancel
  ///   ends the wait. An `.after` that the total timeout does not allow counts as a no: the
  ///   call ends with its failure.
  func decide(on attempt: FailedAttempt, _ answer: @escaping @Sendable (RetrierDecision) -> Void)
}

package struct FailedAttempt: Sendable {
  /// The same for every attempt of a call.
  package let call: UUID
  package let error: MoyaError
  /// As it was sent.
  package let request: URLRequest?
  /// 1 for the first.
  package let number: Int
}

package enum RetrierDecision: Sendable {
  case after(seconds: TimeInterval)
  /// The call ends with this error.
  case fail(MoyaError)
}
