import CHooks
import CMoya
import Dispatch
import Glibc
import MoyaCore

/// The timers of one instance of a plugin.
///
/// They run one after another: on a queue of the instance, or where the program pumps the loop. The class is
/// `@unchecked Sendable` because its state is locked, and the caller's pointers are only passed to the caller's
/// functions.
final class PluginTasks: @unchecked Sendable {
  /// The provider outlives the timers. `nil` in tests.
  private let provider: Unmanaged<Provider>?
  private let generation = Fork.generation
  private let queue = DispatchQueue(label: "moya.plugin")
  /// Protects the variables below.
  private let lock = Protected(())
  private var phase = Phase.creating
  private var instance: UnsafeMutableRawPointer?
  private var handle: OpaquePointer?
  private var last: UInt64 = 0
  private var timers: [UInt64: Timer] = [:]
  /// The timers whose time was over before `create` had returned.
  private var due: [UInt64] = []

  private enum Phase { case creating, running, ended }

  private struct Timer {
    let run: moya_task_fn
    let user: UnsafeMutableRawPointer?
    let stop: () -> Void
  }

  init(of provider: Provider?) { self.provider = provider.map { .passUnretained($0) } }

  /// `create` has returned.
  func begin(_ instance: UnsafeMutableRawPointer?, _ handle: OpaquePointer?) {
    let waiting = lock.withLock { _ in
      phase = .running
      self.instance = instance
      self.handle = handle
      return exchange(&due, with: [])
    }
    for number in waiting { _ = try? schedule(number, milliseconds: 0) }
  }

  /// `create` has failed. Its timers end without a call.
  func forget() {
    for timer in takeAll() { timer.stop() }
  }

  private func takeAll() -> [Timer] {
    lock.withLock { _ in
      phase = .ended
      return exchange(&timers, with: [:]).sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Sets a timer and returns its number.
  func after(
    milliseconds: Int64, _ run: @escaping moya_task_fn, _ user: UnsafeMutableRawPointer?
  ) throws(Failure) -> UInt64 {
    if generation != Fork.generation { throw .inherited("plugin's instance") }
    // The timer is set under the lock, because the provider lives until `end` has taken the lock.
    return try lock.withLock { _ throws(Failure) in
      if phase == .ended { throw Failure(MOYA_ERROR_STATE, "the plugin's instance is being destroyed") }
      last += 1
      timers[last] = Timer(run: run, user: user, stop: try schedule(last, milliseconds: UInt32(clamping: milliseconds)))
      return last
    }
  }

  /// Returns what stops the timer.
  private func schedule(_ number: UInt64, milliseconds: UInt32) throws(Failure) -> () -> Void {
    guard let provider else { return {} }
    if provider._withUnsafeGuaranteedRef({ $0.settings.pump }) == .host {
      let loop = try provider.takeUnretainedValue().session.loop()
      let timer = loop.schedule(afterMilliseconds: milliseconds) { self.fire(number) }
      return { timer.stop() }
    }
    let item = DispatchWorkItem { self.fire(number) }
    queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds)), execute: item)
    return { item.cancel() }
  }

  private func fire(_ number: UInt64) {
    let isEarly = lock.withLock { _ in
      if phase == .creating { due.append(number) }
      return phase == .creating
    }
    if !isEarly, let timer = take(number) { run(timer, moya_status(MOYA_OK)) }
  }

  private func take(_ number: UInt64) -> Timer? { lock.withLock { _ in timers.removeValue(forKey: number) } }

  /// Returns true if the timer's function will not be called.
  func cancel(_ number: UInt64) -> Bool {
    if generation != Fork.generation { return false }
    guard let timer = take(number) else { return false }
    timer.stop()
    return true
  }

  /// Ends all timers, and waits for the one that runs.
  func end() {
    let cancelled = takeAll()
    for timer in cancelled { timer.stop() }
    queue.sync { for timer in cancelled { run(timer, moya_status(MOYA_ERROR_CANCELLED)) } }
  }

  private func run(_ timer: Timer, _ status: moya_status) {
    let (instance, handle) = lock.withLock { _ in (self.instance, self.handle) }
    let (_, thrown) = Thrown.catching { thrown in
      provider?._withUnsafeGuaranteedRef { provider in
        provider.inCallback { moya_hook_task(timer.run, instance, handle, timer.user, status, thrown) }
      }
    }
    if let thrown { _ = HookContext.usePlugin(handle) { $0.report(thrown, from: "a timer") } }
  }
}

// MARK: - TaskTable

/// The functions of "moya.tasks/1". Each process has one table.
enum TaskTable {
  // The table is never changed and never freed.
  nonisolated(unsafe) static let pointer: UnsafePointer<moya_tasks> = {
    let table = UnsafeMutablePointer<moya_tasks>.allocate(capacity: 1)
    table.initialize(to: moya_tasks())
    table.pointee.size = UInt32(MemoryLayout<moya_tasks>.size)
    table.pointee.now_us = { MonotonicClock.now() }
    table.pointee.date_us = {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
    table.pointee.after = { owner, delay, run, user, task in
      answering(nil) { () throws(Failure) in
        let number = try TaskTable.after(owner, delay, run, user)
        task?.pointee = number
      }
    }
    table.pointee.cancel = { owner, task in
      HookContext.usePlugin(owner) { $0.tasks.cancel(task) } == true ? 1 : 0
    }
    return UnsafePointer(table)
  }()

  private static func after(
    _ owner: OpaquePointer?, _ delay: Int64, _ run: moya_task_fn?, _ user: UnsafeMutableRawPointer?
  ) throws(Failure) -> UInt64 {
    guard owner != nil else { throw .null("owner") }
    if let tasks = HookContext.useInstance(owner, { $0.tasks }) {
      guard let run else { throw Failure(MOYA_ERROR_ARGUMENT, "run is NULL, and the owner is an instance") }
      return try tasks.after(milliseconds: delay, run, user)
    }
    let isDeferred = HookContext.use(owner) { context in
      if !context.isDeferred { return false }
      if run == nil {
        context.schedule(afterMilliseconds: UInt32(clamping: delay)) { [number = UInt(bitPattern: owner)] in
          _ = WaitingCPlugin.resume(OpaquePointer(bitPattern: number), with: moya_status(MOYA_HOOK_OK))
        }
      }
      return true
    }
    guard isDeferred == true else { throw Failure(MOYA_ERROR_STATE, "the context is not deferred") }
    if run != nil { throw Failure(MOYA_ERROR_ARGUMENT, "run must be NULL for a deferred context") }
    return 0
  }
}
