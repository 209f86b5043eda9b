import Dispatch

/// Gets the progress and the end of a transfer. Its functions are called on the thread that pumps the loop, one at a
/// time, progress before the end.
public protocol TransferObserver: AnyObject, Sendable {
  func transferDidProgress(_ progress: TransferProgress)
  /// Exactly once, and last.
  func transferDidFinish(_ result: Result<TransferResponse, TransferError>)
  /// The sender can answer now: `finish` makes the answer and ends the transfer, or does nothing if that was stopped
  /// meanwhile. The observer runs `finish` once, on the thread or queue where it wants the end. Default: at once.
  /// - Parameter queue: the sender's choice for observers that have none; `nil`: this thread.
  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void)
}

extension TransferObserver {
  public func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) { finish() }
}
