import CSanitizer
import Dispatch

/// Represents one caller who wants the result of a flight (one call with all its attempts). A waiter has the caller's
/// queue, progress closure and completion. Of all objects of a call, a caller holds only the waiter.
///
/// The class is `@unchecked Sendable`: fields that change after the start are locked, or belong to the thread that
/// completes the waiter.
package final class Waiter: Cancellable, @unchecked Sendable {
  package let subject: any Subject
  /// The queue on which progress, the hooks after the response, and the completion run. If it is `nil`, they run on the
  /// thread that delivers the result.
  let queue: DispatchQueue?
  package typealias Closure = @Sendable (Result<Response, MoyaError>) -> Void

  /// The completion, if it is an object. `nil` once it has run, because a completion can hold this waiter.
  private var end: (any WaiterEnd)?
  /// The completion, if it is a closure. `nil` once it has run.
  package private(set) var closure: Closure?
  /// The result of a call without a completion. The thread that delivers the result also takes it from here
  /// (`takeResult`).
  package private(set) var result: Result<Response, MoyaError>?
  /// The task that waits for the result, if the call has no completion. `nil` once the task was resumed. The task takes
  /// the result with `takeResult`.
  private var task: UnsafeContinuation<Void, Never>?
  private let listener: ProgressListener?
  /// The provider. The waiter holds a reference to it until the completion has run.
  private var owner: AnyObject?
  private let state = Protected(State())
  var links = Registry.Links()
  /// The session's list of calls (`Registry`) that has or had this waiter. The property is set before the start. It
  /// stays `nil` if the program cannot wait for the waiter's completion.
  package var registry: Registry?

  private struct State {
    /// The object that carries out the call, from the call's start until the result is delivered. During that time this
    /// object and the waiter hold references to each other.
    var flight: Flight?
    /// Where the waiter waits while it has no flight: in the line of a group before the start, or in the run of the
    /// `finish` hooks at the end. A cancel calls `skip` of this object.
    var place: (any PlaceInLine)?
    var isCancelled = false
    /// True from `pause` until `resume`. If the call has not started yet, its reader is paused when the call starts.
    var isPaused = false
    /// True if a job that ends the pause was given to the call's executor and has not run yet.
    var isResuming = false
    var isStopped = false
    var hasLanded = false
  }

  package init(
    _ subject: any Subject, _ end: (any WaiterEnd)?, closure: Closure? = nil, owner: AnyObject? = nil,
    queue: DispatchQueue? = nil,
    progress: (@Sendable (ProgressResponse) -> Void)? = nil, hearsBoth: Bool = false,
    steps: (@Sendable (TransferStep) -> Void)? = nil
  ) {
    self.subject = subject
    self.end = end
    self.closure = closure
    self.owner = owner
    self.queue = queue
    listener =
      progress == nil && steps == nil
      ? nil : ProgressListener(progress, steps: steps, queue: queue, hearsBoth: hearsBoth)
  }

  // MARK: Cancelling

  /// True if `cancel` was called.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// True if the program or the library has cancelled the call, so that its response is not needed.
  package var isGivenUp: Bool { state.withLock { $0.isStopped } }

  package func cancel() {
    state.withLock { $0.isCancelled = true }
    abandon()
  }

  /// Cancels the call on behalf of the library, for example because the session closes. `isCancelled` stays false.
  package func abandon() {
    let (flight, place) = giveUp()
    if let place, flight == nil { place.skip() }
    flight?.lane.executor.perform { flight?.leave(self) }
  }

  /// Cancels the call from inside the progress closure of a waiter without a queue. The waiter leaves its flight (the
  /// object that carries out the call) immediately, on this thread. If it left later, the flight could first report
  /// more progress, or even run the completion.
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

  /// Asks the reader of the call's response to pause before the next piece. Does nothing if the call has no reader. Any
  /// thread may call this function.
  package func pause() {
    state.withLock { state in
      state.isPaused = true
      state.flight?.description.reader?.pause()
    }
  }

  /// Ends a pause of the reader of the call's response. Does nothing if the call has no reader. Any thread may call
  /// this function.
  package func resume() {
    let flight = state.withLock { state -> Flight? in
      state.isPaused = false
      // If a job that will end the pause is already waiting, no second one is made. Otherwise a thread that calls
      // `resume` again and again would give the executor more jobs than it can run.
      guard let flight = state.flight, !state.isResuming else { return nil }
      state.isResuming = true
      return flight
    }
    guard let flight else { return }
    flight.lane.executor.perform {
      // Because of the lock, a pause that was requested after this `resume` takes precedence.
      let isOvertaken = self.state.withLock { state in
        state.isResuming = false
        // Without its flight, the waiter has its result, and another thread may be changing the flight's description.
        if !state.isPaused, state.flight === flight { flight.description.reader?.endPause() }
        return state.isPaused
      }
      if isOvertaken { flight.resumeUpload() } else { flight.resumeReading() }
    }
  }

  // MARK: Progress

  package enum Progress {
    /// The call is in the line of a group, waits for a plugin, or waits for another attempt.
    case waits
    /// A backend has the request.
    case runs
    /// The result is known.
    case ended
  }

  package var progress: Progress {
    let (flight, hasLanded, place) = state.withLock { ($0.flight, $0.hasLanded, $0.place) }
    // The result is known, but a plugin may still change it.
    if place is Finishing { return .waits }
    if hasLanded { return .ended }
    return flight?.isOut == true ? .runs : .waits
  }

  /// How many bytes of both bodies the present attempt has sent and received. Both numbers are 0 if no backend has the
  /// request.
  package var bytes: (sent: Int64, received: Int64) { state.withLock { $0.flight }?.bytes ?? (0, 0) }

  /// True if the call waits for a plugin.
  package var isSuspended: Bool {
    let (flight, place) = state.withLock { ($0.flight, $0.place) }
    return flight?.isSuspended ?? (place is Finishing)
  }

  /// Waits until the completion has run. Call it after the start, for a waiter that has a registry.
  /// - Parameter milliseconds: the limit. −1 means no limit.
  /// - Returns: false if the time is over.
  package func waitUntilEnded(milliseconds: Int32) -> Bool {
    guard let registry else { return true }
    return registry.wait(milliseconds) { registry.waitForEnd(of: self, $0) }
  }

  /// Returns the result of a waiter that has no completion, and removes it from the waiter. Returns `nil` if there is
  /// no result yet, or if the result was already taken.
  package func takeResult() -> Result<Response, MoyaError>? {
    moya_tsan_acquire(addressOf(self))
    return result.take()
  }

  // MARK: Called by the flight

  /// Stores the place in which the waiter waits. Returns false if the waiter was cancelled before and must not wait.
  package func wait(in place: any PlaceInLine) -> Bool {
    state.withLock { state in
      if state.isStopped { return false }
      state.place = place
      return true
    }
  }

  /// Records that the waiter no longer waits in a place.
  func leavePlace() { _ = state.withLock { $0.place.take() } }

  enum Boarding {
    case waits
    /// The call was cancelled before it started, for example because the session cancelled all of its calls.
    case cancelled
  }

  func board(_ flight: Flight) -> Boarding {
    state.withLock { state in
      state.flight = flight
      // Under the lock, a resume by another thread comes either before or after this pause.
      if state.isPaused { flight.description.reader?.pause() }
      return state.isStopped ? .cancelled : .waits
    }
  }

  var reports: Reports { listener?.reports ?? [] }

  func report(_ progress: TransferProgress, of flight: Flight) {
    guard let listener else { return }
    deliver(by: flight.lane.executor) { listener.hear(progress, of: flight) }
  }

  func report(_ step: TransferStep, of flight: Flight) {
    guard let listener else { return }
    deliver(by: flight.lane.executor) { listener.hear(step, of: flight) }
  }

  /// Runs `work` on the waiter's queue. If the waiter has no queue, runs it on `other`, or on this thread if `other` is
  /// `nil`.
  func deliver(on other: DispatchQueue? = nil, by executor: any Executor, _ work: @escaping @Sendable () -> Void) {
    guard let queue else {
      if let other { return other.async(execute: work) } else { return work() }
    }
    // Without a closure for progress or steps, there is at most one job at a time. Then there is no order to preserve.
    if let mailbox = listener?.mailbox { mailbox.post(work, by: executor) } else { executor.deliver(on: queue, work) }
  }

  /// Stores the task that waits for the result. Call this before the start, for a waiter without a completion.
  package func wait(with task: UnsafeContinuation<Void, Never>) { self.task = task }

  /// True if the result only resumes a task. Then it does not matter which thread completes the waiter, because no code
  /// of the program runs there.
  var onlyResumesTask: Bool { task != nil && listener == nil }

  /// Records that the result is known, and reports the last progress.
  func land(_ result: Result<Response, MoyaError>, wasSent: Bool) {
    state.withLock { state in
      state.flight = nil
      state.hasLanded = true
    }
    listener?.end(result, wasSent: wasSent)
  }

  /// Runs the completion, after the plugins' `process` hooks.
  func finish(_ result: consuming Result<Response, MoyaError>, in session: SessionRules) {
    session.registry.waiterEnds(self)
    if let end = end.take() {
      end.finish(consume result, of: self)
    } else if let closure = closure.take() {
      closure(consume result)
    } else {
      self.result = consume result
    }
    session.registry.waiterHasEnded(self)
    owner = nil
    // This is the last step, because the task takes the result from this object on another thread. ThreadSanitizer does
    // not see that the thread of the task continues after this one (Tests/races.supp).
    guard let task = task.take() else { return }
    moya_tsan_release(addressOf(self))
    task.resume()
  }
}

/// An object that is the completion of a waiter. Each way in which the C API returns a result is a type that conforms
/// to this protocol.
package protocol WaiterEnd: AnyObject, Sendable {
  /// Runs once, after the plugins' `process` hooks, on the waiter's queue. If the waiter has no queue, runs on the
  /// thread that delivers the result.
  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter)
}

/// A request that can be cancelled.
///
/// The protocol is `@preconcurrency`, because types that conform to it were written before the protocol was `Sendable`.
/// So Swift 5 accepts these types without a warning.
@preconcurrency
public protocol Cancellable: Sendable {
  /// True if `cancel` was called. Stays false if the request completed and nobody called `cancel`.
  var isCancelled: Bool { get }
  /// Completes the request with a failure. Does nothing if the request has already completed. Any thread may call this
  /// function.
  func cancel()
}

/// The place in which a waiter waits while it has no flight that a cancel could stop. Such a place is the line of a
/// group before the call starts, or the run of the `finish` hooks after the attempts (`Finishing`).
package protocol PlaceInLine: AnyObject, Sendable {
  /// Called when the waiter is cancelled.
  func skip()
}
