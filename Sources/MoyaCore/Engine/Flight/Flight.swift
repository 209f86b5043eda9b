import FoundationEssentials

/// One order under way: drives a `FlightMachine` through plugins, backend and landing, in as many attempts as it takes.
/// Who waits for the result is a `Waiter`'s matter; a `SharedFlight` has several. What the machine asks for is done in
/// `Flight+Prepare`, `+Send`, `+Retry`, `+Stop` and `+Land`.
///
/// Unchecked: what is under `locked` is locked; the rest is touched only by the thread that moves the flight. That is
/// one thread at a time, and it hands the flight over through that lock, a queue or the backend.
package class Flight: @unchecked Sendable {
  /// Changed once, when its request is taken from it.
  package internal(set) var order: Order
  package let roster: Roster
  let session: SessionRules
  package let lane: Lane
  let deadline: Deadline
  let locked: Protected<Locked>
  /// The waiter, from the start on; none in a `SharedFlight`, which keeps several. Set once, since other threads read it
  /// while the flight lands.
  private var waiter = Held<Waiter>()

  /// The request as it was last prepared.
  var request: URLRequest?
  /// The request as the first plugin finds it in every attempt; `nil` where there is one only.
  var builtRequest: URLRequest?
  /// There may be another attempt.
  let isRepeated: Bool
  /// Between being built and being sent the request goes through others' code, or is given a body.
  let isTouched: Bool
  /// The attempt whose hooks run: the machine's `attempt`, for the thread that moves the flight, without its lock.
  var attemptUnderWay = 1
  var nextPlugin = 0
  /// `willSend` ran: the end is reported to `didReceive` and to the progress closures.
  var wasSent = false
  /// May the request of this attempt be sent again? False from the start of `send` until its body is known.
  var isRepeatable = true
  /// The request of this attempt has a body whose progress matters, more than the response's.
  var uploads = false
  var retryDelay: UInt32 = 0
  /// By which a retrier recognises the attempts of one flight.
  private(set) lazy var id = UUID()
  /// What the retrier is about to be asked about.
  @Boxed var failed: FailedAttempt? = nil
  /// The backend's transfer of the attempt that has ended, kept until the flight is on the waiter's queue and releases it there. When requests
  /// are made in completions, its memory came from a thread of that queue, and an allocator takes memory back fastest
  /// on the thread that got it.
  var spent: (any Stoppable)?
  /// The result, as soon as there is one.
  var result: Result<Response, MoyaError>?

  struct Locked {
    var machine: FlightMachine
    var pending: PendingPrepare?
    /// Plugins' own values, by place in the roster.
    var slots: [Int: Slot] = [:]
    /// The backend has the request and has not ended it yet.
    var isOut = false
    /// The backend's transfer while `isOut`, if the backend gave one.
    var transfer: (any Stoppable)?
    /// The order's reader has the head.
    var isRead = false
    /// The reader's pause has ended before `transfer` was known.
    var isResumed = false
    /// What the order's reader has found, and why the flight was stopped.
    @Boxed var fault: TransferError? = nil
    /// The timer of the present state; stopped when the flight leaves it.
    var timer: (any Stoppable)?

    func isOut(_ attempt: Int) -> Bool { isOut && machine.attempt == attempt }
  }

  /// Unchecked: the value is a plugin's own, and only the plugin knows its type and the threads that use it.
  struct Slot: @unchecked Sendable {
    let value: Any
  }

  package init(
    _ order: consuming Order, roster: consuming Roster, session: consuming SessionRules, lane: consuming Lane
  ) {
    let limit = order.totalTimeout ?? session.options.totalTimeout
    let takesBody = order.reader?.takesBody == true || order.download != nil
    let isForHead = takesBody && order.totalTimeout == nil && !session.options.isTotalGiven
    deadline = Deadline(milliseconds: limit, isWatched: !order.isSentAtOnce(with: roster), isForHead: isForHead)
    locked = Protected(
      Locked(
        machine: FlightMachine(
          isPrepared: !roster.preparing.isEmpty, isDecided: roster.looksAtEnds || order.mayRetry,
          isPreparedInPlace: lane.preparesInPlace, isSentInPlace: lane.preparesInPlace && order.isMade)))
    isTouched = order.isTouched(by: roster)
    isRepeated = roster.mayAskAgain || order.mayRetry
    self.order = consume order
    self.roster = consume roster
    self.session = consume session
    self.lane = consume lane
  }

  /// Starts for this waiter, which must be in the session's registry.
  package func start(_ waiter: Waiter) {
    self.waiter.hold(waiter)
    if waiter.board(self) == .cancelled { advance(.stop) }
    advance(.start)
  }

  /// Seconds, as the request has it. Asked of a copy: for a property that is asked in place, the compiler checks every
  /// access at run time.
  var totalTimeout: TimeInterval? {
    let request = request
    return request?.totalTimeout
  }

  // MARK: What differs when several wait

  /// Does a waiter listen to progress?
  var reportsProgress: Bool { waiter.lend { $0.reportsProgress } == true }

  func report(_ progress: TransferProgress) { waiter.lend { $0.report(progress, of: self) } }

  /// Runs `work` on the waiter's queue if it has one, else on `queue`, else here. Hooks and end keep their order.
  func deliver(on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void) {
    waiter.lend { $0.deliver(on: queue, by: lane.executor, work) }
  }

  /// Where the flight lands is where its waiter wants hooks and end.
  private var deliversHere: Bool { waiter.lend { $0.queue == nil } == true }

  /// A waiter that gives up, and so the flight.
  func leave(_ waiter: Waiter) { advance(.stop) }

  /// The result is known.
  /// - Parameter inPlace: this thread is where the end is wanted: it need not be delivered elsewhere.
  func land(inPlace: Bool) {
    if inPlace || deliversHere { finishHere() } else { deliver { self.finishHere() } }
  }

  /// Calls the hooks on the way back, and asks for another attempt. Where no queue is wanted, without the closure that
  /// carries the work there.
  fileprivate func receiveWhereWanted() {
    if deliversHere { nest { $0.receive() } } else { deliver { self.nest { $0.receive() } } }
  }

  private func finishHere() {
    spent = nil
    nest { flight in
      flight.waiter.lend { waiter in
        guard let result = flight.result.take() else { return }
        waiter.land(result, wasSent: flight.wasSent)
        let processed = flight.process(consume result)
        flight.releaseSlots()
        flight.releaseRequest()
        // What the end does goes on for the refresh for which the call was made.
        guard let refresh = flight.order.refresh else {
          return waiter.finish(consume processed, in: flight.session)
        }
        let ended = processed
        refresh.run { waiter.finish(ended, in: flight.session) }
      }
    }
  }
}

