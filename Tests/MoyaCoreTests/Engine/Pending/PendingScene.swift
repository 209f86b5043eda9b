import Dispatch

@testable import MoyaCore

/// Calls whose plugins wait, and everything that can happen to these calls, on one thread. A schedule decides what
/// happens next.
///
/// The scene also plays what other threads can do. The engine calls hooks, timers, the backend and completions. Before
/// each of these calls, the schedule can let another thread act. In debug builds, it can also let another thread act
/// after each release of a lock (`LockWatch`).
final class PendingScene: @unchecked Sendable {
  let setup: PendingSetup
  let schedule: Schedule
  let log: Log
  private(set) lazy var executor = PendingExecutor(self)
  private(set) lazy var backend = PendingBackend(self)
  private(set) lazy var plugins = setup.pending.enumerated().map { PendingPlugin($0, pending: $1, in: self) }
  private(set) lazy var roster = Roster(plugins)
  private let table = OpenFlights()
  let registry = Registry(keepsUntilEnd: true)
  private lazy var session = SessionRules(registry: registry)
  private(set) lazy var callers = (0..<setup.callers).map { PendingCaller($0, in: self) }
  private(set) var started = 0
  private var isClosed = false
  /// Greater than 0 while the scene itself reads the state of the engine.
  private var quiet = 0
  /// True if the scene notices each release of a lock.
  private var isWatching = false
  /// The number of events and releases of locks so far.
  private var steps = 0
  /// The value of `steps` when other threads could last act.
  private var yielded = 0
  /// The hooks that may wait, in the order in which they ran.
  var questions: [Question] = [] { didSet { steps += 1 } }
  private(set) var records: [FlightRecord] = []
  /// The timeouts that have passed: `totalTimeout`, or `limit` for the limit of a wait.
  var causes: Set<String> = []
  private var depth = 0
  /// The lanes in use. Each flight holds one of them.
  private var lanes: [WeakLane] = []

  private struct WeakLane {
    weak var lane: Lane?
  }

  /// The faults of a run, and its events if the test asks for them.
  final class Log {
    var faults: [String] = []
    var lines: [String]?

    init(tells: Bool) { lines = tells ? [] : nil }
  }

  init(_ setup: PendingSetup, _ schedule: Schedule, tells: Bool = false) {
    self.setup = setup
    self.schedule = schedule
    log = Log(tells: tells)
  }

  func fault(_ text: String) {
    log.faults.append(text)
    tell("FAULT \(text)")
  }

  func tell(_ line: @autoclosure () -> String) {
    if log.lines != nil { log.lines?.append(String(repeating: "  ", count: depth) + line()) }
  }

  // MARK: Events

  /// The events of the usual course, the next one first.
  private var progress: [PendingEvent] {
    var events: [PendingEvent] = []
    for place in executor.jobs.indices where !executor.jobs[place].isEmpty && !executor.isBusy[place] {
      events.append(.run(place))
    }
    if started == 0 { events.append(.start) }
    for (index, question) in questions.enumerated() where isDue(question) { events.append(.resume(index, .goOn)) }
    if isFree(backend.place) {
      for (index, sent) in backend.sent.enumerated() where sent.ends == 0 {
        events.append(.end(index, setup.usualStatus(of: index)))
      }
    }
    for timer in executor.timers where isDue(timer) { events.append(.fire(timer)) }
    if started == 1, callers.count == 2 { events.append(.start) }
    if !executor.loose.isEmpty { events.append(.runLoose) }
    return events
  }

