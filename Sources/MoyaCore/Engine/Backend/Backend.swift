/// Where a request goes: the network, a stub, or something of the caller's own (an idea of MoyaX's).
///
/// The engine does not know which: what holds for one backend holds for all. A backend that wraps another one, such as
/// a cache, sends the exchange on, as it came or with another request (`Exchange.sending`), and has the other's traits.
public protocol Backend: AnyObject, Sendable {
  /// Answers an exchange: calls the observer's `transferDidFinish` exactly once, perhaps before this returns, on any
  /// thread.
  /// - Returns: a way to stop it; `nil` when it cannot be stopped or has ended. A call that is stopped ends at once in
  ///   either case, unless this backend watches the clock itself; what comes after the first end is ignored.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)?

  /// What the engine may leave to it. Default: `.movesFiles`.
  var traits: BackendTraits { get }
}

extension Backend {
  public var traits: BackendTraits { .movesFiles }
}

/// What the engine may leave to a backend.
public struct BackendTraits: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It ends an exchange by itself when the total timeout in its options is over, and soon after it was stopped.
  /// Without this the flight watches the clock, also while `send` runs, and does not wait for this backend's end.
  public static let watchesTotalTimeout = BackendTraits(rawValue: 1 << 0)
  /// It reads the files that are uploaded, and writes those that are downloaded.
  public static let movesFiles = BackendTraits(rawValue: 1 << 1)
  /// Hooks on the way back and the completion run where this backend ends, unless the caller names a queue. Without
  /// this they run on the main queue.
  public static let choosesQueue = BackendTraits(rawValue: 1 << 2)
  /// It moves the files of some exchanges, and asks for what it needs with `Exchange.movingFiles()`.
  package static let choosesFiles = BackendTraits(rawValue: 1 << 3)
}
