import Dispatch

/// One who waits for a flight's result: where it is told, what it hears on the way, and its end. The only object of a
/// call that a caller holds.
///
/// Unchecked: what changes after the start is locked, or belongs to the thread that ends the waiter.
package final class Waiter: Cancellable, @unchecked Sendable {
  package let subject: any Subject
  /// Where hooks on the way back, progress and the end run; `nil`: where the flight lands.
  let queue: DispatchQueue?
  /// `nil` once it has run: a completion may hold this waiter.
  package private(set) var end: (any WaiterEnd)?
  /// Of a waiter without an end, whose caller looks for the result itself, on the thread that brings it.
  package private(set) var result: Result<Response, MoyaError>?
  private let listener: ProgressListener?
  /// The provider, which is kept alive until the end has run.
  private var owner: AnyObject?
  private let state = Protected(State())
  var links = Registry.Links()
  /// Where it is listed, or was, if its holder may wait for its end. Set before its start.
  package var registry: Registry?

  private struct State {
    /// From the start to the landing; the flight and the waiter hold each other.
    var flight: Flight?
    /// In a group's line; what is left of it does nothing when its turn has come.
    var place: (any PlaceInLine)?
    var isCancelled = false
    /// Before there is a flight, whose reader is told when there is one.
    var isPaused = false
    /// A resume is on its way to the flight.
    var isResuming = false
    var isStopped = false
    var hasLanded = false
  }

  package init(
    _ subject: any Subject, _ end: (any WaiterEnd)?, owner: AnyObject? = nil, queue: DispatchQueue? = nil,
    progress: ((ProgressResponse) -> Void)? = nil, hearsBoth: Bool = false
  ) {
    self.subject = subject
    self.end = end
    self.owner = owner
    self.queue = queue
    listener = progress.map { ProgressListener($0, queue: queue, hearsBoth: hearsBoth) }
  }

  // MARK: Giving up

  /// Was `cancel` called?
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Has it given up, for its holder or for the library? What its flight brings is no longer wanted.
  package var isGivenUp: Bool { state.withLock { $0.isStopped } }

  package func cancel() {
    state.withLock { $0.isCancelled = true }
    abandon()
  }

  /// As `cancel`, for a waiter that the library gives up and not its holder: `isCancelled` stays false.
  package func abandon() {
    let (flight, place) = giveUp()
    if let place, flight == nil { place.skip() }
    flight?.lane.executor.perform { flight?.leave(self) }
  }

  /// As `cancel`, from the progress closure of a waiter without a queue: what the flight brings next, perhaps its end,
  /// is not waited for.
  package func cancelInProgress() {
    state.withLock { $0.isCancelled = true }
    giveUp().flight?.leave(self)
  }

  private func giveUp() -> (flight: Flight?, place: (any PlaceInLine)?) {
    listener?.stop()
    return state.withLock { state in
      state.isStopped = true
      return (state.flight, state.place.take())
    }
  }

  /// Asks the order's reader for a pause before the next piece; without a reader it does nothing. Any thread.
  package func pause() {
    state.withLock { state in
      state.isPaused = true
      state.flight?.order.reader?.pause()
    }
  }

  /// Ends a pause of the order's reader; without one it does nothing. Any thread.
  package func resume() {
    let flight = state.withLock { state -> Flight? in
      state.isPaused = false
      // One at a time, or a thread that resumes without an end would give the flight's thread more than it can do.
      guard let flight = state.flight, !state.isResuming else { return nil }
      state.isResuming = true
      return flight
    }
    guard let flight else { return }
    flight.lane.executor.perform {
      // Under the lock: a pause that was asked for behind this resume wins over it.
      let isOvertaken = self.state.withLock { state in
        state.isResuming = false
        if !state.isPaused { flight.order.reader?.endPause() }
        return state.isPaused
      }
      if isOvertaken { flight.resumeUpload() } else { flight.resumeReading() }
    }
  }

  // MARK: How far it is

  package enum Progress {
    /// In a group's line, in the hands of plugins, or before another attempt.
    case waits
    /// A backend has the request.
    case runs
    /// The result is known.
    case ended
  }

  package var progress: Progress {
    let (flight, hasLanded) = state.withLock { ($0.flight, $0.hasLanded) }
    if hasLanded { return .ended }
    return flight?.isOut == true ? .runs : .waits
  }

  /// Bytes of body of the present attempt, those of the request and of the response; 0 unless it runs.
  package var bytes: (sent: Int64, received: Int64) { state.withLock { $0.flight }?.bytes ?? (0, 0) }

  /// Waits until its end has run. To be called after its start, if it has a registry.
  /// - Parameter milliseconds: −1: for ever.
  /// - Returns: false: the time is over.
  package func waitUntilEnded(milliseconds: Int32) -> Bool {
    guard let registry else { return true }
    return registry.wait(milliseconds) { registry.waitForEnd(of: self, $0) }
  }

  /// The result of a waiter without an end, which it no longer has then; `nil`: there is none yet.
  package func takeResult() -> Result<Response, MoyaError>? { result.take() }

  // MARK: For its flight

  /// False: it was given up before, and is not to wait.
  package func wait(in place: any PlaceInLine) -> Bool {
    state.withLock { state in
      if state.isStopped { return false }
      state.place = place
      return true
    }
  }

  enum Boarding {
    case waits
    /// Before the start, by a session that gives up all that it has.
    case cancelled
  }

  func board(_ flight: Flight) -> Boarding {
    state.withLock { state in
      state.flight = flight
      // Under the lock: a resume by another thread comes before or behind it.
      if state.isPaused { flight.order.reader?.pause() }
      return state.isStopped ? .cancelled : .waits
    }
  }

  var reportsProgress: Bool { listener != nil }

  func report(_ progress: TransferProgress, of flight: Flight) {
    guard let listener else { return }
    deliver(by: flight.lane.executor) { listener.hear(progress, of: flight) }
  }

  /// Runs `work` on the waiter's queue if it has one, else on `other`, else here.
  func deliver(on other: DispatchQueue? = nil, by executor: any Executor, _ work: @escaping @Sendable () -> Void) {
    guard let queue else {
      if let other { return other.async(execute: work) } else { return work() }
    }
    // Without progress there is one job at most, and nothing to keep in order.
    if let mailbox = listener?.mailbox { mailbox.post(work, by: executor) } else { executor.deliver(on: queue, work) }
  }

  /// The result is here. The last progress is reported, and no other.
  func land(_ result: Result<Response, MoyaError>, wasSent: Bool) {
    state.withLock { state in
      state.flight = nil
      state.hasLanded = true
    }
    listener?.end(result, wasSent: wasSent)
  }

  /// Runs the end, after `process`.
  func finish(_ result: consuming Result<Response, MoyaError>, in session: SessionRules) {
    session.registry.waiterEnds(self)
    if let end = end.take() { end.finish(consume result, of: self) } else { self.result = consume result }
    session.registry.waiterHasEnded(self)
    owner = nil
  }
}

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

/// A waiter's place in a line, in which it stands before it has a flight.
package protocol PlaceInLine: AnyObject, Sendable {
  /// The waiter gives up.
  func skip()
}
