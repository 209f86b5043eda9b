/// A request that can be given up.
///
/// `@preconcurrency`: types that conform were written before this was Sendable; Swift 5 accepts them in silence.
@preconcurrency
public protocol Cancellable: Sendable {
  /// Was `cancel` called? Stays false when the request ended by itself.
  var isCancelled: Bool { get }
  /// The request completes with a failure, once, unless it has completed. Any thread.
  func cancel()
}
