@testable import MoyaCore

/// One run of a hook that may wait.
final class Question: CustomStringConvertible, @unchecked Sendable {
  enum Answer {
    /// The call goes on as if the plugin were not there.
    case goOn
    /// The plugin has a result of its own.
    case answer
  }

  enum Content {
    case request(URLRequest)
    case result(Result<Response, MoyaError>)
  }

  /// Exists as long as the closure that `watch` gives to `whenOver`.
  final class Token: Sendable {}

  let context: PluginContext
  private let number: Int
  private let name: String
  private let content: Content
  private unowned let record: FlightRecord
  /// True if the hook has returned, and waits.
  var isPending = false
  var resumes = 0
  /// For a hook `finish`, the result with which the call must go on. `nil`: the hook has no answer yet.
  private(set) var output: String?
  private(set) weak var token: Token?
  private var isWatched = false
  private var overs = 0

  init(_ number: Int, _ name: String, _ context: PluginContext, _ content: Content, _ record: FlightRecord) {
    self.number = number
    self.name = name
    self.context = context
    self.content = content
    self.record = record
  }

  var description: String { "\(name) (question \(number))" }

  private var own: Result<Response, MoyaError> { .success(Response(statusCode: 300 + number, data: Data())) }

  func preparation(_ answer: Answer) -> Preparation {
    guard answer == .goOn, case .request(let request) = content else { return .answered(own) }
    return .ready(request)
  }

  private func result(_ answer: Answer) -> Result<Response, MoyaError> {
    guard answer == .goOn, case .result(let result) = content else { return own }
    return result
  }

  func resume(_ answer: Answer, elsewhere: Bool) -> Bool {
    if case .request = content {
      let preparation = preparation(answer)
      return elsewhere ? context.resumeElsewhere(preparation) : context.resume(preparation)
    }
    let result = result(answer)
    return elsewhere ? context.resumeElsewhere(result) : context.resume(result)
  }

  /// Notes that the plugin has answered, and that its answer counts.
  func isAnswered(_ answer: Answer) {
    if case .request = content {
      if answer == .answer { record.answered = Journal.brief(own) }
    } else {
      output = Journal.brief(result(answer))
    }
  }

  /// True if the call was stopped before this hook, a `prepare` or a `sign`, had an answer.
  var isStopped: Bool {
    if case .request = content { return context.flight.isStopped }
    return false
  }

  func mayBelong(to caller: PendingCaller) -> Bool {
    if case .request = content { return true }
    return context.subject === caller.subject
  }

  // MARK: whenOver

  func watch(_ scene: PendingScene) {
    let token = Token()
    self.token = token
    let isAwaited = scene.quietly { context.isAwaited }
    isWatched = context.whenOver { [unowned self, unowned scene] in
      withExtendedLifetime(token) {
        overs += 1
        if scene.quietly({ context.isAwaited }) { scene.fault("\(self) is awaited when it is over") }
        scene.yield("whenOver of \(self)")
      }
    }
    if isWatched != isAwaited { scene.fault("\(self) is \(isAwaited ? "" : "not ")awaited, and whenOver differs") }
  }

  /// Called when no call waits for the plugin any more.
  func checkEnd() {
    if overs != (isWatched ? 1 : 0) { record.fault("whenOver of \(self) runs \(overs) times") }
  }
}

/// What the plugins see of one flight.
final class FlightRecord: @unchecked Sendable {
  let flight: Flight
  private unowned let scene: PendingScene
  /// How many hooks have run.
  var hooks = 0
  /// The result with which a plugin ends the call before the request is sent.
  var answered: String?
  private var running: String?
  private var attempt = 1
  /// How many hooks have shaped the request of this attempt.
  private var shaped = 0
  /// How many plugins have a slot, which an earlier attempt can have set.
  private var slots = 0
  private var sent = 0
  private var received = 0
  /// The result of this attempt.
  private var base: String?
  private var released: [Int]
  private var chains: [FinishChain] = []

  init(_ flight: Flight, in scene: PendingScene) {
    self.flight = flight
    self.scene = scene
    released = scene.plugins.map { _ in 0 }
  }

  func fault(_ text: String) { scene.fault(text) }

  /// Runs a hook. It is a fault if another hook runs, or if the flight is not in this state before and after the hook.
  func during<Answer>(_ name: String, _ state: FlightMachine.State, _ hook: (FlightRecord) -> Answer) -> Answer {
    hooks += 1
    scene.tell(name)
    if let running { fault("\(name) runs during \(running)") }
    running = name
    checkState(name, state)
    let answer = hook(self)
    checkState(name, state)
    running = nil
    return answer
  }

  private func checkState(_ name: String, _ state: FlightMachine.State) {
    let present = scene.quietly { flight.locked.withLock { $0.machine.state } }
    if present != state { fault("\(name) runs while the flight is \(present)") }
  }

  func begins(_ hook: Int, of attempt: Int) {
    if hook == 0 {
      if attempt != self.attempt + (shaped > 0 ? 1 : 0) { fault("attempt \(attempt) follows \(self.attempt)") }
      if sent != received { fault("an attempt begins before the last one has ended") }
      self.attempt = attempt
      base = nil
    } else if hook != shaped {
      fault("hook \(hook) follows hook \(shaped)")
    }
    shaped = hook + 1
    slots = max(slots, min(shaped, scene.plugins.count))
    checkAnswered()
  }