  /// What happens only if the schedule deviates.
  private var incidents: [PendingEvent] {
    var events: [PendingEvent] = []
    for (index, question) in questions.enumerated() {
      switch question.resumes {
      case 0:
        if !isDue(question) { events.append(.resume(index, .goOn)) }
        if question.isPending { events.append(.resume(index, .answer)) }
      case 1: events.append(.resume(index, .answer))
      default: break
      }
    }
    if isFree(backend.place) {
      for (index, sent) in backend.sent.enumerated() {
        if sent.ends == 0, setup.retries { events.append(.end(index, 703 - setup.usualStatus(of: index))) }
        if sent.ends == 1 { events.append(.end(index, PendingSetup.lateStatus)) }
      }
    }
    for caller in callers.prefix(started) where !caller.hasCancelled { events.append(.cancel(caller.number)) }
    if started > 0, !isClosed { events.append(.close) }
    for timer in executor.timers where timer.job != nil {
      if !isDue(timer), isFree(executor.timerPlace) { events.append(.fire(timer)) }
      if executor.timerPlace == nil { events.append(.take(timer)) }
    }
    return events
  }

  private func isDue(_ question: Question) -> Bool { !setup.isMute && question.isPending && question.resumes == 0 }

  /// The timer of a retry is due from its start. The other timers are due only if nothing else ends a wait.
  private func isDue(_ timer: PendingTimer) -> Bool {
    timer.job != nil && isFree(executor.timerPlace)
      && (timer.kind == .retry || setup.isMute && questions.contains { $0.isPending })
  }

  private func isFree(_ place: Int?) -> Bool { place.map { !executor.isBusy[$0] } ?? true }

  private func play(_ event: PendingEvent) {
    tell("\(event)")
    steps += 1
    depth += 1
    defer { depth -= 1 }
    switch event {
    case .run(let place): executor.run(place)
    case .runLoose: executor.runLoose()
    case .start: start()
    case .resume(let index, let answer): resume(questions[index], answer)
    case .end(let index, let status): executor.occupy(backend.place) { backend.end(index, status) }
    case .fire(let timer): executor.occupy(executor.timerPlace) { executor.fire(timer) }
    case .take(let timer): executor.take(timer)
    case .cancel(let number): callers[number].cancel()
    case .close:
      isClosed = true
      registry.close()
      registry.abandonAll()
    }
  }

  /// Lets other threads act now.
  func yield(_ place: @autoclosure () -> String) {
    // The first thread is at depth 1. At most three other threads act at the same time, because a fourth one would find
    // no further faults.
    guard depth < 4, log.faults.isEmpty else { return }
    // If no step was taken since the last yield, other threads find the same state as then.
    if isWatching, steps == yielded { return }
    yielded = steps
    while true {
      let events = progress + incidents
      if events.isEmpty { return }
      let choice = schedule.choose(of: events.count + 1)
      if choice == 0 { return }
      tell("- in \(place()):")
      play(events[choice - 1])
    }
  }

  private func start() {
    let caller = callers[started]
    started += 1
    guard let waiter = caller.waiter, registry.insert(waiter) else { return }
    caller.isStarted = true
    var description = CallDescription(waiter.subject, source: .ready(URLRequest(urlText: Endpoints.url)))
    description.totalTimeout = PendingSetup.totalTimeout
    let lane = Lane(backend, executor: executor)
    lanes.append(WeakLane(lane: lane))
    if callers.count > 1, let key = SharingKey(description) {
      table.start(waiter, description, key, roster: roster, session: session, lane: lane)
    } else {
      Flight(description, roster: roster, session: session, lane: lane).start(waiter)
    }
  }

  private func resume(_ question: Question, _ answer: Question.Answer) {
    question.resumes += 1
    let (isAwaited, isStopped) = quietly { (question.context.isAwaited, question.isStopped) }
    // This must come before `resume`, because the call can go on inside `resume`.
    if isAwaited { question.isAnswered(answer) }
    let isTaken = question.resume(answer, elsewhere: setup.resumesElsewhere)
    if isTaken != isAwaited { fault("\(question) is \(isAwaited ? "" : "not ")awaited, and resume returns \(isTaken)") }
    if isTaken, isStopped { fault("\(question) resumes a call that was stopped") }
  }

  func record(of flight: Flight) -> FlightRecord {
    if let known = records.first(where: { $0.flight === flight }) { return known }
    let record = FlightRecord(flight, in: self)
    records.append(record)
    return record
  }

  // MARK: A run

