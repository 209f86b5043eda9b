import CMoya
import MoyaCore
import MoyaTestSupport
import Testing

@testable import MoyaC

/// For a plugin, a context is a number. A hook that answers later still uses this number after it has returned.
@Suite struct ContextSlotTests {
  private let host = HostTable.pointer.pointee

  /// Contexts hold no references to the identities. So this list holds them.
  private static let identities = Locked<[PluginIdentity]>([])

  private static func hook(of plugin: String = "org.example.plugin") -> RunningHook {
    let identity = PluginIdentity(plugin, log: .standardError)
    identities.with { $0.append(identity) }
    return RunningHook(HookContext(.prepare, of: identity, call: nil))
  }

  private func handle(of hook: borrowing RunningHook) -> Handle { hook.run { Handle($0) } }

  private struct Handle: Hashable, @unchecked Sendable {
    let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) { self.pointer = pointer }

    var isUsable: Bool { HookContext.use(pointer) { _ in true } ?? false }

    /// The plugin that the context belongs to.
    var plugin: String? { HookContext.use(pointer) { $0.plugin.name } }

    func keep() -> Bool {
      let number = UInt(bitPattern: pointer)
      guard let slot = ContextSlab.slot(of: number), slot.pointee.isOwn(number) else { return false }
      slot.pointee.keep()
      return true
    }

    /// Ends the context and returns the last message of the plugin; `nil`: another call had ended the context.
    func finish() -> String? {
      guard let context = HookContext.finish(pointer) else { return nil }
      return context.failure ?? ""
    }
  }

  private func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let result = Locked<Result?>(nil)
    let ended = Signal()
    Thread.detach {
      let value = body()
      result.with { $0 = value }
      ended.fire()
    }
    return ended.wait() ? result.current : nil
  }

  /// Runs a hook that holds its context.
  private func kept() -> Handle {
    let hook = ContextSlotTests.hook()
    let handle = handle(of: hook)
    #expect(handle.keep())
    return handle
  }

  @Test func `a context belongs to its hook's thread, and ends with the hook`() {
    let past: Handle
    do {
      let hook = ContextSlotTests.hook()
      let handle = handle(of: hook)
      past = handle
      #expect(handle.isUsable)
      #expect(elsewhere { handle.isUsable } == false)
      #expect(elsewhere { handle.keep() } == false)
      #expect(handle.finish() == nil, "it was not kept")
      _ = consume hook
    }
    #expect(!past.isUsable && !past.keep() && past.finish() == nil)
    #expect(host.result_status(past.pointer) == moya_status(MOYA_ERROR_STATE))
  }

  @Test func `a kept context outlives its hook, for any thread, until it is finished once`() {
    let handle = kept()
    let fail = host.fail
    #expect(elsewhere { handle.isUsable } == true)
    fail?(handle.pointer, "here")
    #expect(elsewhere { fail?(handle.pointer, "elsewhere") } != nil)
    #expect(elsewhere { handle.finish() } == .some("elsewhere"))
    #expect(!handle.isUsable && handle.finish() == nil)
    #expect(host.request_set_header(handle.pointer, "A", "1") == moya_status(MOYA_ERROR_STATE))
  }

  @Test func `a context may be finished before the hook that kept it has returned, and its slot used again`() {
    let hook = ContextSlotTests.hook()
    let first = handle(of: hook)
    #expect(first.keep())
    #expect(elsewhere { first.finish() } == .some(""))
    let next = ContextSlotTests.hook(of: "org.example.next")
    let second = handle(of: next)
    #expect(first != second)
    // When the first hook ends, the context of the second hook stays valid.
    _ = consume hook
    #expect(second.plugin == "org.example.next" && !first.isUsable)
    _ = consume next
    #expect(!second.isUsable)
  }

  @Test func `a thread may use a kept context while it uses it`() {
    let handle = kept()
    let inner = HookContext.use(handle.pointer) { _ in (handle.isUsable, handle.finish() == nil) }
    #expect(inner?.0 == true && inner?.1 == true, "finished under its user's feet")
    #expect(handle.finish() != nil)
  }

  @Test func `threads that use one kept context take turns`() {
    let handle = kept()
    let (threads, times) = (4, 500)
    let ended = Signal()
    for _ in 0..<threads {
      Thread.detach {
        for _ in 0..<times {
          HookContext.use(handle.pointer) { $0.fail(String((Int($0.failure ?? "") ?? 0) + 1), flags: 0) }
        }
        ended.fire()
      }
    }
    #expect(ended.wait(threads))
    #expect(handle.finish() == .some("\(threads * times)"))
  }

  /// This test is for ThreadSanitizer, which reports data that two threads use without a lock.
  @Test func `no number is given twice, however many threads keep contexts and finish each other's`() {
    let (threads, times) = (6, 500)
    let numbers = Locked<Set<Handle>>([])
    let pool = Locked<[Handle]>([])
    let wrong = Locked(0)
    let ended = Signal()
    for thread in 0..<threads {
      Thread.detach {
        for _ in 0..<times {
          let plugin = "org.example.\(thread)"
          let hook = ContextSlotTests.hook(of: plugin)
          let handle = hook.run { Handle($0) }
          var isRight = handle.plugin == plugin && handle.keep()
          _ = consume hook
          let isNew = numbers.with { $0.insert(handle).inserted }
          let other = pool.with { pool in
            pool.append(handle)
            return pool.count > threads ? pool.removeFirst() : nil
          }
          if let other { isRight = isRight && other.plugin != nil && other.finish() != nil && !other.isUsable }
          if !isRight || !isNew { wrong.with { $0 += 1 } }
        }
        ended.fire()
      }
    }
    #expect(ended.wait(threads))
    #expect(wrong.current == 0)
    let rest = pool.current
    #expect(rest.allSatisfy { $0.finish() != nil })
    #expect(numbers.current.count == threads * times)
    #expect(!numbers.current.contains { $0.isUsable })
  }

  @Test func `threads that have ended leave their slots to others`() {
    let places = Locked<Set<UInt>>([])
    for _ in 0..<200 {
      let hasEnded = Thread.complete {
        let hook = ContextSlotTests.hook()
        let number = hook.run { UInt(bitPattern: $0) }
        places.with { _ = $0.insert(number & (1 << ContextSlab.placeBits - 1)) }
        _ = consume hook
      }
      #expect(hasEnded)
    }
    // Other tests take slots at the same time.
    #expect(places.current.count < 100)
  }

  @Test(arguments: [0, 1, 5, UInt.max, 1 << 20, 0x7FFF_DEAD_BEE8])
  func `a number that was never given names no context`(number: UInt) {
    let handle = Handle(OpaquePointer(bitPattern: number))
    #expect(!handle.isUsable && !handle.keep() && handle.finish() == nil)
  }
}
