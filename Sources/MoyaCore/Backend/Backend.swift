/// Where a request goes: the network, a stub, or something of the caller's own (an idea of MoyaX's).
///
/// The engine does not know which: what holds for one backend holds for all.
public protocol Backend: AnyObject, Sendable {
  /// Answers an exchange. The observer hears exactly one end, perhaps before this returns, from any thread.
  /// - Returns: a way to stop it; `nil` when it cannot be stopped or has ended.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)?

  /// Runs the hooks that precede a send where this backend wants them. Default: at once, on the calling thread.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Runs `work` later, for retries and deadlines. Default: a Dispatch timer.
  func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable
}

extension Backend {
  public func perform(_ work: @escaping @Sendable () -> Void) { work() }

  public func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    DispatchTimer(afterMilliseconds: afterMilliseconds, work)
  }
}

/// One request on its way to a backend.
public struct Exchange {
  /// As the plugins prepared it.
  public let request: URLRequest
  public let options: TransferOptions
  /// Fields to add where the request has none of that name.
  public let sessionFields: HeaderFields
  public let target: any TargetType
}
