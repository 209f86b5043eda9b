import Synchronization

/// One request under way: drives a `CallMachine` through plugins, backend and completion.
///
/// Unchecked: what is under `shared` is locked; the rest is touched by whoever moves the call, one thread at a time,
/// handed over through that lock, a queue or the backend.
public final class Call: Cancellable, @unchecked Sendable {
  package typealias Completion = (Result<Response, MoyaError>) -> Void

  package let recipe: CallRecipe
  /// As last prepared.
  package internal(set) var request: URLRequest?
  /// Plugins' own values, by place in the order.
  var slots: [Int: Any] = [:]

  private var builtRequest: URLRequest?
  private var completion: Completion?
  private var result: Result<Response, MoyaError>?
  private var nextPlugin = 0
  private var retryDelay: UInt32 = 0
  private var lastProgress: TransferProgress?
  private let mailbox: Mailbox?
  private let deadline: Deadline
  private let shared = Mutex(Shared())

  private struct Shared: @unchecked Sendable {
    var machine = CallMachine()
    var cancelled = false
    var stopReason = TransferError.cancelled
    var transfer: (any Stoppable)?
    var timer: (any Stoppable)?
    /// A resume that came before its `.pending`.
    var early: Preparation?
    var pendingPlugin: Int?
  }

  package init(_ recipe: CallRecipe, completion: @escaping Completion) {
    self.recipe = recipe
    self.completion = completion
    mailbox = recipe.queue.map { Mailbox(queue: $0) }
    deadline = Deadline(milliseconds: recipe.options.totalTimeout)
  }

  package func start() { advance(.start) }

  public var isCancelled: Bool { shared.withLock { $0.cancelled } }

  public func cancel() { stop(.cancelled, isCancel: true) }

  package var attempt: Int { shared.withLock { $0.machine.attempt } }

  // MARK: Moving

  /// `inPlace`: this thread is where the caller hears of the end.
  private func advance(_ event: CallMachine.Event, inPlace: Bool = false) {
    run(shared.withLock { $0.machine.handle(event) }, inPlace: inPlace)
  }

  private func run(_ action: CallMachine.Action, inPlace: Bool = false) {
    switch action {
    case .build: build()
    case .prepare: recipe.backend.perform { self.prepare() }
    case .send: send()
    case .receive: deliver { self.receive() }
    case .wait: wait()
    case .stopBackend: shared.withLock { $0.transfer }?.stop()
    case .settle, .settleStopped:
      if action == .settleStopped { result = .failure(.underlying(shared.withLock { $0.stopReason }, nil)) }
      if inPlace { settle() } else { deliver { self.settle() } }
    case .none: break
    }
  }

  /// On the caller's queue if there is one. Hooks and completion keep their order.
  private func deliver(_ work: @escaping @Sendable () -> Void) {
    if let mailbox { mailbox.post(work) } else { work() }
  }

  private func stop(_ reason: TransferError, isCancel: Bool) {
    let action = shared.withLock { shared in
      if isCancel { shared.cancelled = true }
      let before = shared.machine.stopped
      let action = shared.machine.handle(.stop)
      if !before, shared.machine.stopped { shared.stopReason = reason }
      return action
    }
    run(action)
  }

  // MARK: Steps

  private func build() {
    switch recipe.source {
    case .ready(let request): built(.success(request))
    case .failed(let error): built(.failure(error))
    case .asking(let ask):
      armDeadline()
      ask { self.built($0) }
    }
  }

  private func built(_ outcome: Result<URLRequest, MoyaError>) {
    // A request closure may answer twice, or after a cancel; only the first answer in time is taken. A failure is
    // reported where the closure answered, as Moya does.
    let action = shared.withLock { shared in
      guard shared.machine.state == .building else { return CallMachine.Action.none }
      switch outcome {
      case .success(let request):
        self.builtRequest = request
        self.request = request
        return shared.machine.handle(.built)
      case .failure(let error):
        self.result = .failure(error)
        return shared.machine.handle(.short)
      }
    }
    run(action, inPlace: true)
  }

  /// Continues with the plugin whose turn it is.
  private func prepare() {
    while nextPlugin < recipe.plugins.count, let request {
      let index = nextPlugin
      nextPlugin += 1
      shared.withLock { $0.pendingPlugin = index }
      let answer = recipe.plugins[index].prepare(request, context: PluginContext(call: self, index: index))
      guard take(answer) else { return }
    }
    advance(.prepared)
  }

