/// The life of one call as a state machine: no sockets, no threads, no plugins. What happens comes in as an event, what
/// is to be done goes out as an action; every order of events is tested without a network.
///
///     ready ─start▶ building ─built▶ preparing ─prepared▶ sending ─ended▶ deciding ─giveUp▶ settling ─completed▶ done
///                                    ▲   │ suspended ▲                       │
///                                    │   ╰───────────╯                       │ retry
///                                    ╰──────────── waiting ◀─────────────────╯
struct CallMachine {
  enum State: Equatable, CaseIterable {
    case ready
    /// The request closure was asked for a request.
    case building
    /// Plugins' `prepare` is running.
    case preparing
    /// A plugin answered "pending" and will resume.
    case suspended
    /// `willSend` ran, the backend has the request.
    case sending
    /// `didReceive` and `shouldRetry` are running.
    case deciding
    /// Until the next attempt.
    case waiting
    /// The result is known; `process` and the completion are next, or running.
    case settling
    case done
  }

  enum Event: Equatable, CaseIterable {
    case start
    case built
    case prepared
    /// A plugin wants to wait, and later stops waiting.
    case suspend
    case resume
    /// The result is known before anything was sent: a request that cannot be built, a plugin that answers.
    case short
    /// The backend's end.
    case ended
    case retry
    case giveUp
    /// The wait before the next attempt is over.
    case elapsed
    /// Cancelled, or out of time.
    case stop
    case completed
  }

  enum Action: Equatable {
    case build
    case prepare
    case send
    /// Hooks on the way back, then `retry` or `giveUp`.
    case receive
    case wait
    /// The backend is asked to stop; its end is still to come.
    case stopBackend
    /// `process` and the completion, with the result that is known.
    case settle
    /// The same; the result is that the call was stopped.
    case settleStopped
    case none
  }

  private(set) var state = State.ready
  private(set) var stopped = false
  private(set) var attempt = 1

  mutating func handle(_ event: Event) -> Action {
    if event == .stop { return stop() }
    switch (state, event) {
    case (.ready, .start): return enter(.building, .build)
    case (.building, .built): return enter(.preparing, .prepare)
    case (.building, .short), (.preparing, .short): return settle()
    case (.preparing, .prepared): return stopped ? settle() : enter(.sending, .send)
    case (.preparing, .suspend): return stopped ? settle() : enter(.suspended, .none)
    case (.suspended, .resume): return enter(.preparing, .prepare)
    case (.sending, .ended): return enter(.deciding, .receive)
    case (.deciding, .retry): return stopped ? settle() : enter(.waiting, .wait)
    case (.deciding, .giveUp): return enter(.settling, .settle)
    case (.waiting, .elapsed):
      attempt += 1
      return enter(.preparing, .prepare)
    case (.settling, .completed): return enter(.done, .none)
    default: return .none
    }
  }

  /// Hooks that are running are not overtaken: they see the stop when they are through.
  private mutating func stop() -> Action {
    switch state {
    case .ready, .building, .suspended, .waiting:
      stopped = true
      return enter(.settling, .settleStopped)
    case .sending:
      stopped = true
      return .stopBackend
    case .preparing, .deciding:
      stopped = true
      return .none
    case .settling, .done:
      return .none
    }
  }

  private mutating func settle() -> Action { enter(.settling, stopped ? .settleStopped : .settle) }

  private mutating func enter(_ next: State, _ action: Action) -> Action {
    state = next
    return action
  }
}
