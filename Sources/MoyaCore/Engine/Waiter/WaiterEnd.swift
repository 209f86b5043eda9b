/// What the end of a waiter does: each way in which a caller wants to be told is a kind of its own.
package protocol WaiterEnd: AnyObject, Sendable {
  /// Runs once, after `process`: on the waiter's queue, or where the flight lands if it has none.
  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter)
}

/// An end by a completion.
///
/// Unchecked: the completion is the caller's, and only handed to the thread that ends the waiter.
package final class CompletionEnd: WaiterEnd, @unchecked Sendable {
  package typealias Completion = (Result<Response, MoyaError>) -> Void

  package let completion: Completion

  package init(_ completion: @escaping Completion) { self.completion = completion }

  package func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter) { completion(result) }
}
