import CHooks
import CMoya
import Dispatch
import Glibc
import MoyaCore
import Synchronization

/// The tasks of one instance of a plugin: timers, work (functions that may block) and requests. Also runs the
/// instance's `close`.
///
/// When a task has ended, its function runs. These functions run one after another, on a queue of the instance. If the
/// program itself runs the loop of asynchronous calls (MOYA_PUMP_HOST), the functions run in that loop. Work runs on
/// `WorkThreads`.
///
/// The class is `@unchecked Sendable` because its state is locked, and the caller's pointers are only passed to the
/// caller's functions.
final class PluginTasks: @unchecked Sendable {
  /// The provider outlives the tasks. `nil` in tests.
  private let provider: Unmanaged<Provider>?
  private let generation = Fork.generation
  private let queue = DispatchQueue(label: "moya.plugin")
  /// Protects the variables below.
  private let lock = Protected(())
  private var phase = Phase.creating
  private var instance: UnsafeMutableRawPointer?
  private var handle: OpaquePointer?
  private var last: UInt64 = 0
  private var tasks: [UInt64: PluginTask] = [:]
  /// Jobs that were due before `create` had returned. They run when `create` has returned.
  private var early: [@Sendable () -> Void] = []
  /// The functions of ended tasks and other jobs, if `queue` is not used. They wait until the program runs its loop.
  private var waiting: [@Sendable () -> Void] = []
  /// The number of threads that are starting a task or running a task's function.
  private var busy = 0
  /// Signalled when `busy` has become 0.
  private var calm: DispatchSemaphore?
  private var closing = Closing.no

  private enum Phase { case creating, running, ended }

  private enum Closing {
    case no
    case running(_ done: @Sendable () -> Void)
    /// `close` has called `defer`, and the plugin has not called `resume` yet.
    case deferred(_ done: @Sendable () -> Void)
    case over
  }

  /// True if the program itself runs the loop of asynchronous calls (MOYA_PUMP_HOST).
  private let isPumped: Bool
  /// Sends the plugin's requests, if a Swift program has loaded the plugin. If `nil`, the provider sends them.
  private let sender = WriteOnce<PluginSender>()

  init(of provider: Provider?) {
    self.provider = provider.map { .passUnretained($0) }
    isPumped = provider?.settings.pump == .host
  }

  /// The rules by which the provider sends requests.
  var rules: SessionRules? { sender.load()?.rules ?? provider?._withUnsafeGuaranteedRef { $0.session.rules } }

  /// Lets a provider of a Swift program send the plugin's requests. If several providers join, the first one sends
  /// them.
  func join(_ sender: PluginSender) { _ = self.sender.storeIfNil(sender) }

  // MARK: The instance

  /// Stores the instance, and runs the jobs that were due before `create` had returned. Call this function when
  /// `create` has returned.
  func begin(_ instance: UnsafeMutableRawPointer?, _ handle: OpaquePointer?) {
    let early = lock.withLock { _ in
      phase = .running
      self.instance = instance
      self.handle = handle
      return exchange(&self.early, with: [])
    }
    for job in early { job() }
  }

  /// Ends all tasks without calling their functions. Call this function when the plugin's `create` has failed.
  func forget() {
    for task in takeAll() { task.stop() }
  }

  /// Ends all tasks, and waits for those that run.
  ///
  /// - Parameter warn: Called when the wait takes long.
  func end(_ warn: () -> Void = {}) {
    let cancelled = takeAll()
    for task in cancelled { task.stop() }
    waitUntilCalm(warn)
    queue.sync {
      runWaiting()
      for task in cancelled { run(task, moya_status(MOYA_ERROR_CANCELLED)) }
    }
  }

  private func waitUntilCalm(_ warn: () -> Void) {
    var delay = LongWait()
    while true {
      runWaiting()
      let waits = lock.withLock { _ -> DispatchSemaphore? in
        if busy == 0 { return nil }
        let waits = calm ?? DispatchSemaphore(value: 0)
        calm = waits
        return waits
      }
      guard let waits else { return }
      _ = waits.wait(timeout: .now() + .milliseconds(100))
      delay.check(warn)
    }
  }