  private func checkAnswered() {
    if let answered { fault("a hook runs after a plugin has ended the call with \(answered)") }
  }

  func sends() {
    sent += 1
    checkAnswered()
  }

  func receives(_ result: String) {
    received += 1
    base = result
    if result == "\(PendingSetup.lateStatus)" { fault("an attempt ends with the second end of an exchange") }
    if received > sent { fault("more is received than sent") }
  }

  func chain(of subject: any Subject) -> FinishChain {
    if let known = chains.first(where: { $0.caller.subject === subject }) { return known }
    let caller = scene.callers.first { $0.subject === subject } ?? scene.callers[0]
    let chain = FinishChain(caller, of: self, in: scene)
    chains.append(chain)
    caller.chain = chain
    return chain
  }

  /// Returns true if a caller may get this result of the flight.
  func allows(_ result: String, for caller: PendingCaller) -> Bool {
    if flight.isStopped || caller.isGivenUp {
      if result == "cancelled" { return caller.isGivenUp }
      if result == "totalTimeout" { return scene.causes.contains(result) }
    }
    // If a plugin waits for longer than its limit, the call fails as if the plugin had answered with an error.
    if result == FinishChain.limit { return scene.causes.contains("limit") && base == nil }
    return result == answered ?? base
  }

  func releases(by plugin: Int, isSet: Bool) {
    released[plugin] += 1
    if isSet != (plugin < slots) { fault("the slot of plugin \(plugin) is \(isSet ? "" : "not ")set") }
    if chains.allSatisfy({ !$0.caller.ends.isEmpty }) { fault("slots are released after the last completion") }
    if chains.contains(where: { $0.isUnderWay }) { fault("slots are released while a plugin finishes") }
    for question in scene.questions where question.context.flight === flight { question.checkEnd() }
  }

  func checkEnd() {
    if sent != received { fault("\(sent) hooks saw a request sent, and \(received) its result") }
    if released.contains(where: { $0 != 1 }) { fault("slots are released \(released) times") }
    let (state, isIdle) = flight.locked.withLock { ($0.machine.state, $0.timer == nil && $0.transfer == nil) }
    if state != .landed { fault("a flight ends as \(state)") }
    if !isIdle { fault("a flight keeps its timer or its transfer") }
  }
}

/// The `finish` hooks that run for one caller.
final class FinishChain {
  static let limit = Journal.brief(.failure(.requestMapping("limit")))

  enum Output {
    case flight
    case exact(String)
    case question(Question)
  }

  let caller: PendingCaller
  private unowned let record: FlightRecord
  private unowned let scene: PendingScene
  private var count = 0
  var last = Output.flight

  init(_ caller: PendingCaller, of record: FlightRecord, in scene: PendingScene) {
    self.caller = caller
    self.record = record
    self.scene = scene
  }

  var isUnderWay: Bool { count < scene.plugins.count }

  func takes(_ result: String, by plugin: Int, _ name: String) {
    if !caller.ends.isEmpty { scene.fault("\(name) runs after the completion") }
    if plugin != count { scene.fault("\(name) is hook \(count) of finish") }
    check(result, name)
    count += 1
  }

  func check(_ result: String, _ name: String) {
    let isRight =
      switch last {
      case .flight: record.allows(result, for: caller)
      case .exact(let exact): result == exact
      case .question(let question):
        if let output = question.output { result == output } else { mayBreakOff(result) }
      }
    if !isRight { scene.fault("\(name) gets \(result), which nothing has caused") }
  }

  private func mayBreakOff(_ result: String) -> Bool {
    switch result {
    case "cancelled": caller.isGivenUp
    case "totalTimeout": scene.causes.contains(result)
    default: result == FinishChain.limit && scene.causes.contains("limit")
    }
  }
}

/// One caller, and how its call ended.
final class PendingCaller: @unchecked Sendable {
  let number: Int
  let subject: any Subject
  private(set) var waiter: Waiter?
  private weak var kept: Waiter?
  private(set) var hasCancelled = false
  var isStarted = false
  /// The `finish` hooks of the call.
  var chain: FinishChain?
  private(set) var ends: [String] = []

  init(_ number: Int, in scene: PendingScene) {
    self.number = number
    subject = TargetSubject(FlightTests.Zen(), FlightTests.Zen().endpoint)
    let end: Waiter.Closure = { [unowned self, unowned scene] result in
      ends.append(Journal.brief(result))
      scene.tell("completion of caller \(number): \(ends)")
      if let chain, !chain.isUnderWay {
        scene.quietly { chain.check(Journal.brief(result), "the completion") }
      } else {
        scene.fault("the completion comes before the last finish")
      }
      scene.yield("the completion")
    }
    let waiter = Waiter(subject, nil, closure: end, queue: scene.setup.hasQueues ? PendingExecutor.queues[number] : nil)
    self.waiter = waiter
    kept = waiter
  }

  func cancel() {
    hasCancelled = true
    waiter?.cancel()
  }

  /// True if the call was cancelled by its caller or by the session.
  var isGivenUp: Bool { waiter?.isGivenUp == true }

  func forget() {
    chain = nil
    waiter = nil
  }

  var isKept: Bool { kept != nil }
}
