/// Builds the request of a flight (one call with all its attempts), and lets every plugin prepare the request.
extension Flight {
  func build() {
    switch description.source {
    case .ready:
      move { locked in
        guard locked.machine.state == .building, let request = description.takeRequest() else { return .none }
        return locked.machine.handle(take(built: request))
      }
    case .taken: break
    case .failed(let error): built(.failure(error))
    case .asking(let make):
      make { outcome in self.lane.executor.perform { self.built(outcome) } }
      // Most request closures have supplied a request by now, so most flights need no timer.
      if locked.withLock({ $0.machine.state == .building }) { armDeadline(in: .building, of: nil) }
    }
  }

  @inline(never)
  private func expire() { advance(.expire) }

  /// Accepts the first result of a request closure and ignores a second or late result. A failure is reported on the
  /// thread where the closure returned it, as in Moya.
  private func built(_ outcome: Result<URLRequest, MoyaError>) {
    let inPlace = if case .failure = outcome { true } else { false }
    move(inPlace: inPlace) { locked in
      guard locked.machine.state == .building else { return .none }
      switch outcome {
      case .success(let request): return locked.machine.handle(take(built: request))
      case .failure(let error):
        result = .failure(error)
        return locked.machine.handle(.known)
      }
    }
  }

  private func take(built request: consuming URLRequest) -> FlightMachine.Event {
    if let upload = description.upload,
      let type = upload.contentType(over: request.value(forHTTPHeaderField: "Content-Type"))
    {
      request.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    let fault = session.refusal(of: request, downloads: description.download != nil, uploads: false)
    // Later attempts begin with `builtRequest`. `request` is set here too, because the first attempt can run without
    // `beginAttempt`, which would set it.
    if isRepeated { builtRequest = request }
    self.request = consume request
    guard let fault else { return .built }
    result = .failure(.underlying(fault, nil))
    return .known
  }

  /// Starts an attempt with the request as it was built, without the changes of the previous attempt. So a plugin never
  /// sees a header field that it set in the previous attempt.
  func beginAttempt() {
    if let builtRequest { request = builtRequest }
    nextPlugin = 0
    // In a shared flight, a waiter that leaves reads `hooked` on another thread, so `hooked` must not change. There,
    // `active` is always `roster`, so nothing is written.
    if active !== roster { hooked = .passUnretained(roster) }
    chain = nil
    move { locked in
      attemptUnderWay = locked.machine.attempt
      locked.pending = nil
      return locked.machine.handle(.lineUp)
    }
  }

  /// If a plugin has resumed, carries out its answer. Then runs the hooks of the next plugins.
  func prepare() {
    if nextPlugin > 0, let resumed = locked.withLock({ $0.takeResumed() }) {
      resumed.whenOver?()
      if let answer = resumed.answer, !take(answer) { return }
    }
    while let seat = nextSeat {
      let isEditing = seat._withUnsafeGuaranteedRef { $0.editor != nil }
      guard isEditing ? edit(seat) : ask(seat) else { return }
    }
    prepared = deadline.now
    if !deadline.allows(waiting: 0, of: totalTimeout, at: prepared) { expire() }
    move { locked in
      locked.machine.isDecided = looksAtEnds
      return locked.machine.handle(.prepared)
    }
  }

  /// The plugin whose hook runs next. `nil` after the last hook that can change the request.
  ///
  /// If the last `prepare` hook has just run, and no plugin has stored a value for the call, the hooks that need such a
  /// value are left out from now on.
  @inline(__always)
  private var nextSeat: Roster.LentSeat? {
    if nextPlugin == roster.preparing.count, let idle = roster.lentIdle, !hasValues { leave(idle) }
    return hooked._withUnsafeGuaranteedRef { nextPlugin < $0.shaping.count ? $0.shaping[nextPlugin] : nil }
  }

  private func leave(_ idle: Unmanaged<Roster>) {
    hooked = idle
    // Without these hooks, there may be no further attempt, so nothing needs the request as it was built.
    if builtRequest != nil, !looksAtEnds { builtRequest = nil }
  }

  /// True if a plugin or the call's retry rule receives the result of an attempt.
  private var looksAtEnds: Bool { mayRetry || hooked._withUnsafeGuaranteedRef { $0.looksAtEnds } }

  /// Runs the next hook, which belongs to an editing plugin (`EditingPlugin`). This plugin may also run the `prepare`
  /// hooks of the plugins that follow it. Returns true to continue with the next plugin.
  ///
  /// The code says `editor?.edit`, because `if let editor` would retain the plugin for each hook.
  private func edit(_ seat: Roster.LentSeat) -> Bool {
    // The request is taken out of the property, so that it has one owner and is changed without a copy.
    var edited = request.take()
    var answer: Result<Response, MoyaError>?
    seat._withUnsafeGuaranteedRef { seat in
      let call = HookedCall(
        description.subject, place: seat.index, of: roster.count, attempt: attemptUnderWay, deadline: deadline)
      nextPlugin += 1
      if isSigning {
        answer = seat.editor?.sign(&edited, description.upload, of: call).map { .failure($0) }
      } else {
        answer = seat.editor?.edit(&edited, of: call, in: roster, from: &nextPlugin)
      }
    }
    request = edited.take()
    return answer.map { take(.answered($0)) } ?? true
  }

  /// Runs the next hook, which may wait. `seat` is its plugin. Returns true to continue with the next plugin.
  private func ask(_ seat: Roster.LentSeat) -> Bool {
    let isSigning = nextPlugin >= roster.preparing.count
    nextPlugin += 1
    return seat._withUnsafeGuaranteedRef { seat in
      if seat.limited != nil { return ask(limited: seat, isSigning: isSigning) }
      guard let request else { return true }
      let context = PluginContext(self, seat.index, isSigning: isSigning)
      expectAnswer(of: context.hookRun)
      return take(
        isSigning ? seat.plugin.sign(request, context: context) : seat.plugin.prepare(request, context: context))
    }
  }

  private func ask(limited seat: Roster.Seat, isSigning: Bool) -> Bool {
    // The request is taken out of the property, so that it has one owner and is changed without a copy. If the plugin
    // waits, `PluginContext(awaiting:)` has put a copy back, because the flight needs the request during the wait.
    var edited = request.take()
    let call = HookedCall(
      description.subject, place: seat.index, of: roster.count, attempt: attemptUnderWay, deadline: deadline,
      awaitedBy: self)
    let preparation =
      isSigning ? seat.limited?.sign(&edited, description.upload, of: call) : seat.limited?.edit(&edited, of: call)
    if edited != nil { request = edited.take() }
    return preparation.map { take($0) } ?? true
  }

  /// True while a `sign` hook runs. Read this on the thread of the hook.
  var isSigning: Bool { nextPlugin > roster.preparing.count }

  /// From now on, the plugin can give its answer to `run`, which is one run of its hook.
  func expectAnswer(of run: HookRun) { locked.withLock { $0.pending = PendingHook(run: run) } }

  /// Carries out what a plugin's hook has returned. Returns true to continue with the next plugin.
  private func take(_ preparation: Preparation) -> Bool {
    switch preparation {
    case .ready(let request):
      forgetPending()
      self.request = request
      return true
    case .answered(let result):
      forgetPending()
      return description.reader == nil ? land(result) : read(result)
    case .pending: return wait(nil)
    }
  }

  private func land(_ answer: Result<Response, MoyaError>) -> Bool {
    result = Outcome.written(answer, by: description.download)
    advance(.known)
    return false
  }

  /// Gives a plugin's response to the call's reader, then completes the flight. While the reader pauses, the flight
  /// waits as it waits for a plugin that returned `.pending`.
  private func read(_ answer: Result<Response, MoyaError>) -> Bool {
    let plugin = active.shaping[nextPlugin - 1].takeUnretainedValue().index
    let run = HookRun(plugin: plugin, attempt: attemptUnderWay, hook: .read)
    let (rest, held) = readAnswer(answer) { _ = self.resume(.answered($0), of: run) }
    guard let held else { return land(rest) }
    locked.withLock { $0.pending = PendingHook(run: run) }
    return wait(held)
  }

  /// Waits for a plugin, or for a reader that has paused at the end of the plugin's response. Continues at once if the
  /// plugin has already resumed.
  private func wait(_ held: HeldEnd?) -> Bool {
    var resumed: PendingHook?
    var number = 0
    let limit = totalTimeout
    let reader = held == nil ? nil : description.reader
    // These values are read before the flight waits. Once it waits, another thread can continue the flight and change
    // them.
    let seat = active.shaping[nextPlugin - 1].takeUnretainedValue()
    let run = HookRun(plugin: seat.index, attempt: attemptUnderWay, hook: isSigning ? .sign : .prepare)
    move { locked in
      resumed = locked.takeResumed()
      if resumed != nil { return .none }
      locked.waits += 1
      number = locked.waits
      return locked.machine.handle(.suspend)
    }
    resumed?.whenOver?()
    if let answer = resumed?.answer { return take(answer) }
    if held == nil, let plugin = seat.limited {
      armLimit(of: plugin, in: run, wait: number, limit)
    } else {
      armDeadline(in: .suspended, wait: number, of: limit)
    }
    if let held { keep(held, for: reader) }
    return false
  }

  /// Starts a timer for the total timeout, or for the limit of the plugin if that is shorter.
  private func armLimit(of plugin: any LimitedWait, in run: HookRun, wait: Int, _ totalTimeout: TimeInterval?) {
    let total = deadline.remaining(of: totalTimeout)
    guard plugin.longestWait > 0, total == 0 || plugin.longestWait < total else {
      return armDeadline(in: .suspended, wait: wait, of: totalTimeout)
    }
    hold(in: .suspended, wait: wait) {
      lane.executor.schedule(afterMilliseconds: plugin.longestWait) {
        let error = plugin.waitedTooLong(in: run.hook == .sign ? .sign : .prepare)
        _ = self.resume(.answered(.failure(error)), of: run)
      }
    }
  }

  /// Accepts the answer of a plugin that returns `.pending` from `prepare` or `sign`. Returns false if the answer is
  /// too late, or is not the first answer.
  func resume(_ preparation: Preparation, of run: HookRun) -> Bool {
    if case .pending = preparation { return false }
    var isTaken = false
    move { locked in
      isTaken = locked.accept(preparation, of: run)
      return isTaken ? locked.machine.handle(.resume) : .none
    }
    return isTaken
  }

  /// Does the same as `resume`, but the flight continues on the thread that `Executor.perform` uses. So this function
  /// runs no hook, unless the executor performs work at once (`DirectExecutor`).
  func resumeElsewhere(_ preparation: Preparation, of run: HookRun) -> Bool {
    if case .pending = preparation { return false }
    let (isTaken, isSuspended) = locked.withLock { locked in
      (locked.accept(preparation, of: run), locked.machine.state == .suspended)
    }
    if isTaken, isSuspended { lane.executor.perform { self.advance(.resume) } }
    return isTaken
  }

  /// Returns true if the plugin can still resume this run of a hook.
  func awaits(_ run: HookRun) -> Bool { locked.withLock { $0.awaits(run) } }

  func whenOver(_ run: HookRun, _ work: @escaping @Sendable () -> Void) -> Bool {
    locked.withLock { locked in
      guard locked.awaits(run) else { return false }
      locked.pending?.whenOver = work
      return true
    }
  }

  /// Discards the pending hook, because the flight no longer waits for a plugin. So no plugin can resume the flight.
  func forgetPending() { locked.withLock { $0.pending.take() }?.whenOver?() }
}

extension Flight.Locked {
  func awaits(_ run: HookRun) -> Bool {
    guard let pending, pending.run == run, pending.answer == nil else { return false }
    return machine.attempt == run.attempt && machine.mayBeResumed
  }

