/// A way to give something up; the action runs once at most.
///
/// Unchecked: the action is the caller's code.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible, @unchecked Sendable {
  private let action: () -> Void
  private let request: URLRequest?
  private let cancelled = Once()

  /// - Parameter action: run by the first `cancel`, on its thread.
  public convenience init(action: @escaping () -> Void) { self.init(request: nil, action: action) }

  init(request: URLRequest?, action: @escaping () -> Void) {
    self.request = request
    self.action = action
  }

  public var isCancelled: Bool { cancelled.hasPassed }

  public func cancel() { if cancelled.pass() { action() } }

  public var debugDescription: String {
    request.map { CURLCommand.text(for: $0, redaction: .default) } ?? "Empty Request"
  }
}
