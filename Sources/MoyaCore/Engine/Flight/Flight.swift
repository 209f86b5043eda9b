import FoundationEssentials

/// Carries out one described call, in as many attempts as necessary. A `FlightMachine` says what to do next, and
/// `Flight+Prepare`, `Flight+Attempts` and `Flight+Read` do it with the plugins and the backend. At its end the flight
/// lands, which means that it hands over its result. A `Waiter` represents a caller who wants the result; a
/// `SharedFlight` has several waiters.
///
/// The class is `@unchecked Sendable`: the lock protects the fields of `locked`. Only one thread at a time works on the
/// flight, and only this thread touches the other fields. It passes the flight to the next thread through that lock, a
/// queue or the backend.
package class Flight: @unchecked Sendable {
  /// The description of the call. It loses its request when the flight begins to use the request, and the rest of its
  /// content when the flight ends.
  package internal(set) var description: CallDescription
  package let roster: Roster
  /// The plugins whose hooks run from now on: `roster`, or `roster.idle` if no plugin has stored a value for the call.
  /// It is not retained, because `roster` is.
  var hooked: Unmanaged<Roster>
  /// The plugins of `hooked`, as a reference that Swift retains.
  var active: Roster { hooked.takeUnretainedValue() }
  let session: SessionRules
  package let lane: Lane
  let deadline: Deadline
  let locked: Protected<Locked>
  /// The waiter that receives the result. It is set once, at the start, because other threads read it while the flight
  /// hands its result over. A `SharedFlight` leaves it empty and stores several waiters.
  private var waiter = Held<Waiter>()

  /// The request as the last plugin prepared it. Only one thread at a time works on a flight, so Swift need not check
  /// at run time that accesses do not overlap.
  @exclusivity(unchecked)
  var request: URLRequest?
  /// The request as the first plugin receives it in every attempt. `nil` if there can be only one attempt.
  var builtRequest: URLRequest?
  /// True if there can be another attempt.
  let isRepeated: Bool
  /// True if there can be another attempt although no plugin asks for one. This is a copy of
  /// `CallDescription.mayRetry`, because a read of the description would copy all of it.
  let mayRetry: Bool
  /// True if the request can change between building and sending, because a plugin changes it or the body of an upload
  /// is added to it.
  let isTouched: Bool
  /// The number of the attempt whose hooks run. It is a copy of `machine.attempt` that can be read without the lock.
  var attemptUnderWay = 1
  /// The number of attempts before the present connection, if the call's reader reads from several connections. The
  /// limits for retries count only the attempts after these.
  var attemptsBefore = 0
  var nextPlugin = 0
  /// When the last hook that prepared this attempt's request ended. `nil` if no plugin has such a hook.
  var prepared: UInt64?
  /// True if `willSend` has run. Then `didReceive` must receive the result, and the progress closures must receive the
  /// last progress.
  var wasSent = false
  /// True if the request of this attempt can be sent again. False from the start of `send` until the request's body is
  /// known.
  var isRepeatable = true
  /// True if the request of this attempt has a body, and the response does not go to a file. Then a closure that
  /// receives the progress of only one body (`ProgressListener`) receives the progress of the request's body.
  var uploads = false
  var retryDelay: UInt32 = 0
  /// Tells a `Retrier` which attempts belong to the same flight.
  private(set) lazy var id = UUID()
  /// The attempt that a `Retrier` is about to decide on.
  @Boxed var failed: FailedAttempt? = nil
  /// The transfer of the attempt that has ended. The flight releases it on the waiter's queue. A completion often makes
  /// the next request, so the transfer was often allocated on a thread of that queue, and an allocator frees memory
  /// fastest on the thread that allocated it.
  var spent: (any Stoppable)?
  /// The plugins through which the body of this attempt's response passes. `nil` before the head has arrived.
  var chain: BodyChain?
  /// The result, as soon as it is known.
  var result: Result<Response, MoyaError>?

  struct Locked {
    var machine: FlightMachine
    var pending: PendingHook?
    /// How often the flight has waited for a plugin. The number distinguishes a timer of this wait from a timer of an
    /// earlier wait.
    var waits = 0
    /// The values that plugins store for this call, by the plugin's index in the roster (the list of plugins).
    var slots: [Int: Slot] = [:]
    /// True if the backend has the request and has not ended the attempt.
    var isOut = false
    /// The backend's transfer while `isOut`, if the backend returned one.
    var transfer: (any Stoppable)?
    /// True if the call's reader has received the head.
    var isRead = false
    /// True if the body of the request that the backend has may wait for a stream.
    var streamsBody = false
    /// True if the reader's pause ended before `transfer` was set.
    var isResumed = false
    /// The last attempt whose response a plugin has refused before the call's reader received the head. 0 if none was
    /// refused.
    var refused = 0
    /// The error that the call's reader reported, which is the reason why the flight was stopped. If a plugin has
    /// refused the response of this attempt, the error of the plugin.
    @Boxed var fault: TransferError? = nil
    /// The timer of the present state. The flight stops it when it leaves the state.
    var timer: (any Stoppable)?

    func isOut(_ attempt: Int) -> Bool { isOut && machine.attempt == attempt }
  }

  /// What a plugin stores for a call. The struct is `@unchecked Sendable` because only the plugin knows the type of the
  /// value and the threads that use it.
  struct Slot: @unchecked Sendable {
    let value: Any
  }

  package init(
    _ description: consuming CallDescription, roster: consuming Roster, session: consuming SessionRules,
    lane: consuming Lane
  ) {
    let takesBody = description.reader?.takesBody == true || description.download != nil
    let mayRetry = description.mayRetry
    let isForHead = takesBody && description.totalTimeout == nil && !session.options.isTotalGiven
    // If the reader reconnects, the default limit applies to the head of each connection (`headDeadline`).
    let hasNoLimit = isForHead && description.reader?.reconnects == true
    let limit = hasNoLimit ? 0 : description.totalTimeout ?? session.options.totalTimeout
    deadline = Deadline(milliseconds: limit, isWatched: !description.isSentAtOnce(with: roster), isForHead: isForHead)
    locked = Protected(
      Locked(
        machine: FlightMachine(
          isPrepared: !roster.shaping.isEmpty, isDecided: roster.looksAtEnds || mayRetry,
          isPreparedInPlace: lane.preparesInPlace, isSentInPlace: lane.preparesInPlace && description.isMade)))
    isTouched = description.isTouched(by: roster)
    isRepeated = roster.mayAskAgain || mayRetry
    self.mayRetry = mayRetry
    self.description = consume description
    hooked = .passUnretained(roster)
    self.roster = consume roster
    self.session = consume session
    self.lane = consume lane
  }

  /// False if no plugin has stored a value for the call. Always true for a shared flight. The waiter lends its subject,
  /// because a read of `description.subject` would retain the subject.
  var hasValues: Bool { waiter.lend { $0.subject.hasValues } ?? true }

  /// Starts the flight for this waiter, which must be in the session's `Registry` (its list of calls).
  package func start(_ waiter: Waiter) {
    self.waiter.hold(waiter)
    if waiter.board(self) == .cancelled { advance(.stop) }
    advance(.start)
  }

  /// The request's total timeout in seconds.
  var totalTimeout: TimeInterval? { request?.totalTimeout }

  // MARK: What a shared flight overrides

  /// What the closures of a waiter receive before the result.
  var reports: Reports { waiter.lend { $0.reports } ?? [] }

  func report(_ progress: TransferProgress) { waiter.lend { $0.report(progress, of: self) } }

  func report(_ step: TransferStep) { waiter.lend { $0.report(step, of: self) } }

  /// Runs `work` on the waiter's queue. If the waiter has no queue, runs it on `queue`, or on this thread if `queue` is
  /// `nil`. Hooks and completion stay in order.
  func deliver(on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void) {
    waiter.lend { $0.deliver(on: queue, by: lane.executor, work) }
  }

  /// True if the waiter has no queue. Then its hooks and completion run on the thread that completes the flight.
  private var deliversHere: Bool { waiter.lend { $0.queue == nil } == true }

  /// Records that the waiter no longer wants the result, and stops the flight.
  func leave(_ waiter: Waiter) { advance(.stop) }

  /// Completes the waiter with the result of the call.
  ///
  /// - Parameter inPlace: true if this thread is already where the completion must run.
  func land(inPlace: Bool) {
    if inPlace || deliversHere { return finishHere() }
    if onlyResumesTask { return lane.executor.resumeTask(of: self) }
    deliver { self.finishHere() }
  }

  /// True if the result of the call only resumes a task. False if a plugin receives the result, or releases a value
  /// after the call, because a plugin does this on the waiter's queue.
  private var onlyResumesTask: Bool {
    waiter.lend { $0.onlyResumesTask } == true && !hooked._withUnsafeGuaranteedRef { $0.looksAtResults }
  }

  /// Resumes the task that waits for the result, on this thread. The task holds this flight, and releases it with
  /// everything that the flight holds. So a thread of the task frees the memory, which was allocated on such a thread.
  package func resumeTask() {
    waiter.lend { waiter in
      guard let result = result.take() else { return }
      waiter.land(result, wasSent: wasSent)
      releaseRequest()
      waiter.finish(consume result, in: session)
    }
  }

  /// Runs `receive` on the waiter's queue. If the waiter has no queue, runs `receive` here without allocating a
  /// closure.
  fileprivate func receiveWhereWanted() {
    if deliversHere { nest { $0.receive() } } else { deliver { self.nest { $0.receive() } } }
  }

  private func finishHere() {
    spent = nil
    chain = nil
    nest { flight in
      flight.waiter.lend { waiter in
        guard let result = flight.result.take() else { return }
        waiter.land(result, wasSent: flight.wasSent)
        if flight.hooked._withUnsafeGuaranteedRef({ $0.mayWaitAtEnd }) {
          return Finishing(flight, waiter, result) { [flight] in flight.complete(waiter, $0) }.run()
        }
        flight.complete(waiter, flight.process(consume result))
      }
    }
  }

  /// Completes the waiter with the result that the plugins have made.
  private func complete(_ waiter: Waiter, _ processed: consuming Result<Response, MoyaError>) {
    releaseSlots()
    releaseRequest()
    // If a token refresh made this call, calls that the completion makes belong to the same refresh.
    guard let refresh = description.refresh else { return waiter.finish(consume processed, in: session) }
    let ended = processed
    refresh.run { waiter.finish(ended, in: self.session) }
  }
}