extension Flight {
  func advance(_ event: FlightMachine.Event, inPlace: Bool = false) {
    move(inPlace: inPlace) { $0.machine.handle(event) }
  }

  /// Moves the machine, and does what it asks for.
  @inline(__always)
  func move(inPlace: Bool = false, _ change: (inout Locked) -> FlightMachine.Action) {
    run(step(change), inPlace: inPlace)
  }

  /// Moves the machine under the lock. What it asks for is to be done outside.
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
      result = .failure(stopped(after: result))
      land(inPlace: inPlace)
    case .none: break
    }
  }

  /// Runs work that calls plugins and completions, or postpones it when this thread is deep in such work.
  func nest(_ work: @escaping (Flight) -> Void) {
    if !Nesting.run({ work(self) }) { Nesting.ofThisThread.postpone { work(self) } }
  }

  /// Keeps a timer, instead of the one before, until the flight leaves this state; if it has left by now, the timer is
  /// stopped. It may have come back in another attempt by then.
  func hold(in state: FlightMachine.State, _ schedule: () -> any Stoppable) {
    let attempt = locked.withLock { $0.machine.attempt }
    let timer = schedule()
    let unused = locked.withLock { locked -> (any Stoppable)? in
      guard locked.machine.state == state, locked.machine.attempt == attempt else { return timer }
      defer { locked.timer = timer }
      return locked.timer
    }
    unused?.stop()
  }
}

