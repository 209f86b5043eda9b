import CThread

/// One run of one hook, with the context of this run.
///
/// The context ends with the run, unless the context is kept (see `ContextSlot`).
struct RunningHook: ~Copyable {
  private let word: ContextSlab.ThreadWord
  private let slot: ContextSlot.Pointer
  private var number: UInt

  @inline(__always)
  init(_ context: consuming HookContext) {
    word = moya_thread_slot()
    slot = ContextSlab.take(for: word)
    number = slot.pointee.begin(context)
  }

  /// The handle of the context.
  var handle: OpaquePointer? { OpaquePointer(bitPattern: number) }

  deinit {
    if !slot.pointee.isOwn(number) { return }
    if !slot.pointee.context.pointee.isEmpty { slot.pointee.context.deinitialize(count: 1) }
    slot.pointee.end()
    ContextSlab.giveBack(slot, to: word)
  }

  borrowing func run<Answer>(_ hook: (OpaquePointer?) -> Answer) -> Answer { hook(handle) }

  /// Reuses this object and its slot for the hook of the next plugin. The context then has a new number. The hooks of
  /// the next plugin must not be able to wait.
  ///
  /// - Returns: False if the slot cannot be used again.
  @inline(__always)
  mutating func pass(to plugin: PluginIdentity, at place: Int) -> Bool {
    if slot.pointee.isWorn { return false }
    slot.pointee.context.pointee.pass(to: plugin, at: place)
    number = slot.pointee.beginNext()
    return true
  }

  /// True if the hook has deferred the context.
  var isDeferred: Bool { !slot.pointee.isOwn(number) }

  /// The context after the hook has run. Do not use this property if the context was deferred.
  var context: UnsafeMutablePointer<HookContext> { slot.pointee.context }
}

/// A hook that runs many times with one context. In each run, the context has a new number. The hook cannot wait.
struct RepeatedHook: ~Copyable {
  private let slot: ContextSlot.Pointer

  init(_ context: consuming HookContext) {
    slot = ContextSlab.take()
    slot.pointee.store(context)
  }

  deinit {
    slot.pointee.context.deinitialize(count: 1)
    ContextSlab.giveBack(slot)
  }

  /// False if no new number is left for a run (`isWorn`).
  var canRun: Bool { !slot.pointee.isWorn }

  /// Begins a run of the hook. Returns the handle of the context for this run.
  @inline(__always)
  func begin() -> OpaquePointer? { OpaquePointer(bitPattern: slot.pointee.beginAgain()) }

  @inline(__always)
  func end() {
    slot.pointee.context.pointee.forget()
    slot.pointee.end()
  }

  /// The context, between `begin` and `end`.
  var context: UnsafeMutablePointer<HookContext> { slot.pointee.context }
}
