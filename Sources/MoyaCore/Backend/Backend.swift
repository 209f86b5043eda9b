/// Where a request goes: the network, a stub, or something of the caller's own (an idea of MoyaX's).
///
/// The engine does not know which: what holds for one backend holds for all.
public protocol Backend: AnyObject, Sendable {
  /// Answers an exchange. The observer hears exactly one end, perhaps before this returns, from any thread.
  /// - Returns: a way to stop it; `nil` when it cannot be stopped or has ended. A call that is stopped ends at once in
  ///   either case, unless this backend watches the clock itself; what comes after the first end is ignored.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)?

  /// Does it end an exchange by itself when the total timeout in its options is over, and soon after it was stopped?
  /// Default: no; then the call watches the clock, also while `send` runs, and does not wait for this backend's end.
  var watchesTotalTimeout: Bool { get }

  /// Does it read the files that are uploaded and write those that are downloaded? Default: yes.
  var movesFiles: Bool { get }

  /// True: hooks on the way back and the completion run where the backend ends, unless the caller names a queue.
  /// False, the default: on the main queue.
  var choosesQueue: Bool { get }

  /// Runs the hooks that precede a send where this backend wants them. Default: at once, on the calling thread.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Runs hooks on the way back, or a completion, on the queue that the caller chose; in the order of the calls if the
  /// queue is serial. Default: each by itself.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Runs `work` later, for retries and deadlines. Default: a Dispatch timer, which blocked work elsewhere does not hold
  /// up.
  func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable
}

extension Backend {
  public var watchesTotalTimeout: Bool { false }

  public var movesFiles: Bool { true }

  public var choosesQueue: Bool { false }

  public func perform(_ work: @escaping @Sendable () -> Void) { work() }

  public func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  public func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    DispatchTimer(afterMilliseconds: afterMilliseconds, on: .anywhere, work)
  }
}
