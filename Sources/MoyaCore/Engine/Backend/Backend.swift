import Dispatch

/// Gets the response to a request, for example from the network, from a stub, or from a source that the caller
/// implements. The idea comes from the library MoyaX.
///
/// The engine treats all backends alike. A backend can wrap another backend, for example to cache responses. It then
/// passes each exchange to the wrapped backend, either unchanged or with another request (``Exchange/sending(_:)``),
/// and returns the traits of the wrapped backend as `traits`.
public protocol Backend: AnyObject, Sendable {
  /// Carries out an exchange. Calls the observer's `transferDidFinish` exactly once, on any thread, perhaps before this
  /// function returns.
  /// - Returns: an object that stops the exchange. `nil` if the exchange cannot be stopped or has ended. Even after
  ///   `nil`, a stopped call ends at once, unless this backend has the trait `watchesTotalTimeout`. The engine ignores
  ///   every call of `transferDidFinish` after the first one.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)?

  /// The tasks that the engine leaves to this backend. By default, the backend moves files (`.movesFiles`).
  var traits: BackendTraits { get }
}

extension Backend {
  public var traits: BackendTraits { .movesFiles }
}

/// The tasks that the engine can leave to a backend.
public struct BackendTraits: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The backend ends an exchange when the total timeout in the exchange's options is over, and soon after the exchange
  /// was stopped. If the backend lacks this trait, the engine watches the timeout, even while `send` runs, and does not
  /// wait for the backend.
  public static let watchesTotalTimeout = BackendTraits(rawValue: 1 << 0)
  /// The backend reads the files of uploads, and writes the files of downloads.
  public static let movesFiles = BackendTraits(rawValue: 1 << 1)
  /// If the caller names no queue, the hooks after the response and the completion run on the thread on which this
  /// backend ends the exchange. If the backend lacks this trait, they run on the main queue.
  public static let choosesQueue = BackendTraits(rawValue: 1 << 2)
  /// The backend reads and writes the files of some exchanges only. It calls `Exchange.movingFiles()` for these
  /// exchanges.
  package static let choosesFiles = BackendTraits(rawValue: 1 << 3)
}

/// Joins a backend with the executor that runs the hooks and timers of its flights (a flight is one call with all its
/// attempts). `Lane` is a class, so that each flight holds one reference instead of two.
package final class Lane: Sendable {
  package let backend: any Backend
  package let executor: any Executor
  /// The traits of the backend. They are read once.
  package let traits: BackendTraits
  /// The property `preparesInPlace` of the executor. It is read once.
  let preparesInPlace: Bool

  /// - Parameter executor: by default the executor for stubs and for callers' backends.
  package init(_ backend: any Backend, executor: any Executor = DirectExecutor.shared) {
    self.backend = backend
    self.executor = executor
    traits = backend.traits
    preparesInPlace = executor.preparesInPlace
  }

  /// Sends the exchange through the backend. A method of `Lane` can use the properties of the lane without retaining
  /// them first.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    backend.send(exchange, observer: observer)
  }
}

/// Runs the plugins' hooks and the completions of calls, and sets timers. An executor belongs to the session. A backend
/// knows neither hooks nor queues.
package protocol Executor: AnyObject, Sendable {
  /// True if `prepare` runs its work before it returns. Default: true.
  var preparesInPlace: Bool { get }

  /// Runs hooks before the request is sent. Default: runs them on the calling thread.
  func prepare(_ work: @escaping @Sendable () -> Void)

  /// Runs the work that follows a cancel or the end of a pause. The same thread runs the hooks and completions of calls
  /// without a queue, so that the work does not overlap them. Default: runs the work on the calling thread.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Runs a completion, or the hooks between the response and the completion, on the queue that the caller chose. On a
  /// serial queue, work runs in the order in which this function received it.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Calls `resumeTask` of a flight whose result only resumes a task. Default: calls it on the calling thread.
  func resumeTask(of flight: Flight)

  /// Runs `work` later. The work is a retry, the end of a deadline or a delayed stub.
  func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable
}

extension Executor {
  package var preparesInPlace: Bool { true }

  package func prepare(_ work: @escaping @Sendable () -> Void) { work() }

  package func perform(_ work: @escaping @Sendable () -> Void) { work() }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func resumeTask(of flight: Flight) { flight.resumeTask() }

  package func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    DispatchTimer(afterMilliseconds: afterMilliseconds, work)
  }
}

/// Runs `prepare` on the thread that makes the request, delivers each job separately, and uses Dispatch timers. This
/// executor is for stubs and for callers' backends.
package final class DirectExecutor: Executor {
  package static let shared = DirectExecutor()
}

/// Work that runs once, later, unless it is stopped.
final class DispatchTimer: Stoppable {
  /// Timers use this serial queue. A serial queue gets a thread even if all threads of the global queues are blocked.
  private static let clock = DispatchQueue(label: "moya.clock")
  /// How long a timer's work waits for a thread of the global queues, which have few threads. After that, the work gets
  /// its own queue and thread. If the work got its own thread at once, many calls that time out together would take
  /// hundreds of threads.
  private static let patience = DispatchTimeInterval.milliseconds(50)

  private let pending: Protected<(@Sendable () -> Void)?>
  /// The timer is a Dispatch source, because a source can be cancelled. `asyncAfter` would hold the work until its
  /// time, even if the work was stopped. For a total timeout, that can be minutes.
  ///
  /// The property is `nonisolated(unsafe)`: any thread can cancel a Dispatch source, but Dispatch does not declare the
  /// type as `Sendable`.
  nonisolated(unsafe) private let source: (any DispatchSourceTimer)?

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