extension Flight {
  func advance(_ event: FlightMachine.Event, inPlace: Bool = false) {
    move(inPlace: inPlace) { $0.machine.handle(event) }
  }

  /// Changes the state machine with `change`, and carries out the action that `change` returns.
  @inline(__always)
  func move(inPlace: Bool = false, _ change: (inout Locked) -> FlightMachine.Action) {
    run(step(change), inPlace: inPlace)
  }

  /// Changes the state machine under the lock. If the state is another one then, stops the timer of the old state.
  /// Returns the action that the caller must carry out, without the lock.
  @inline(__always)
  func step(_ change: (inout Locked) -> FlightMachine.Action) -> FlightMachine.Action {
    let (action, timer) = locked.withLock { locked in
      let state = locked.machine.state
      let action = change(&locked)
      if locked.machine.state == state { return (action, nil as (any Stoppable)?) }
      locked.isOut = false
      locked.transfer = nil
      return (action, locked.timer.take())
    }
    timer?.stop()
    return action
  }

  func run(_ action: FlightMachine.Action, inPlace: Bool = false) {
    switch action {
    case .build: build()
    case .begin: beginAttempt()
    case .lineUp: lane.executor.prepare { self.advance(.admitted) }
    case .prepare: nest { $0.prepare() }
    case .send: send()
    case .receive: receiveWhereWanted()
    case .wait: wait()
    case .ask: ask()
    case .stopBackend: stopBackend()
    case .land: land(inPlace: inPlace)
    case .landStopped:
      forgetPending()
      result = .failure(stopped(after: result))
      land(inPlace: inPlace)
    case .none: break
    }
  }

