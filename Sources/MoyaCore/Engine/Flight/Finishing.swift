/// One run of the `finish` hooks of a call, for one waiter (a caller who wants the result). If a hook returns
/// `.pending`, the run waits until its plugin resumes.
///
/// The class is `@unchecked Sendable`: the lock protects `asked`. Only the thread that runs the hooks touches the other
/// fields, and it passes them to the next thread through that lock.
final class Finishing: PlaceInLine, @unchecked Sendable {
  private let flight: Flight
  private let waiter: Waiter
  private let isOfGuest: Bool
  let isLeaving: Bool
  /// The waiter for which these hooks run, if several waiters share the flight. Otherwise `nil`.
  var guest: Waiter? { isOfGuest ? waiter : nil }
  private let end: (Result<Response, MoyaError>) -> Void
  private var result: Result<Response, MoyaError>
  private var next = 0
  /// The hook that runs or is pending. `nil` if no hook runs or is pending.
  private let asked = Protected<Asked?>(nil)

  private struct Asked {
    /// The plugin's index.
    let index: Int
    var isPending = false
    /// The result with which the plugin has resumed.
    var answer: Result<Response, MoyaError>?
    /// What runs when the call no longer waits for the plugin.
    var whenOver: (@Sendable () -> Void)?
    /// The timer that ends the wait.
    var timer: (any Stoppable)?

    func awaits(_ index: Int) -> Bool { self.index == index && answer == nil }

    func end() {
      timer?.stop()
      whenOver?()
    }
  }

  /// - Parameters:
  /// - isOfGuest: true if several waiters share the flight.
  /// - isLeaving: true if the waiter leaves the shared flight while others still wait.
  /// - end: receives what the plugins have made of the result.
  init(
    _ flight: Flight, _ waiter: Waiter, _ result: Result<Response, MoyaError>, isOfGuest: Bool = false,
    isLeaving: Bool = false, _ end: @escaping (Result<Response, MoyaError>) -> Void
  ) {
    self.flight = flight
    self.waiter = waiter
    self.result = result
    self.isOfGuest = isOfGuest
    self.isLeaving = isLeaving
    self.end = end
  }

  /// Runs the remaining hooks, until one of them is pending or all have run.
  func run() {
    // While hooks run, the waiter stores this object as its `PlaceInLine`. So a cancel calls `skip`. If the call was
    // already cancelled, `waiter.wait` returns false. Then `wait(for:)` below calls `skip` as soon as a hook is
    // pending.
    _ = waiter.wait(in: self)
    while next < flight.active.processing.count {
      let seat = flight.active.processing[next].takeUnretainedValue()
      next += 1
      asked.withLock { $0 = Asked(index: seat.index) }
      switch ask(seat) {
      case .done(let changed):
        asked.withLock { $0.take() }?.end()
        result = changed
      case .pending: guard wait(for: seat) else { return }
      }
    }
    waiter.leavePlace()
    end(result)
  }

  private func ask(_ seat: Roster.Seat) -> Finish {
    if seat.limited == nil {
      let context = PluginContext(
        flight, seat.index, for: guest, isLeaving: isLeaving, in: self)
      return seat.plugin.finish(result, context: context)
    }
    let subject = flight.description.subject
    let call = HookedCall(
      isOfGuest ? waiter.subject : subject, slotsOf: subject, place: seat.index, of: flight.roster.count,
      attempt: isLeaving ? flight.attempt : flight.attemptUnderWay, deadline: flight.deadline, awaitedBy: flight,
      in: self)
    return seat.limited?.finish(result, to: isLeaving ? nil : flight.request, of: call) ?? .done(result)
  }

  /// Makes the remaining hooks wait for this plugin. Returns true if the plugin has already resumed. Then the next hook
  /// runs at once.
  private func wait(for seat: Roster.Seat) -> Bool {
    // The limit is read first. As soon as `isPending` is set, another thread can run the next hooks.
    let limit = limit(of: seat)
    let resumed = asked.withLock { asked -> Asked? in
      if asked?.answer != nil { return asked.take() }
      asked?.isPending = true
      return nil
    }
    if let resumed {
      resumed.end()
      if let answer = resumed.answer { result = answer }
      return true
    }
    // If the waiter was cancelled earlier, `skip` is called now, because a hook is pending now. `waiter.wait(in:)` must
    // not be called a second time, because another thread can have completed the waiter by now.
    if waiter.isGivenUp { skip() }
    if let limit { arm(seat.index, limit) }
    return false
  }

  private func limit(of seat: Roster.Seat) -> (milliseconds: UInt32, error: MoyaError)? {
    let seconds = isLeaving ? nil : flight.totalTimeout
    let total = flight.deadline.endsWithHead(of: seconds) ? 0 : flight.deadline.remaining(of: seconds)
    if let plugin = seat.limited, plugin.longestWait > 0, total == 0 || plugin.longestWait < total {
      return (plugin.longestWait, plugin.waitedTooLong(in: .process))
    }
    if total == 0 { return nil }
    return (total, .underlying(flight.deadline.error(wasSent: flight.wasSent, of: seconds), nil))
  }

  private func arm(_ index: Int, _ limit: (milliseconds: UInt32, error: MoyaError)) {
    let timer = flight.lane.executor.schedule(afterMilliseconds: limit.milliseconds) {
      _ = self.resume(.failure(limit.error), index: index)
    }
    let unused = asked.withLock { asked -> (any Stoppable)? in
      guard asked?.awaits(index) == true else { return timer }
      asked?.timer = timer
      return nil
    }
    unused?.stop()
  }

  // MARK: Any thread

  var isGivenUp: Bool { waiter.isGivenUp }

  /// Ends the wait for the plugin with a cancel error. Called when the call is cancelled.
  func skip() {
    let index = asked.withLock { $0?.isPending == true ? $0?.index : nil }
    if let index { _ = resume(.failure(.cancelled), index: index) }
  }

  /// Continues the hooks with the result of a plugin. Returns false if the hooks do not wait for this plugin.
  func resume(_ result: Result<Response, MoyaError>, index: Int) -> Bool {
    let isPending = asked.withLock { asked -> Bool? in
      guard asked?.awaits(index) == true else { return nil }
      asked?.answer = result
      return asked?.isPending
    }
    if isPending == true { continueElsewhere() }
    return isPending != nil
  }

  private func continueElsewhere() {
    let work: @Sendable () -> Void = { self.flight.nest { _ in self.goOn() } }
    if waiter.queue == nil {
      flight.lane.executor.perform(work)
    } else {
      waiter.deliver(by: flight.lane.executor, work)
    }
  }

  private func goOn() {
    guard let resumed = asked.withLock({ $0.take() }) else { return }
    resumed.end()
    if let answer = resumed.answer { result = answer }
    run()
  }

  func awaits(index: Int) -> Bool {
    asked.withLock { $0?.awaits(index) == true }
  }

  func whenOver(index: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    asked.withLock { asked in
      guard asked?.awaits(index) == true else { return false }
      asked?.whenOver = work
      return true
    }
  }
}
