@testable import MoyaCore

/// A plugin whose hooks wait. It also checks that the engine runs its hooks correctly.
final class PendingPlugin: LimitedWait, @unchecked Sendable {
  private static let mark = "X-Seen"

  let index: Int
  let longestWait: UInt32
  private let pending: Hooks
  private unowned let scene: PendingScene

  init(_ index: Int, pending: Hooks, in scene: PendingScene) {
    self.index = index
    self.pending = pending
    self.scene = scene
    longestWait = scene.setup.isLimited ? PendingSetup.waitLimit : 0
  }

  func waitedTooLong(in hook: Hooks) -> MoyaError { .requestMapping("limit") }

  func name(of hook: String) -> String { "\(index == 0 ? "A" : "B").\(hook)" }

  // MARK: Before the request

  func edit(_ request: inout URLRequest?, of call: HookedCall) -> Preparation? {
    guard let sent = request, let context = context(of: call, in: .prepare, sent) else { return nil }
    scene.quietly { if context.slot == nil { context.slot = "kept" } }
    return shape(.prepare, sent, context)
  }

  func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> Preparation? {
    guard let sent = request, let context = context(of: call, in: .sign, sent) else { return nil }
    return shape(.sign, sent, context)
  }

  /// Returns the context of a hook. If the hook may wait, the plugin may resume the context from now on.
  private func context(of call: HookedCall, in hook: Hooks, _ request: URLRequest?) -> PluginContext? {
    pending.contains(hook) ? PluginContext(awaiting: call, with: request) : PluginContext(of: call)
  }

  private func shape(_ hook: Hooks, _ request: URLRequest, _ context: PluginContext) -> Preparation {
    let name = name(of: hook == .prepare ? "prepare" : "sign")
    let count = scene.plugins.count
    return scene.record(of: context.flight).during(name, .preparing) { record in
      record.begins(index + (hook == .sign ? count : 0), of: context.attempt)
      check(request, hasPassed: index + (hook == .sign ? count : 0), name)
      let marked = PendingPlugin.marked(request)
      guard pending.contains(hook) else {
        if index == 0 { scene.yield(name) }
        return .ready(marked)
      }
      let question = Question(scene.questions.count, name, context, .request(marked), record)
      return scene.ask(question) ?? scene.returned(question)
    }
  }

  /// Each hook adds one mark, so the number of marks tells which hooks have seen the request.
  private static func marked(_ request: URLRequest) -> URLRequest {
    var request = request
    request.setValue((request.value(forHTTPHeaderField: mark) ?? "") + "x", forHTTPHeaderField: mark)
    return request
  }

  private func check(_ request: URLRequest?, hasPassed count: Int, _ name: String) {
    let marks = request?.value(forHTTPHeaderField: PendingPlugin.mark)?.count ?? 0
    if marks != count { scene.fault("\(name) sees the work of \(marks) hooks, and not of \(count)") }
  }

  func willSend(_ request: any RequestType, context: PluginContext) {
    let name = name(of: "willSend")
    scene.record(of: context.flight).during(name, .sending) { record in
      record.sends()
      check(request.request, hasPassed: scene.plugins.count * 2, name)
      if index == 0 { scene.yield(name) }
    }
  }

  // MARK: After the response

  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    let name = name(of: "didReceive")
    scene.record(of: context.flight).during(name, .deciding) { record in
      record.receives(Journal.brief(result))
      if index == 0 { scene.yield(name) }
    }
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    let name = name(of: "shouldRetry")
    return scene.record(of: context.flight).during(name, .deciding) { _ in
      if index == 0 { scene.yield(name) }
      let mayRetry = index == 0 && scene.setup.retries && context.attempt < 3
      return mayRetry && Journal.brief(result) == "503" ? .now : .no
    }
  }

  func finish(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) -> Finish {
    guard let context = context(of: call, in: .process, nil) else { return .done(result) }
    let name = name(of: "finish")
    let record = scene.record(of: context.flight)
    let chain = record.chain(of: call.subject)
    scene.tell("\(name) of caller \(chain.caller.number)")
    record.hooks += 1
    scene.quietly { chain.takes(Journal.brief(result), by: index, name) }
    guard pending.contains(.process) else {
      chain.last = .exact(Journal.brief(result))
      scene.yield(name)
      return .done(result)
    }
    let question = Question(scene.questions.count, name, context, .result(result), record)
    chain.last = .question(question)
    return scene.asks(question) ? .pending : .done(result)
  }

  func releaseSlot(context: PluginContext) {
    scene.tell(name(of: "releaseSlot"))
    let record = scene.record(of: context.flight)
    record.hooks += 1
    scene.quietly { record.releases(by: index, isSet: context.slot != nil) }
    if index == 0 { scene.yield(name(of: "releaseSlot")) }
  }
}

extension PendingScene {
  /// Runs a hook that may wait. Returns `nil` if the hook waits.
  fileprivate func ask(_ question: Question) -> Preparation? { asks(question) ? .pending : nil }

  /// Runs a hook that may wait. Returns true if it waits.
  fileprivate func asks(_ question: Question) -> Bool {
    questions.append(question)
    question.watch(self)
    yield("\(question)")
    // If the plugin has already resumed the call, its hook must return `.pending`. Otherwise there would be two
    // answers.
    let waits = question.resumes > 0 || schedule.choose(of: 2) == 0
    if waits {
      question.isPending = true
    } else {
      question.resumes = 1
      question.isAnswered(.goOn)
    }
    return waits
  }

  fileprivate func returned(_ question: Question) -> Preparation { question.preparation(.goOn) }
}
