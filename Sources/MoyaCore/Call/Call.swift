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
  private(set) var completion: Completion?
  private var progress: ((ProgressResponse) -> Void)?
  /// Kept alive until the call has completed.
  private var owner: AnyObject?
  /// As far as it is known. Kept after the end only when there is no completion to hear of it.
  package private(set) var result: Result<Response, MoyaError>?
  private var nextPlugin = 0
  /// What was sent last can be sent again.
  private var repeatable = true
  private var retryDelay: UInt32 = 0
  private var lastProgress: TransferProgress?
  private let mailbox: Mailbox?
  private let deadline: Deadline
  /// Its steps follow each other at once, and are taken together.
  private let isBare: Bool
  private let shared = Protected(Shared())

  private struct Shared: @unchecked Sendable {
    var machine = CallMachine()
    var cancelled = false
    /// `willSend` ran: the end is reported to `didReceive` and to the progress closure.
    var sent = false
    var stopReason = TransferError.cancelled
    var transfer: (any Stoppable)?
    var timer: (any Stoppable)?
    /// A resume that came before its `.pending`.
    var early: Preparation?
    var pendingPlugin: Int?
  }

  package init(_ recipe: CallRecipe, owner: AnyObject? = nil, completion: Completion?) {
    self.recipe = recipe
    isBare = recipe.isBare
    self.owner = owner
    self.completion = completion
    progress = recipe.progress
    mailbox = recipe.queue.map { Mailbox(queue: $0) }
    deadline = isBare ? .unwatched : Deadline(milliseconds: recipe.options.totalTimeout)
  }

  package func start() {
    recipe.registry?.insert(self)
    guard isBare, case .ready(let request) = recipe.source else { return advance(.start) }
    let action = shared.withLock { shared in
      guard shared.machine.handle(.start) == .build else { return CallMachine.Action.none }
      self.request = request
      shared.sent = true
      _ = shared.machine.handle(.built)
      return shared.machine.handle(.prepared)
    }
    run(action)
  }

  public var isCancelled: Bool { shared.withLock { $0.cancelled } }

  public func cancel() { stop(.cancelled, isCancel: true) }

  /// As `cancel`, when it was not the holder of this call who gave it up.
  package func abandon() { stop(.cancelled, isCancel: false) }

  package var attempt: Int { shared.withLock { $0.machine.attempt } }

  // MARK: Moving

  /// `inPlace`: this thread is where the caller hears of the end.
  private func advance(_ event: CallMachine.Event, inPlace: Bool = false) {
    run(shared.withLock { $0.machine.handle(event) }, inPlace: inPlace)
  }

  private func run(_ action: CallMachine.Action, inPlace: Bool = false) {
    switch action {
    case .build: build()
    case .prepare: enterPrepare()
    case .send: send()
    case .receive: deliver { self.receive() }
    case .wait: wait()
    case .stopBackend: shared.withLock { $0.transfer }?.stop()
    case .settle, .settleStopped:
      if action == .settleStopped {
        result = .failure(.underlying(shared.withLock { $0.stopReason }, nil))
        if case .joining(let exchange) = recipe.source { exchange.leave(self) }
      }
      if inPlace { settle(inPlace: true) } else { deliver { self.settle(inPlace: false) } }
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
    case .joining: break
    case .asking(let ask):
      ask { self.built($0) }
      // Most closures have answered by now, and need no timer.
      if shared.withLock({ $0.machine.state == .building }) { armDeadline() }
    }
  }

  private func built(_ outcome: Result<URLRequest, MoyaError>) {
    // A request closure may answer twice, or after a cancel; only the first answer in time is taken. A failure is
    // reported where the closure answered, as Moya does.
    var inPlace = true
    let action = shared.withLock { shared in
      guard shared.machine.state == .building else { return CallMachine.Action.none }
      switch outcome {
      case .success(var request):
        if let type = recipe.upload?.contentType { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        self.builtRequest = request
        self.request = request
        guard let fault = refusal(of: request, uploads: false) else { return shared.machine.handle(.built) }
        inPlace = false
        self.result = .failure(.underlying(fault, nil))
        return shared.machine.handle(.short)
      case .failure(let error):
        self.result = .failure(error)
        return shared.machine.handle(.short)
      }
    }
    run(action, inPlace: inPlace)
  }

  /// The end of the call that this one has joined.
  package func finish(_ result: Result<Response, MoyaError>, as leader: Call, inPlace: Bool) {
    let leaderSent = leader.shared.withLock { $0.sent }
    let action = shared.withLock { shared in
      guard shared.machine.state == .building else { return CallMachine.Action.none }
      self.result = result
      slots = leader.slots
      request = leader.request
      shared.sent = leaderSent
      return shared.machine.handle(.short)
    }
    // What was sent ended on the leader's queue, which need not be this call's.
    run(action, inPlace: inPlace && !leaderSent)
  }

  /// - Parameter uploads: the body is that of an upload task, which only a backend that moves files puts into the request.
  private func refusal(of request: URLRequest, uploads: Bool) -> TransferError? {
    if recipe.download != nil, let file = request.partialDownload, !file.isFileURL {
      return TransferError(.invalidRequest, "partialDownload is not a file URL")
    }
    guard recipe.refusesBodyInGET, request.httpMethod == "GET" else { return nil }
    if case .none = request.body, !uploads { return nil }
    return TransferError(.invalidRequest, "a GET request has a body, which this session does not allow")
  }

  private func enterPrepare() {
    // Nobody sees on which thread nothing happens.
    if recipe.plugins.isEmpty { prepare() } else { recipe.backend.perform { self.prepare() } }
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
    guard var request else { return }
    if isBare { return pass(request, credential: nil) }
    shared.withLock { $0.sent = true }
    let outgoing = OutgoingRequest(request: request, sessionFields: recipe.sessionFields)
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.willSend(outgoing, context: PluginContext(call: self, index: index))
    }
    if let upload = recipe.upload, recipe.backend.movesFiles {
      do throws(MoyaError) { request.body = try upload.body() } catch {
        end(.failure(error))
        return
      }
    }
    if let fault = refusal(of: request, uploads: recipe.upload != nil) {
      transferDidFinish(.failure(fault))
      return
    }
    if shared.withLock({ $0.machine.stopped }) {
      transferDidFinish(.failure(shared.withLock { $0.stopReason }))
      return
    }
    pass(request, credential: outgoing.credential)
  }

  /// To the backend.
  private func pass(_ request: URLRequest, credential: URLCredential?) {
    let exchange = Exchange(
      request: request, options: options(for: request, credential: credential),
      sessionFields: recipe.sessionFields, target: recipe.target)
    repeatable = request.body.isRepeatable
    guard let transfer = recipe.backend.send(exchange, observer: self) else { return }
    // A stop between the two lines above found no transfer to stop.
    let stopsNow = shared.withLock { shared in
      guard shared.machine.state == .sending else { return false }
      shared.transfer = transfer
      return shared.machine.stopped
    }
    if stopsNow { transfer.stop() }
  }

  private func options(for request: URLRequest, credential: URLCredential?) -> TransferOptions {
    var options = recipe.options
    if request.timeoutInterval != URLRequest.defaultTimeout {
      options.idleTimeout = Deadline.milliseconds(request.timeoutInterval)
    }
    if !isBare {
      options.totalTimeout = deadline.remaining(of: request.totalTimeout)
    } else if let limit = request.totalTimeout {
      // No time has passed yet.
      options.totalTimeout = max(1, Deadline.milliseconds(limit))
    }
    if let credential { options.credential = credential }
    if recipe.download != nil, recipe.backend.movesFiles {
      options.downloadPath = Download.temporaryPath()
      options.partialDownloadPath = request.partialDownload?.path
    }
    if progress != nil || recipe.relay != nil { options.wantsProgress = true }
    if options.wantsProgress, recipe.download == nil {
      if case .none = request.body {} else { options.progressIsUpload = true }
    }
    return options
  }

  private func receive() {
    guard let result else { return }
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.didReceive(result, context: PluginContext(call: self, index: index))
    }
    advance(wantsRetry(result) ? .retry : .giveUp, inPlace: true)
  }

  private func wantsRetry(_ result: Result<Response, MoyaError>) -> Bool {
    guard repeatable else { return false }
    for (index, plugin) in recipe.plugins.enumerated() {
      let decision = plugin.shouldRetry(result, context: PluginContext(call: self, index: index))
      guard case .after(let seconds) = decision else { continue }
      retryDelay = Deadline.milliseconds(max(0, seconds))
      return deadline.allows(waiting: retryDelay, of: request?.totalTimeout)
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

  private func settle(inPlace: Bool) {
    guard var result else { return }
    if let relay = recipe.relay {
      leave()
      relay.finish(result, of: self, inPlace: inPlace)
      return
    }
    if let progress, shared.withLock({ $0.sent }) {
      progress(ProgressResponse(progress: lastProgress, response: try? result.get()))
    }
    for (index, plugin) in recipe.plugins.enumerated() {
      result = plugin.process(result, context: PluginContext(call: self, index: index))
    }
    leave()
    let completion = self.completion
    let owner = self.owner
    self.completion = nil
    self.owner = nil
    progress = nil
    slots = [:]
    self.result = completion == nil ? result : nil
    completion?(result)
    withExtendedLifetime(owner) {}
  }

  private func leave() {
    recipe.registry?.remove(self)
    let timer = shared.withLock { shared in
      _ = shared.machine.handle(.completed)
      shared.transfer = nil
      defer { shared.timer = nil }
      return shared.timer
    }
    timer?.stop()
  }

  /// While nobody else watches the clock: before a request exists, and while a plugin waits.
  private func armDeadline() {
    guard let remaining = deadline.remaining else { return }
    let timer = recipe.backend.schedule(afterMilliseconds: remaining) {
      let error = TransferError(.totalTimeout, "the total timeout was over before the request was sent")
      self.stop(error, isCancel: false)
    }
    // The old timer, or the new one when the call has ended meanwhile.
    let superfluous = shared.withLock { shared in
      if shared.machine.state == .done { return timer as (any Stoppable)? }
      defer { shared.timer = timer }
      return shared.timer
    }
    superfluous?.stop()
  }

  private func end(_ result: Result<Response, MoyaError>) {
    self.result = result
    guard isBare else { return advance(.ended) }
    let action = shared.withLock { shared in
      _ = shared.machine.handle(.ended)
      return shared.machine.handle(.giveUp)
    }
    run(action, inPlace: true)
  }
}

extension Call: TransferObserver {
  public func transferDidProgress(_ progress: TransferProgress) {
    if let relay = recipe.relay { return relay.forward(progress) }
    guard let report = self.progress else { return }
    nonisolated(unsafe) let deliverReport = report
    deliver {
      self.lastProgress = progress
      deliverReport(ProgressResponse(progress: progress))
    }
  }

  public func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) {
    end(Outcome.result(of: outcome, request: request, recipe: recipe))
  }
}
