/// The life of one flight as a state machine: no sockets, no threads, no plugins. What happens comes in as an event,
/// what is to be done goes out as an action; every order of events is tested without a network.
///
///                                  inLine ◀resume─ suspended
///                            lineUp ▲  │ admitted   ▲ suspend
///                                   │  ▼            │
///     ready ─start▶ building ─built▶ preparing ─────╯─prepared▶ sending ─ended▶ deciding ─settle▶ landed
///                                    ▲                                             │ retry
///                                    ╰──────elapsed── waiting ◀────────────────────╯
///                                                     │ ▲ ask
///                                                     ╰─┴ settle ▶ landed
///
/// What no plugin prepares is sent at once, in the first attempt, and so is what plugins prepare as it is built, which
/// only edit it; where hooks need not stand in line, an attempt begins with them; and nothing is decided when neither a
/// plugin nor a rule looks at the end of an attempt. Not drawn: `known` lands from building and preparing, `stop` and
/// `expire` from anywhere.
struct FlightMachine {
  enum State: Equatable, CaseIterable {
    case ready
    /// The request closure was asked for a request.
    case building
    /// An attempt begins, or plugins' `prepare` is running.
    case preparing
    /// In line behind the hooks of other flights, where the executor runs them one after another.
    case inLine
    /// A plugin answered "pending" and will resume.
    case suspended
    /// `willSend` ran, the backend has the request.
    case sending
    /// `didReceive` and `shouldRetry` are running.
    case deciding
    /// The flight waits for the time of the next attempt, or for a retrier's decision whether there is one.
    case waiting
    /// The result is known; `process` and the completion are next, or have run.
    case landed
  }

  enum Event: Equatable, CaseIterable {
    case start
    case built
    /// Takes its place in the line, and leaves it.
    case lineUp
    case admitted
    case prepared
    /// A plugin wants to wait, and later stops waiting.
    case suspend
    case resume
    /// The result is known before anything was sent: a request that cannot be built, a plugin that answers.
    case known
    /// The backend's end.
    case ended
    case retry
    /// A retrier is to decide.
    case ask
    /// There is no further attempt.
    case settle
    /// The wait before the next attempt is over.
    case elapsed
    /// The call is cancelled: by its caller, or by the library.
    case stop
    /// Out of time.
    case expire
  }

  enum Action: Equatable {
    case build
    /// A new attempt, then `lineUp`.
    case begin
    case lineUp
    case prepare
    case send
    /// Hooks on the way back, then `retry`, `ask` or `settle`.
    case receive
    case wait
    /// The retrier, then `elapsed` or `settle`.
    case ask
    /// The backend is asked to stop; its end is still to come.
    case stopBackend
    /// `process` and the completion, with the result that is known.
    case land
    /// As `land`, with the result that the flight was stopped.
    case landStopped
    case none
  }

  /// Plugins prepare the first attempt.
  private let isPrepared: Bool
  /// The executor has no line: hooks run where an attempt begins.
  private let isPreparedInPlace: Bool
  /// Plugins, or a rule of the order's own, look at the end of an attempt.
  private let isDecided: Bool
  /// From the start to the backend one thread moves the flight without a pause.
  private let isSentInPlace: Bool
  private(set) var state = State.ready
  private(set) var attempt = 1
  private(set) var isStopped = false
  /// It was time that stopped it.
  private(set) var isExpired = false

  /// May a plugin still say how it has prepared the request?
  var mayBeResumed: Bool { !isStopped && (state == .preparing || state == .suspended) }

  /// May the reader be shown more? Not once the attempt has ended, in whatever way.
  var mayBeRead: Bool { !isStopped && (state == .sending || state == .suspended) }

  /// May another waiter still get this flight's result?
  var mayBeJoined: Bool { state != .landed && !isStopped }

  /// A request was sent, or is about to be. Not asked once it has landed.
  var wasSent: Bool { attempt > 1 || state == .sending || state == .deciding || state == .waiting }

  init(isPrepared: Bool, isDecided: Bool, isPreparedInPlace: Bool = false, isSentInPlace: Bool = false) {
    self.isPrepared = isPrepared
    self.isPreparedInPlace = isPreparedInPlace
    self.isDecided = isDecided
    self.isSentInPlace = isSentInPlace
  }

  mutating func handle(_ event: Event) -> Action {
    switch (state, event) {
    case (_, .stop), (_, .expire): return stop(by: event)
    case (.ready, .start): return isStopped ? land() : enter(.building, .build)
    case (.building, .built):
      if isStopped { return land() }
      if !isPrepared { return enter(.sending, .send) }
      return enter(.preparing, isPreparedInPlace ? .prepare : .begin)
    case (.building, .known), (.preparing, .known): return land()
    case (.preparing, .lineUp):
      if isStopped { return land() }
      return isPreparedInPlace ? .prepare : enter(.inLine, .lineUp)
    case (.inLine, .admitted): return isStopped ? land() : enter(.preparing, .prepare)
    case (.preparing, .prepared): return isStopped ? land() : enter(.sending, .send)
    case (.preparing, .suspend): return isStopped ? land() : enter(.suspended, .none)
    case (.suspended, .resume): return enter(.inLine, .lineUp)
    case (.sending, .ended): return isDecided ? enter(.deciding, .receive) : enter(.landed, .land)
    case (.deciding, .retry): return isStopped ? land() : enter(.waiting, .wait)
    case (.deciding, .ask): return isStopped ? land() : enter(.waiting, .ask)
    case (.deciding, .settle), (.waiting, .settle): return enter(.landed, .land)
    case (.waiting, .elapsed):
      attempt += 1
      return enter(.preparing, .begin)
    default: return .none
    }
  }

  /// Stops the flight, or notes the stop. In `preparing` and `deciding`, and before `sending` when it is sent in place,
  /// another thread is moving the flight, perhaps inside a hook: it is not overtaken, but finds `isStopped` at its next
  /// event and lands the flight then.
  private mutating func stop(by event: Event) -> Action {
    if state == .landed { return .none }
    if !isStopped { isExpired = event == .expire }
    isStopped = true
    switch state {
    case .sending: return .stopBackend
    case .preparing, .deciding: return .none
    case .ready, .building, .inLine: return isSentInPlace ? .none : land()
    default: return land()
    }
  }

  private mutating func land() -> Action { enter(.landed, isStopped ? .landStopped : .land) }

  private mutating func enter(_ next: State, _ action: Action) -> Action {
    state = next
    return action
  }
}