  /// Runs work that calls plugins and completions. If such work is nested too deeply on this thread, postpones it.
  func nest(_ work: @escaping (Flight) -> Void) {
    if !Nesting.run({ work(self) }) { Nesting.ofThisThread.postpone { work(self) } }
  }

  /// Stores a timer until the flight leaves this state, and stops the timer that was stored before. If the flight has
  /// already left the state, or entered it again in another attempt, stops the new timer.
  /// - Parameter wait: the number of the wait for a plugin, if the timer belongs to such a wait.
  func hold(in state: FlightMachine.State, wait: Int? = nil, _ schedule: () -> any Stoppable) {
    let attempt = locked.withLock { $0.machine.attempt }
    let timer = schedule()
    let unused = locked.withLock { locked -> (any Stoppable)? in
      guard locked.machine.state == state, locked.machine.attempt == attempt, wait == nil || wait == locked.waits else {
        return timer
      }
      defer { locked.timer = timer }
      return locked.timer
    }
    unused?.stop()
  }
}

/// Handles the result of an attempt. Every plugin's `didReceive` receives the result, one plugin can ask for another
/// attempt, and each waiter gets what `process` made of the result.
extension Flight {
  /// Returns the call as a `NoticingPlugin` sees it. It costs much less than a `PluginContext`.
  func call(shownTo seat: Roster.Seat, attempt: Int? = nil) -> HookedCall {
    HookedCall(
      description.subject, place: seat.index, of: roster.count, attempt: attempt ?? attemptUnderWay, deadline: deadline)
  }