/// The way back: every plugin's `didReceive` sees the result, one plugin may ask for another attempt, and each waiter
/// gets what `process` made of the result.
extension Flight {
  func end(_ result: Result<Response, MoyaError>) {
    self.result = result
    advance(.ended)
  }

  func receive() {
    spent = nil
    guard let result else { return }
    for seat in roster.receiving { seat.plugin.didReceive(result, context: PluginContext(self, seat.index)) }
    advance(verdict(on: result), inPlace: true)
  }

  /// What a waiter gets.
  /// - Parameters:
  ///   - guest: the waiter of a shared flight that gets it; `nil`: the flight is not shared.
  ///   - isLeaving: others wait on.
  func process(
    _ result: consuming Result<Response, MoyaError>, for guest: Waiter? = nil, isLeaving: Bool = false
  ) -> Result<Response, MoyaError> {
    if roster.processing.isEmpty { return result }
    for seat in roster.processing {
      let context = PluginContext(self, seat.index, for: guest, isLeaving: isLeaving)
      result = seat.plugin.process(result, context: context)
    }
    return result
  }

  /// After the last `process`, which is the last that may ask for the request: drops it with its body, and the plan of a
  /// download, before the end runs, which may take its time. Where responses have their requests, that would free nothing.
  func releaseRequest() {
    if session.keepsRequests { return }
    request = nil
    builtRequest = nil
    order.releaseContent()
  }

  /// After the last `process`: slots are the flight's.
  func releaseSlots() {
    if roster.releasing.isEmpty { return }
    for seat in roster.releasing { seat.plugin.releaseSlot(context: PluginContext(self, seat.index)) }
    locked.withLock { $0.slots = [:] }
  }
}

/// A flight that is given up, or out of time.
extension Flight {
  /// A backend that watches the clock ends soon after it was stopped. Any other is not waited for: the attempt ends
  /// here, and what the backend says later is ignored.
  func stopBackend() {
    let (transfer, isOut, attempt) = locked.withLock { ($0.transfer, $0.isOut, $0.machine.attempt) }
    transfer?.stop()
    if isOut, !lane.traits.contains(.watchesTotalTimeout) { finish(attempt, .failure(stopError)) }
  }

  /// The attempt, for a thread that does not move the flight.
  var attempt: Int { locked.withLock { $0.machine.attempt } }

  /// A backend has the request.
  var isOut: Bool { locked.withLock { $0.isOut } }

  var bytes: (sent: Int64, received: Int64) {
    (locked.withLock { $0.transfer } as? any BytesCounter)?.bytes ?? (0, 0)
  }

  var isStopped: Bool { locked.withLock { $0.machine.isStopped } }

  /// Why the flight was stopped.
  var stopError: TransferError {
    let (fault, isExpired) = locked.withLock { ($0.fault, $0.machine.isExpired) }
    guard isExpired else { return fault ?? .cancelled }
    return deadline.error(wasSent: wasSent, of: totalTimeout)
  }

  /// - Parameter result: the last attempt's, whose response goes with the error: it says what the time went into.
  func stopped(after result: Result<Response, MoyaError>?) -> MoyaError {
    let error = stopError
    return .underlying(error, error.kind == .cancelled ? nil : result?.response)
  }

  /// Starts a timer for the total timeout, for the times when the backend does not watch the clock: before a request
  /// exists, while a plugin waits, and with backends without the trait `watchesTotalTimeout`.
  /// - Parameter limit: the request's own, read while the request was this thread's.
  func armDeadline(in state: FlightMachine.State, of limit: TimeInterval?) {
    let remaining = deadline.remaining(of: limit)
    guard remaining > 0 else { return }
    hold(in: state) { lane.executor.schedule(afterMilliseconds: remaining) { self.advance(.expire) } }
  }
}
