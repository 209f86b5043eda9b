/// One request under way: drives a `CallMachine` through plugins, backend and completion. What the machine asks for is
/// done in `Call+Prepare`, `Call+Send` and `Call+End`.
///
/// Unchecked: what is under `shared` is locked; the rest is touched only by the thread that moves the call. That is one
/// thread at a time, and it hands the call over through that lock, a queue or the backend.
public final class Call: Cancellable, @unchecked Sendable {
  package typealias Completion = (Result<Response, MoyaError>) -> Void

  package let recipe: CallRecipe
  let deadline: Deadline
  let mailbox: Mailbox?
  let reportsProgress: Bool
  let shared: Protected<Shared>

  /// The request as it was last prepared.
  var request: URLRequest?
  /// The request as the first plugin finds it in every attempt.
  var builtRequest: URLRequest?
  /// The attempt whose hooks run.
  var attemptUnderWay = 1
  var nextPlugin = 0
  /// `willSend` ran: the end is reported to `didReceive` and to the progress closure.
  var wasSent = false
  /// The request that was sent last can be sent again; false before one was sent.
  var isRepeatable = true
  var retryDelay: UInt32 = 0
  /// What the retrier is about to be asked about.
  var failed: FailedAttempt?
  /// The attempt that has ended, kept until the call runs on the caller's queue and releases it there. When requests
  /// are made in completions, its memory came from a thread of that queue, and an allocator takes memory back fastest
  /// on the thread that got it.
  var spent: (any Stoppable)?
  /// The result, as soon as there is one.
  var result: Result<Response, MoyaError>?

  var completion: Completion?
  /// Kept alive until the call has completed.
  var owner: AnyObject?
  var links = CallRegistry.Links()

  struct Shared: @unchecked Sendable {
    var machine: CallMachine
    var isCancelled = false
    var turn: PluginTurn?
    /// Plugins' own values, by place in the order.
    var slots: [Int: Slot] = [:]
    /// The backend has the request and has not ended it yet.
    var isOut = false
    /// The backend's transfer while `isOut`, if the backend gave one.
    var transfer: (any Stoppable)?
    /// The progress closure and the last progress, until the call has completed.
    var reports: Reports?

    /// The timer of the present state; stopped when the call leaves it.
    var timer: (any Stoppable)?

    func isOut(_ attempt: Int) -> Bool { isOut && machine.attempt == attempt }
  }

  struct Slot: @unchecked Sendable {
    let value: Any
  }

  struct Reports: @unchecked Sendable {
    let closure: (ProgressResponse) -> Void
    var last: TransferProgress?
  }

  /// Seconds, as the request has it. Asked of a copy: for a property that is asked in place, the compiler checks every
  /// access at run time.
  var totalTimeout: TimeInterval? {
    let request = request
    return request?.totalTimeout
  }

  package init(_ recipe: consuming CallRecipe, owner: AnyObject? = nil, completion: @escaping Completion) {
    deadline = Deadline(milliseconds: recipe.totalTimeout, isWatched: !recipe.isSentAtOnce)
    mailbox = recipe.queue.map { Mailbox(queue: $0) }
    let machine = CallMachine(hasPlugins: !recipe.plugins.isEmpty)
    reportsProgress = recipe.progress != nil
    // The progress closure moves from the recipe to this one place, which drops it at the end: it may hold the caller's
    // token, and so this call, which would then never be freed.
    shared = Protected(Shared(machine: machine, reports: recipe.progress.take().map { Reports(closure: $0) }))
    self.completion = completion
    self.owner = owner
    self.recipe = recipe
  }

  package func start() {
    if recipe.relay == nil { recipe.session.registry?.insert(self) }
    advance(.start)
  }

  public var isCancelled: Bool { shared.withLock { $0.isCancelled } }

  public func cancel() {
    move { shared in
      shared.isCancelled = true
      return shared.machine.handle(.stop)
    }
  }

  /// As `cancel`, for a call that the library gives up and not its holder: `isCancelled` stays false.
  package func abandon() { advance(.stop) }
}

extension Call {
  /// - Parameter inPlace: the caller wants its end on this thread: the completion need not be delivered elsewhere.
  func advance(_ event: CallMachine.Event, inPlace: Bool = false) {
    move(inPlace: inPlace) { $0.machine.handle(event) }
  }

  /// Moves the machine, and does what it asks for.
  @inline(__always)
  func move(inPlace: Bool = false, _ change: (inout Shared) -> CallMachine.Action) {
    run(step(change), inPlace: inPlace)
  }

  /// Moves the machine under the lock. What it asks for is to be done outside.
  @inline(__always)
  func step(_ change: (inout Shared) -> CallMachine.Action) -> CallMachine.Action {
    let (action, timer) = shared.withLock { shared in
      let state = shared.machine.state
      let action = change(&shared)
      if shared.machine.state == state { return (action, nil as (any Stoppable)?) }
      shared.isOut = false
      shared.transfer = nil
      return (action, shared.timer.take())
    }
    timer?.stop()
    return action
  }

  func run(_ action: CallMachine.Action, inPlace: Bool = false) {
    switch action {
    case .build: build()
    case .begin: beginAttempt()
    case .queue: recipe.lane.executor.prepare { self.advance(.turn) }
    case .prepare: nest { $0.prepare() }
    case .send: send()
    case .receive: hear { self.nest { $0.receive() } }
    case .wait: wait()
    case .ask: ask()
    case .stopBackend: stopBackend()
    case .settleStopped:
      result = .failure(stopped(after: result))
      if case .joining(let exchange) = recipe.source { exchange.leave(self) }
      fallthrough
    case .settle:
      // A call whose end others share gives it to their calls here; each of these delivers on its caller's queue.
      if inPlace || recipe.relay != nil { settle(inPlace: inPlace) } else { deliver { self.settle(inPlace: false) } }
    case .none: break
    }
  }

  /// Runs `work` on the caller's queue if there is one, else on `queue`, else here. Hooks and completion keep their
  /// order.
  func deliver(on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void) {
    if let mailbox { return mailbox.post(work, by: recipe.lane.executor) }
    if let queue { queue.async(execute: work) } else { work() }
  }

  /// As `deliver`; but when several calls share this call's exchange, on the queue of one of these.
  func hear(on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void) {
    if let relay = recipe.relay { relay.deliver(for: self, on: queue, work) } else { deliver(on: queue, work) }
  }

  /// Keeps a timer, instead of the one before, until the call leaves this state; if it has left by now, the timer is
  /// stopped. It may have come back in another attempt by then.
  func hold(in state: CallMachine.State, _ schedule: () -> any Stoppable) {
    let attempt = shared.withLock { $0.machine.attempt }
    let timer = schedule()
    let unused = shared.withLock { shared -> (any Stoppable)? in
      guard shared.machine.state == state, shared.machine.attempt == attempt else { return timer }
      defer { shared.timer = timer }
      return shared.timer
    }
    unused?.stop()
  }
}
