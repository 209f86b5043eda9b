import CMoya
import Glibc
import MoyaCore

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
      TaskTable.start(task) { () throws(Failure) in
        guard let run else { return try TaskTable.resume(owner, afterMilliseconds: delay) }
        return try TaskTable.start(owner, run, user) { (owner, task) throws(Failure) in
          try owner.plugin.tasks.after(milliseconds: delay, task)
        }
      }
    }
    table.pointee.work = { owner, run, user, task in
      TaskTable.start(task) { () throws(Failure) in
        try TaskTable.start(owner, run, user) { (owner, task) throws(Failure) in try owner.plugin.tasks.work(task) }
      }
    }
    table.pointee.send = { owner, request, run, user, task in
      TaskTable.start(task) { () throws(Failure) in
        try TaskTable.start(owner, run, user) { (owner, task) throws(Failure) in
          let request = try SubRequest(request, of: owner.plugin, timeLeft: owner.timeLeft)
          return try owner.plugin.tasks.send(request, task)
        }
      }
    }
    table.pointee.cancel = { owner, task in
      HookContext.plugin(owner)?.tasks.cancel(task) == true ? 1 : 0
    }
    return UnsafePointer(table)
  }()

  private static func start(
    _ task: UnsafeMutablePointer<UInt64>?, _ begin: () throws(Failure) -> UInt64
  ) -> moya_status {
    answering(nil) { () throws(Failure) in
      let number = try begin()
      task?.pointee = number
    }
  }

  /// The owner of a task: an instance of a plugin, or a deferred context.
  private struct Owner {
    let plugin: PluginIdentity
    /// The number of the context. 0 for an instance.
    let number: UInt
    let timeLeft: UInt32?
  }

  /// Starts a task. `handle` is its owner: the context of a plugin's instance, or a deferred context. When the owner
  /// ends, the task ends too.
  private static func start(
    _ handle: OpaquePointer?, _ run: moya_task_fn?, _ user: UnsafeMutableRawPointer?,
    _ begin: (Owner, PluginTask) throws(Failure) -> UInt64
  ) throws(Failure) -> UInt64 {
    guard let handle else { throw .null("owner") }
    guard let run else { throw .null("run") }
    if let plugin = HookContext.instance(handle) {
      return try begin(Owner(plugin: plugin, number: 0, timeLeft: nil), PluginTask(of: 0, run, user))
    }
    let number = UInt(bitPattern: handle)
    let left = HookContext.use(handle) { $0.mayOwnTasks(number) ? Optional($0.timeLeft) : nil } ?? nil
    guard let left, let plugin = HookContext.plugin(handle) else {
      throw Failure(MOYA_ERROR_STATE, "the context is not deferred")
    }
    let owner = Owner(plugin: plugin, number: number, timeLeft: left)
    let task = try begin(owner, PluginTask(of: number, run, user))
    // The end of a context ends the tasks that are in the plugin's list. If the context ended before `begin` added this
    // task to the list, the task must be ended here.
    if HookContext.use(handle, { $0.isOver }) != false { owner.plugin.tasks.end(of: number) }
    return task
  }

  /// Sets a timer that resumes a deferred context. The timer is not a task, so the function returns 0 instead of a
  /// task's number.
  private static func resume(_ owner: OpaquePointer?, afterMilliseconds delay: Int64) throws(Failure) -> UInt64 {
    guard owner != nil else { throw .null("owner") }
    if HookContext.useInstance(owner, { _ in true }) == true {
      throw Failure(MOYA_ERROR_ARGUMENT, "run is NULL, and the owner is an instance")
    }
    let isDeferred = HookContext.use(owner) { context in
      if !context.isDeferred { return false }
      context.schedule(afterMilliseconds: UInt32(clamping: delay)) { [number = UInt(bitPattern: owner)] in
        _ = WaitingCPlugin.resume(OpaquePointer(bitPattern: number), with: moya_status(MOYA_HOOK_OK))
      }
      return true
    }
    guard isDeferred == true else { throw Failure(MOYA_ERROR_STATE, "the context is not deferred") }
    return 0
  }
}