  private func isLessBusy() {
    let waits = lock.withLock { _ in
      busy -= 1
      return busy == 0 ? calm : nil
    }
    waits?.signal()
  }

  private func takeAll() -> [PluginTask] {
    lock.withLock { _ in
      phase = .ended
      early = []
      return exchange(&tasks, with: [:]).sorted { $0.key < $1.key }.map(\.value)
    }
  }

  // MARK: Starting a task

  /// Starts a task and returns its number.
  ///
  /// - Parameter begin: Starts the operation that the task waits for, and returns a function that stops the operation.
  ///   `begin` runs without a lock.
  private func start(
    _ task: PluginTask, _ begin: (_ number: UInt64) throws(Failure) -> () -> Void
  ) throws(Failure) -> UInt64 {
    if generation != Fork.generation { throw .inherited("plugin's instance") }
    if !isPumped, DispatchUse.isLost(since: generation) { throw .forked }
    // The provider exists until this function returns, because `end` waits until `busy` is 0.
    let number = try lock.withLock { _ throws(Failure) in
      if phase == .ended { throw Failure(MOYA_ERROR_STATE, "the plugin's instance is being destroyed") }
      last += 1
      tasks[last] = task
      busy += 1
      return last
    }
    defer { isLessBusy() }
    do throws(Failure) {
      let stop = try begin(number)
      let isListed = lock.withLock { _ in
        tasks[number]?.stop = stop
        return tasks[number] != nil
      }
      if !isListed { stop() }
    } catch {
      // If `take` returns `nil`, another thread has ended the task and calls the task's function. So the start has not
      // failed.
      if take(number) != nil { throw error }
    }
    return number
  }

  /// Sets a timer.
  func after(milliseconds: Int64, _ task: PluginTask) throws(Failure) -> UInt64 {
    try start(task) { (number) throws(Failure) in
      try schedule(afterMilliseconds: UInt32(clamping: milliseconds)) { self.end(number, moya_status(MOYA_OK)) }
    }
  }

  /// Runs the task's function on a thread where it may block.
  func work(_ task: PluginTask) throws(Failure) -> UInt64 {
    try start(task) { (number) throws(Failure) in
      guard WorkThreads.run({ self.work(number) }) else {
        throw Failure(MOYA_ERROR_SYSTEM, "the system has no thread for the work of a plugin")
      }
      return {}
    }
  }

  /// Sends a request.
  func send(_ request: SubRequest, _ task: PluginTask) throws(Failure) -> UInt64 {
    try start(task) { (number) throws(Failure) in
      guard let provider = provider?.takeUnretainedValue() else { return {} }
      let end: @Sendable (Result<Response, MoyaError>) -> Void = { result in
        self.perform { self.end(number, result, of: request) }
      }
      let waiter =
        if let sender = sender.load() {
          sender.start(request.description(for: provider), isBare: request.isBare, end)
        } else if provider.settings.sendsNothing {
          throw Failure(MOYA_ERROR_STATE, "the plugin belongs to no provider yet, so it cannot send")
        } else {
          try provider.send(request, end)
        }
      return { waiter.abandon() }
    }
  }

  // MARK: The end of a task

  private func take(_ number: UInt64) -> PluginTask? { lock.withLock { _ in tasks.removeValue(forKey: number) } }

  /// Removes a task from the list and returns it, so that the caller runs its function. Returns `nil` if the task has
  /// ended. If the plugin's `create` has not returned yet, also returns `nil`, and calls `later` when `create` has
  /// returned.
  private func take(_ number: UInt64, orLater later: @escaping @Sendable () -> Void) -> PluginTask? {
    lock.withLock { _ in
      if phase == .creating {
        early.append(later)
        return nil
      }
      guard let task = tasks.removeValue(forKey: number) else { return nil }
      busy += 1
      return task
    }
  }

  private func end(_ number: UInt64, _ status: moya_status) {
    guard let task = take(number, orLater: { self.perform { self.end(number, status) } }) else { return }
    defer { isLessBusy() }
    run(task, status)
  }

