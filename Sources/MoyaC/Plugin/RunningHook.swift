/// One run of one hook, and the context that it has meanwhile. The context ends with the run, unless it is kept, which
/// only tests do so far (see `ContextSlot`).
struct RunningHook: ~Copyable {
  private let slot: ContextSlot.Pointer
  private let number: UInt

  init(_ context: consuming HookContext) {
    slot = ContextSlab.take()
    number = slot.pointee.begin(context)
  }

  deinit {
    if slot.pointee.isOwn(number) { HookContext.end(slot) }
  }

  borrowing func run<Answer>(_ hook: (OpaquePointer?) -> Answer) -> Answer { hook(OpaquePointer(bitPattern: number)) }

  /// What the hook made of its context; not to be asked for when the context was kept.
  var context: UnsafeMutablePointer<HookContext> { slot.pointee.context }
}

extension HookContext {
  /// Runs `body` with the context that `handle` names.
  /// - Returns: `nil` when `handle` is NULL, or names no context that this thread may use now.
  @inline(__always)
  @discardableResult
  static func use<Answer, Problem: Error>(
    _ handle: OpaquePointer?, _ body: (inout HookContext) throws(Problem) -> Answer
  ) throws(Problem) -> Answer? {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number) else { return nil }
    if slot.pointee.isOwn(number) { return try body(&slot.pointee.context.pointee) }
    let access = slot.pointee.enter(number)
    if access == .refused { return nil }
    defer { if access == .mine { slot.pointee.leave() } }
    return try body(&slot.pointee.context.pointee)
  }

  /// Lets the context stay beyond its hook, for any thread, until `finish`. On the thread of the hook, while it runs.
  /// - Returns: false when there is no such context.
  static func keep(_ handle: OpaquePointer?) -> Bool {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.isOwn(number) else { return false }
    slot.pointee.keep()
    return true
  }

  /// Ends a context that was kept, perhaps before its hook has returned. Any thread; `nil` for all but the first.
  static func finish(_ handle: OpaquePointer?) -> HookContext? {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.enter(number) == .mine else { return nil }
    let context = slot.pointee.context.move()
    slot.pointee.end()
    ContextSlab.giveBack(slot)
    return context
  }

  fileprivate static func end(_ slot: ContextSlot.Pointer) {
    slot.pointee.context.deinitialize(count: 1)
    slot.pointee.end()
    ContextSlab.giveBack(slot)
  }
}