  func end(_ result: Result<Response, MoyaError>) {
    self.result = result
    advance(.ended)
  }

  func receive() {
    spent = nil
    guard let result else { return }
    hooked._withUnsafeGuaranteedRef { roster in
      for index in roster.receiving.indices {
        roster.receiving[index]._withUnsafeGuaranteedRef { seat in
          if seat.noticing != nil {
            seat.noticing?.didReceive(result, to: request, of: call(shownTo: seat))
          } else {
            seat.plugin.didReceive(result, context: PluginContext(self, seat.index))
          }
        }
      }
    }
    advance(verdict(on: result), inPlace: true)
  }

  /// Runs `process` of plugins that do not wait, and returns the changed result.
  /// - Parameters:
  /// - guest: the waiter that gets the result, if several waiters share the flight; otherwise `nil`.
  /// - isLeaving: true if the waiter leaves the shared flight while others still wait.
  func process(
    _ result: consuming Result<Response, MoyaError>, for guest: Waiter? = nil, isLeaving: Bool = false
  ) -> Result<Response, MoyaError> {
    if hooked._withUnsafeGuaranteedRef({ $0.processing.isEmpty }) { return result }
    hooked._withUnsafeGuaranteedRef { roster in
      for index in roster.processing.indices {
        roster.processing[index]._withUnsafeGuaranteedRef { seat in
          if guest == nil, let processed = seat.editor?.process(result, to: request, of: call(shownTo: seat)) {
            result = processed
            return
          }
          let context = PluginContext(self, seat.index, for: guest, isLeaving: isLeaving)
          result = seat.plugin.process(result, context: context)
        }
      }
    }
    return result
  }