  private func work(_ number: UInt64) {
    guard let task = take(number, orLater: { _ = WorkThreads.run { self.work(number) } }) else { return }
    let provider = provider?.takeUnretainedValue()
    run(task, moya_status(MOYA_OK))
    isLessBusy()
    // The work may have asked to close or destroy the provider. This thread does that now, because the program may
    // never run the loop again.
    if isPumped { provider?.leave() }
  }

  private func end(_ number: UInt64, _ result: Result<Response, MoyaError>, of request: SubRequest) {
    guard let task = take(number, orLater: { self.perform { self.end(number, result, of: request) } }) else { return }
    defer { isLessBusy() }
    let hook = RunningHook(
      HookContext(.task, of: request.plugin, call: nil, request: request.request, result: result))
    var status = moya_status(MOYA_OK)
    if case .failure(let error) = result { status = Failure(error, target: "").status }
    run(task, status, hook.handle)
  }

  /// Ends a task early. Returns true if the task's function will not be called.
  func cancel(_ number: UInt64) -> Bool {
    if generation != Fork.generation { return false }
    guard let task = take(number) else { return false }
    task.stop()
    return true
  }

  /// Ends the tasks of a deferred context. The functions of these tasks run later, and not inside this function.
  func end(of owner: UInt) {
    if generation != Fork.generation { return }
    let cancelled = lock.withLock { _ in
      let numbers = tasks.filter { $0.value.owner == owner }.keys.sorted()
      // `busy` makes the instance exist until the functions of these tasks have run.
      if !numbers.isEmpty { busy += 1 }
      return numbers.compactMap { tasks.removeValue(forKey: $0) }
    }
    if cancelled.isEmpty { return }
    for task in cancelled { task.stop() }
    perform {
      for task in cancelled { self.run(task, moya_status(MOYA_ERROR_CANCELLED)) }
      self.isLessBusy()
    }
  }

  /// Runs the function of a task.
  ///
  /// - Parameter context: A context with the result of the task's request. If `nil`, the function receives the context
  ///   of the task's owner.
  private func run(_ task: PluginTask, _ status: moya_status, _ context: OpaquePointer? = nil) {
    let (instance, handle) = lock.withLock { _ in (self.instance, self.handle) }
    let owner = task.owner == 0 ? handle : OpaquePointer(bitPattern: task.owner)
    let thrown = running {
      moya_hook_task(task.run, instance, context ?? owner, task.user, status, $0)
    }
    if let thrown { _ = HookContext.usePlugin(handle) { $0.report(thrown, from: "a task") } }
  }

  private func running(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Void) -> Thrown? {
    Thrown.catching { thrown in
      provider?._withUnsafeGuaranteedRef { provider in provider.inCallback { body(thrown) } }
    }.thrown
  }

  // MARK: Where tasks run

  /// Runs a job on `queue`, or in the loop that the program runs (MOYA_PUMP_HOST). The functions of ended tasks run
  /// there too.
  private func perform(_ job: @escaping @Sendable () -> Void) {
    if !isPumped, !DispatchUse.isLost(since: generation) {
      DispatchUse.begin()
      return queue.async(execute: job)
    }
    lock.withLock { _ in waiting.append(job) }
    // If there is no loop, the job stays in `waiting`, and the thread that ends the instance runs it (`end`).
    if isPumped { try? provider?.takeUnretainedValue().session.loop().perform { self.runWaiting() } }
  }

  func runWaiting() {
    for job in lock.withLock({ _ in exchange(&waiting, with: []) }) { job() }
  }

  /// Runs a job after a delay, on `queue` or in the loop that the program runs. Returns a function that stops the job.
  func schedule(
    afterMilliseconds delay: UInt32, _ job: @escaping @Sendable () -> Void
  ) throws(Failure) -> () -> Void {
    guard let provider else { return {} }
    if isPumped {
      let timer = try provider.takeUnretainedValue().session.loop().schedule(afterMilliseconds: delay, job)
      return { timer.stop() }
    }
    DispatchUse.begin()
    let timer = QueueTimer(on: queue, afterMilliseconds: delay, job)
    return { timer.stop() }
  }

