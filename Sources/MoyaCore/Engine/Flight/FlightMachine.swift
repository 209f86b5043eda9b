/// The life of one flight (a call with all its attempts), as a state machine without sockets, threads or plugins. Each
/// event returns the action that the flight must carry out. The tests run every order of events without a network.
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
/// A flight lands when it hands over its result. The line is a queue of the executor in which flights wait until the
/// hooks of other flights have run.
///
/// The diagram leaves out three shortcuts. If no plugin has the hook `prepare` or `sign`, the first attempt is sent as
/// soon as the request is built. If the executor has no line, hooks run without `inLine`. If neither a plugin nor a
/// retry rule receives the result of an attempt, `ended` lands the flight.
///
/// The diagram also leaves out three events. `known` lands the flight from `building` and `preparing`. `stop` and
/// `expire` are accepted in every state.
struct FlightMachine {
  enum State: Equatable, CaseIterable {
    case ready
    /// The flight has asked the request closure for a request.
    case building
    /// An attempt begins, or `prepare` or `sign` hooks are running.
    case preparing
    /// The flight waits until the executor has run the hooks of other flights.
    case inLine
    /// A plugin returned `.pending` and resumes later.
    case suspended
    /// `willSend` has run, and the backend has the request.
    case sending
    /// `didReceive` and `shouldRetry` are running.
    case deciding
    /// The flight waits until the next attempt is due, or for the decision of a `Retrier`.
    case waiting
    /// The result is known. `process` and the completion run next, or have run.
    case landed
  }

  enum Event: Equatable, CaseIterable {
    case start
    case built
    /// The flight joins the line in which flights wait until they may run their `prepare` hooks. `admitted` says that
    /// it has left the line.
    case lineUp
    case admitted
    case prepared
    /// A plugin wants to wait (`suspend`), or no longer waits (`resume`).
    case suspend
    case resume
    /// The result is known before anything was sent. Either the request cannot be built, or a plugin supplied the
    /// result.
    case known
    /// The backend has ended the attempt.
    case ended
    case retry
    /// A `Retrier` must decide.
    case ask
    /// There is no further attempt.
    case settle
    /// The wait before the next attempt is over.
    case elapsed
    /// The caller or the library has cancelled the call.
    case stop
    /// The total timeout is over.
    case expire
  }

  enum Action: Equatable {
    case build
    /// Starts an attempt. The event `lineUp` follows.
    case begin
    case lineUp
    case prepare
    case send
    /// Runs `didReceive` and `shouldRetry`. The event `retry`, `ask` or `settle` follows.
    case receive
    case wait
    /// Asks the `Retrier`. The event `elapsed` or `settle` follows.
    case ask
    /// Asks the backend to stop. The backend still ends the attempt afterwards.
    case stopBackend
    /// Runs `process` and the completion with the result of the call, which is known.
    case land
    /// Runs `process` and the completion with an error that says why the flight was stopped.
    case landStopped
    case none
  }

  /// True if a plugin has the hook `prepare` or `sign`.
  private let isPrepared: Bool
  /// True if the executor runs the `prepare` hooks on the thread that begins the attempt. Then the flight never waits
  /// in the executor's line.
  private let isPreparedInPlace: Bool
  /// True if a plugin or the call's retry rule receives the result of an attempt.
  var isDecided: Bool
  /// True if one thread takes the flight from its start to the backend without a pause.
  private let isSentInPlace: Bool
  private(set) var state = State.ready
  private(set) var attempt = 1
  private(set) var isStopped = false
  /// True if the flight was stopped because its total timeout was over.
  private(set) var isExpired = false

  /// True if a plugin can still resume its `prepare` or `sign`.
  var mayBeResumed: Bool { !isStopped && (state == .preparing || state == .suspended) }

  /// True if the `ResponseReader` can still receive data. False once the attempt has ended for any reason.
  var mayBeRead: Bool { !isStopped && (state == .sending || state == .suspended) }

  /// True if another caller can still get this flight's result (`SharedFlight`).
  var mayBeJoined: Bool { state != .landed && !isStopped }

  /// True if a request was sent or is about to be sent. Do not read this in the state `landed`.
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

  /// Stops the flight. If another thread is working on the flight, only sets `isStopped`. That thread reads `isStopped`
  /// at its next event, and then ends the flight.
  ///
  /// In `preparing` and `deciding`, another thread is working on the flight, perhaps inside a hook. In `ready`,
  /// `building` and `inLine`, this is so only if `isSentInPlace` is true.
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