  /// Releases the request with its body, and the plan of a download. The flight calls this after the last `process`,
  /// because no later hook can read the request. It calls this before the completion, because the completion can take
  /// long. If `keepsRequests` is set, responses use the same memory, so this function does nothing.
  func releaseRequest() {
    if session.keepsRequests { return }
    request = nil
    builtRequest = nil
    description.releaseContent()
  }

  /// Releases the transfer of the last attempt. A task calls this when it has its result. The transfer can hold this
  /// flight, because a caller's backend may store the observer in the transfer. The release breaks that reference
  /// cycle.
  package func releaseTransfer() { spent = nil }

  /// Releases the values that plugins have stored for the call. All waiters of a flight share these values, so the
  /// flight calls this after the `process` hooks of the last waiter.
  func releaseSlots() {
    if hooked._withUnsafeGuaranteedRef({ $0.releasing.isEmpty }) { return }
    hooked._withUnsafeGuaranteedRef { roster in
      for index in roster.releasing.indices {
        roster.releasing[index]._withUnsafeGuaranteedRef { seat in
          if seat.noticing != nil {
            seat.noticing?.releaseSlot(of: call(shownTo: seat))
          } else {
            seat.plugin.releaseSlot(context: PluginContext(self, seat.index))
          }
        }
      }
      if roster.storesValues { locked.withLock { $0.slots = [:] } }
    }
  }
}

/// Stops the flight after a cancel or a timeout.
extension Flight {
  /// Stops the transfer. If the backend watches the total timeout, it ends the attempt soon afterwards. Otherwise the
  /// attempt ends here, and the flight ignores later reports of the backend.
  func stopBackend() {
    let (transfer, isOut, attempt) = locked.withLock { ($0.transfer, $0.isOut, $0.machine.attempt) }
    transfer?.stop()
    if isOut, !lane.traits.contains(.watchesTotalTimeout) { finish(attempt, .failure(stopError)) }
  }

  /// The attempt's number. Unlike `attemptUnderWay`, any thread may read it.
  var attempt: Int { locked.withLock { $0.machine.attempt } }

  /// True if a backend has the request.
  var isOut: Bool { locked.withLock { $0.isOut } }

  var bytes: (sent: Int64, received: Int64) {
    (locked.withLock { $0.transfer } as? any BytesCounter)?.bytes ?? (0, 0)
  }

  var isSuspended: Bool { locked.withLock { $0.machine.state == .suspended } }

  var isStopped: Bool { locked.withLock { $0.machine.isStopped } }

  /// Why the flight was stopped.
  var stopError: TransferError {
    let (fault, isExpired) = locked.withLock { ($0.fault, $0.machine.isExpired) }
    guard isExpired else { return fault ?? .cancelled }
    return deadline.error(wasSent: wasSent, of: totalTimeout)
  }

  /// Returns the error of a flight that was stopped.
  /// - Parameter result: the last attempt's result. If the flight was not cancelled, the error contains the response of
  ///   this result. For example, after a timeout, this response shows why the call took so long.
  func stopped(after result: Result<Response, MoyaError>?) -> MoyaError {
    let error = stopError
    return .underlying(error.underlying ?? error, error.kind == .cancelled ? nil : result?.response)
  }

  /// Starts a timer for the total timeout if no backend watches it. No backend watches it before a request exists,
  /// while a plugin waits, or if the backend lacks the trait `watchesTotalTimeout`.
  /// - Parameters:
  /// - limit: the request's own total timeout. The caller reads it before another thread can change the request.
  /// - wait: the number of the wait for a plugin.
  func armDeadline(in state: FlightMachine.State, wait: Int? = nil, of limit: TimeInterval?) {
    let remaining = deadline.remaining(of: limit)
    guard remaining > 0 else { return }
    hold(in: state, wait: wait) { lane.executor.schedule(afterMilliseconds: remaining) { self.advance(.expire) } }
  }
}