  /// Plays everything to its end, and returns what was wrong.
  func run() -> [String] {
    #if DEBUG
      if setup.watchesLocks {
        isWatching = true
        return LockWatch { [unowned self] in if quiet == 0 { releaseLock() } }.watch { playAll() }
      }
    #endif
    return playAll()
  }

  private func releaseLock() {
    steps += 1
    yield("a release of a lock")
  }

  /// Reads the state of the engine. No other thread acts while it does.
  func quietly<Value>(_ read: () -> Value) -> Value {
    quiet += 1
    defer { quiet -= 1 }
    return read()
  }

  private func playAll() -> [String] {
    for _ in 0..<1000 {
      let usual = progress
      let events = usual + incidents
      // Without progress, choice 0 is the end of the run.
      let choice = schedule.choose(of: events.count + (usual.isEmpty ? 1 : 0)) - (usual.isEmpty ? 1 : 0)
      if choice < 0 { break }
      play(events[choice])
      quietly { checkWaits() }
      if !log.faults.isEmpty { return log.faults }
    }
    quiet += 1
    checkEnds()
    if log.faults.isEmpty { comeLate() }
    if log.faults.isEmpty { checkLeaks() }
    return log.faults
  }

  /// Checks that a call that waits for a plugin has `isSuspended` set.
  private func checkWaits() {
    for question in questions where question.isPending && question.context.isAwaited {
      let waiting = callers.filter { $0.isStarted && question.mayBelong(to: $0) }
      if waiting.allSatisfy({ $0.waiter?.isSuspended == false }) { fault("no call says that it waits for \(question)") }
    }
  }

  private func checkEnds() {
    if !progress.isEmpty { fault("the calls do not end") }
    for caller in callers where caller.ends.count != (caller.isStarted ? 1 : 0) {
      fault("caller \(caller.number) ends: \(caller.ends)")
    }
    for record in records { record.checkEnd() }
    for question in questions { question.checkEnd() }
    if registry.count != 0 { fault("the registry keeps \(registry.count)") }
    if !table.closures.isEmpty { fault("the table keeps completions") }
    for timer in executor.timers where timer.job != nil { fault("the timer of \(timer.kind) is left") }
  }

  /// Repeats everything after the end, and checks that nothing has an effect.
  private func comeLate() {
    tell("everything comes again")
    let hooks = records.map(\.hooks)
    for question in questions {
      if question.context.isAwaited { fault("\(question) is awaited after the end") }
      if question.context.whenOver({}) { fault("\(question) stores work after the end") }
      for answer in [Question.Answer.goOn, .answer] {
        if question.resume(answer, elsewhere: false) { fault("\(question) is resumed after the end") }
        if question.resume(answer, elsewhere: true) { fault("\(question) is resumed after the end, elsewhere") }
      }
    }
    for index in backend.sent.indices { backend.end(index, PendingSetup.lateStatus) }
    for caller in callers where caller.isStarted {
      if caller.waiter?.progress != .ended { fault("caller \(caller.number) does not see that its call has ended") }
      if caller.waiter?.isSuspended != false { fault("caller \(caller.number) still waits for a plugin") }
      // Cancels only the calls that their callers have cancelled before. A cancel of any other call could release
      // objects that the end of the call has wrongly not released, and so hide the fault.
      if caller.hasCancelled { caller.waiter?.cancel() }
    }
    registry.abandonAll()
    if executor.jobs.contains(where: { !$0.isEmpty }) { fault("late events leave jobs") }
    if records.map(\.hooks) != hooks { fault("late events run hooks") }
    if callers.contains(where: { $0.ends.count > 1 }) { fault("late events complete a call again") }
  }

  private func checkLeaks() {
    backend.forget()
    let tokens = questions.map { WeakToken(token: $0.token) }
    questions = []
    records = []
    for caller in callers { caller.forget() }
    if lanes.contains(where: { $0.lane != nil }) { fault("a flight is left") }
    if callers.contains(where: \.isKept) { fault("a waiter is left") }
    if tokens.contains(where: { $0.token != nil }) { fault("the work of whenOver is left") }
  }

  private struct WeakToken {
    weak var token: Question.Token?
  }
}
