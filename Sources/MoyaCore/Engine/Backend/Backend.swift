import Dispatch

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

/// Where a flight goes (the backend), and where its hooks run and its time is kept (the executor). A class, so that
/// each flight carries one reference.
package final class Lane: Sendable {
  package let backend: any Backend
  package let executor: any Executor
  /// The backend's, asked for once.
  package let traits: BackendTraits
  /// The executor's, asked for once.
  let preparesInPlace: Bool

  /// - Parameter executor: by default that of stubs and of callers' own backends.
  package init(_ backend: any Backend, executor: any Executor = DirectExecutor.shared) {
    self.backend = backend
    self.executor = executor
    traits = backend.traits
    preparesInPlace = executor.preparesInPlace
  }

  /// A method of this class: its properties are used as they are, where another object would retain them first.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    backend.send(exchange, observer: observer)
  }
}

/// Where a flight's hooks and its waiters' ends run, and what keeps its time. It belongs to the session; a backend
/// knows neither hooks nor queues.
package protocol Executor: AnyObject, Sendable {
  /// Does `prepare` run its work before it returns? Default: true.
  var preparesInPlace: Bool { get }

  /// Runs hooks before a send. Default: here.
  func prepare(_ work: @escaping @Sendable () -> Void)

  /// Runs a cancel, or ends a pause, on the thread that runs the ends of waiters without a queue, so that it overlaps no
  /// hook there. Default: here.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Runs hooks on the way back, or an end, on the queue that the caller chose; in the order of the calls if the queue
  /// is serial.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Runs `work` later: a retry, a deadline, a delayed stub's answer.
  func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable
}

extension Executor {
  package var preparesInPlace: Bool { true }

  package func prepare(_ work: @escaping @Sendable () -> Void) { work() }

  package func perform(_ work: @escaping @Sendable () -> Void) { work() }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    DispatchTimer(afterMilliseconds: afterMilliseconds, work)
  }
}

/// Prepares on the thread that makes the request, delivers each job by itself, and keeps time by Dispatch: for stubs
/// and for backends of the caller's own.
package final class DirectExecutor: Executor {
  package static let shared = DirectExecutor()
}

/// Work that runs once, later, unless it is stopped.
///
/// Unchecked: a Dispatch source may be cancelled from any thread; its declaration does not say so.
final class DispatchTimer: Stoppable, @unchecked Sendable {
  /// A serial queue has a thread even while blocked work holds all those of the global ones.
  private static let clock = DispatchQueue(label: "moya.clock")
  /// How long work waits for one of the global ones, which are few, before it has a queue and a thread of its own. With
  /// one from the start, many calls that run out of time together would take hundreds of threads.
  private static let patience = DispatchTimeInterval.milliseconds(50)

  private let pending: Protected<(@Sendable () -> Void)?>
  /// `asyncAfter` would keep what was stopped until its time, which for a total timeout is minutes.
  private let source: (any DispatchSourceTimer)?

  init(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) {
    pending = Protected(work)
    source = afterMilliseconds > 0 ? DispatchSource.makeTimerSource(queue: DispatchTimer.clock) : nil
    guard let source else {
      fire()
      return
    }
    source.setEventHandler { self.fire() }
    source.schedule(deadline: .now() + .milliseconds(Int(afterMilliseconds)))
    source.resume()
  }

  func stop() {
    source?.cancel()
    _ = take()
  }

  private func fire() {
    // A cancelled source releases its handler, and with it the reference to this timer.
    source?.cancel()
    let run: @Sendable () -> Void = { self.take()?() }
    DispatchQueue.global().async(execute: run)
    DispatchTimer.clock.asyncAfter(deadline: .now() + DispatchTimer.patience) {
      if self.isPending { DispatchQueue(label: "moya.timer").async(execute: run) }
    }
  }

  private var isPending: Bool { pending.withLock { $0 != nil } }

  private func take() -> (@Sendable () -> Void)? { pending.withLock { $0.take() } }
}
