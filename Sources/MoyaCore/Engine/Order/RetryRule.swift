/// Decides on attempts of one order, behind the plugins: what a face's own description of a call says of retries.
package protocol RetryRule: AnyObject, Sendable {
  /// The first attempt is sent.
  func begin()
  /// On the result of an attempt that could be repeated.
  /// - Parameters:
  ///   - subject: whose call it is.
  ///   - attempt: 1 for the first.
  func decide(
    on result: Result<Response, MoyaError>, of request: URLRequest?, about subject: any Subject, attempt: Int
  ) -> RetryDecision
  /// The other one decides the same on every result: calls with either may share a flight.
  func equals(_ other: any RetryRule) -> Bool
}

extension RetryRule {
  package func equals(_ other: any RetryRule) -> Bool { self === other }
}