  /// Runs a job of the library after a delay. Drops the job if the instance ends first. Returns false if no timer can
  /// be set.
  func watch(afterMilliseconds delay: UInt32, _ job: @escaping @Sendable () -> Void) -> Bool {
    if generation != Fork.generation || !isPumped && DispatchUse.isLost(since: generation) { return false }
    return (try? schedule(afterMilliseconds: delay, job)) != nil
  }

  // MARK: Close

  /// Runs the plugin's `close` on `queue`, or in the loop that the program runs.
  ///
  /// - Parameter done: Called once, when `close` has ended.
  func close(_ hook: @escaping CPlugin.StatusHook, _ done: @escaping @Sendable () -> Void) {
    let isFirst = lock.withLock { _ in
      guard phase == .running, case .no = closing else { return false }
      closing = .running(done)
      return true
    }
    guard isFirst else { return done() }
    perform {
      let (instance, handle) = self.lock.withLock { _ in (self.instance, self.handle) }
      var status: moya_status = 0
      let thrown = self.running { status = moya_hook_status(hook, instance, handle, $0) }
      if let thrown {
        _ = HookContext.usePlugin(handle) { $0.report(thrown, from: "close") }
      } else if status == moya_status(MOYA_HOOK_PENDING), self.hasDeferredClose {
        return
      }
      self.closeEnds(with: thrown == nil ? status : moya_status(MOYA_OK))
    }
  }

  private var hasDeferredClose: Bool {
    lock.withLock { _ in
      switch closing {
      case .deferred, .over: true
      default: false
      }
    }
  }

  /// Lets `close` end later, by `resumeClose`. Returns false if `close` is not running now.
  func deferClose() -> Bool {
    if generation != Fork.generation { return false }
    return lock.withLock { _ in
      guard case .running(let done) = closing else { return false }
      closing = .deferred(done)
      return true
    }
  }

  /// Ends a `close` that has called `defer`. Returns false if `close` does not wait.
  func resumeClose(with status: moya_status) -> Bool {
    if generation != Fork.generation { return false }
    guard lock.withLock({ _ in if case .deferred = closing { true } else { false } }) else { return false }
    return closeEnds(with: status)
  }

  /// Stops waiting for the plugin's `close`. Returns true if `close` has not ended.
  func giveUpClose() -> Bool {
    lock.withLock { _ in
      switch closing {
      case .no, .over: return false
      default:
        closing = .over
        return true
      }
    }
  }

  @discardableResult
  private func closeEnds(with status: moya_status) -> Bool {
    let (done, handle) = lock.withLock { _ -> ((@Sendable () -> Void)?, OpaquePointer?) in
      switch closing {
      case .running(let done), .deferred(let done):
        closing = .over
        return (done, self.handle)
      default: return (nil, self.handle)
      }
    }
    guard let done else { return false }
    if status != moya_status(MOYA_OK) {
      let given = HookContext.use(handle) { $0.failure } ?? nil
      _ = HookContext.usePlugin(handle) { plugin in
        let name = status < 0 ? Constants.name(of: status) : nil
        let reason = given ?? name.map { "\($0)" } ?? "it answered \(status), which means nothing here"
        plugin.log.write("failed in close: \(reason)", level: moya_log_level(MOYA_LOG_ERROR), from: plugin.name)
      }
    }
    done()
    return true
  }
}

/// A task of a plugin.
///
/// The struct is `@unchecked Sendable` because its pointers are only passed to the plugin's function.
struct PluginTask: @unchecked Sendable {
  /// The deferred context to which the task belongs. 0 if it belongs to the instance.
  let owner: UInt
  let run: moya_task_fn
  let user: UnsafeMutableRawPointer?
  fileprivate(set) var stop: () -> Void = {}

  init(of owner: UInt, _ run: @escaping moya_task_fn, _ user: UnsafeMutableRawPointer?) {
    self.owner = owner
    self.run = run
    self.user = user
  }
}