  /// True: go on with the next plugin.
  private func take(_ preparation: Preparation) -> Bool {
    switch preparation {
    case .ready(let request):
      self.request = request
      return true
    case .answered(let result):
      self.result = result
      advance(.short)
      return false
    case .pending:
      let early = shared.withLock { shared -> (Preparation?, CallMachine.Action) in
        if let early = shared.early {
          shared.early = nil
          return (early, .none)
        }
        return (nil, shared.machine.handle(.suspend))
      }
      if let preparation = early.0 { return take(preparation) }
      armDeadline()
      run(early.1)
      return false
    }
  }

  package func resume(_ preparation: Preparation, index: Int) {
    if case .pending = preparation { return }
    let resumes = shared.withLock { shared in
      guard shared.pendingPlugin == index else { return false }
      switch shared.machine.state {
      case .preparing:
        if shared.early == nil { shared.early = preparation }
        return false
      case .suspended:
        _ = shared.machine.handle(.resume)
        return true
      default: return false
      }
    }
    if resumes {
      recipe.backend.perform { if self.take(preparation) { self.prepare() } }
    }
  }

  private func send() {
    guard let request else { return }
    let outgoing = OutgoingRequest(request: request, sessionFields: recipe.sessionFields)
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.willSend(outgoing, context: PluginContext(call: self, index: index))
    }
    var options = recipe.options
    options.idleTimeout = Deadline.milliseconds(request.timeoutInterval)
    options.totalTimeout = deadline.remaining(of: request.totalTimeout)
    if let credential = outgoing.credential { options.credential = credential }
    if shared.withLock({ $0.machine.stopped }) {
      transferDidFinish(.failure(shared.withLock { $0.stopReason }))
      return
    }
    let exchange = Exchange(
      request: request, options: options, sessionFields: recipe.sessionFields, target: recipe.target)
    guard let transfer = recipe.backend.send(exchange, observer: self) else { return }
    // A stop between the two lines above found no transfer to stop.
    let stopsNow = shared.withLock { shared in
      guard shared.machine.state == .sending else { return false }
      shared.transfer = transfer
      return shared.machine.stopped
    }
    if stopsNow { transfer.stop() }
  }

  private func receive() {
    guard let result else { return }
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.didReceive(result, context: PluginContext(call: self, index: index))
    }
    advance(wantsRetry(result) ? .retry : .giveUp, inPlace: true)
  }

  private func wantsRetry(_ result: Result<Response, MoyaError>) -> Bool {
    for (index, plugin) in recipe.plugins.enumerated() {
      let decision = plugin.shouldRetry(result, context: PluginContext(call: self, index: index))
      guard case .after(let seconds) = decision else { continue }
      retryDelay = Deadline.milliseconds(max(0, seconds))
      return deadline.allows(waiting: retryDelay)
    }
    return false
  }

  private func wait() {
    // Every attempt is prepared afresh: a plugin never sees its own header of the attempt before.
    request = builtRequest
    nextPlugin = 0
    let timer = recipe.backend.schedule(afterMilliseconds: retryDelay) { self.advance(.elapsed) }
    shared.withLock { if $0.machine.state == .waiting { $0.timer = timer } }
  }

  private func settle() {
    guard var result else { return }
    if let progress = recipe.progress {
      progress(ProgressResponse(progress: lastProgress, response: try? result.get()))
    }
    for (index, plugin) in recipe.plugins.enumerated() {
      result = plugin.process(result, context: PluginContext(call: self, index: index))
    }
    let timer = shared.withLock { shared in
      _ = shared.machine.handle(.completed)
      shared.transfer = nil
      defer { shared.timer = nil }
      return shared.timer
    }
    timer?.stop()
    let completion = self.completion
    self.completion = nil
    slots = [:]
    completion?(result)
  }

  /// While nobody else watches the clock: before a request exists, and while a plugin waits.
  private func armDeadline() {
    guard let remaining = deadline.remaining else { return }
    let timer = recipe.backend.schedule(afterMilliseconds: remaining) {
      let error = TransferError(.totalTimeout, "the total timeout was over before the request was sent")
      self.stop(error, isCancel: false)
    }
    let old = shared.withLock { shared in
      defer { shared.timer = timer }
      return shared.timer
    }
    old?.stop()
  }
}

extension Call: TransferObserver {
  public func transferDidProgress(_ progress: TransferProgress) {
    guard let report = recipe.progress else { return }
    lastProgress = progress
    nonisolated(unsafe) let deliverReport = report
    deliver { deliverReport(ProgressResponse(progress: progress)) }
  }

  public func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) {
    result = Outcome.result(of: outcome, request: request, recipe: recipe)
    advance(.ended)
  }
}
