import Dispatch

/// Gets the progress and the end of a transfer. Its functions are called by the backend, one at a time, progress before
/// the end, on any thread: libcurl's backend calls them on the thread that pumps its loop.
public protocol TransferObserver: AnyObject, Sendable {
  func transferDidProgress(_ progress: TransferProgress)
  /// The head of the final response, before its body, for options that say `wantsHead`: not of an interim response, of
  /// a redirect that is followed or of a challenge that is answered. Default: the body goes into the response.
  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination
  /// The next bytes of a body that goes to the observer, decoded; valid until this returns. Default: more.
  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow
  /// Exactly once, and last.
  func transferDidFinish(_ result: consuming Result<TransferResponse, TransferError>)
  /// The sender can answer now: `finish` makes the answer and ends the transfer, or does nothing if that was stopped
  /// meanwhile. The observer runs `finish` once, on the thread or queue where it wants the end. Default: at once.
  /// - Parameter queue: the sender's choice for observers that have none; `nil`: this thread.
  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void)
}

extension TransferObserver {
  public func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .response }

  public func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { .more }

  public func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) { finish() }
}