  /// Stores a plugin's answer. Returns false if it is too late, or is not the first answer.
  fileprivate mutating func accept(_ preparation: Preparation, of run: HookRun) -> Bool {
    guard awaits(run) else { return false }
    pending?.answer = preparation
    return true
  }

  /// Removes and returns the hook that has been resumed. Returns `nil` if no hook has been resumed. The caller runs the
  /// hook's `whenOver` without the lock.
  mutating func takeResumed() -> PendingHook? { pending?.answer == nil ? nil : pending.take() }
}

/// Identifies one run of a hook that may wait. A plugin runs `prepare` and `sign` in each attempt, so a late answer to
/// one run must not count as an answer to another run.
struct HookRun: Equatable {
  enum Hook: UInt8 {
    case prepare
    case sign
    /// This is not a hook of the plugin: the call's reader reads the response that the plugin supplied.
    case read
  }

  /// The plugin's index in the roster.
  let plugin: Int
  let attempt: Int
  let hook: Hook
}

/// The wait for one plugin in `prepare` or `sign`. It can last longer than the plugin's hook.
struct PendingHook {
  let run: HookRun
  /// The answer with which the plugin has resumed, perhaps before its hook returned `.pending`.
  var answer: Preparation?
  /// What runs when the flight no longer waits for the plugin.
  var whenOver: (@Sendable () -> Void)?
}
