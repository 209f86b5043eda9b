import Glibc
import Synchronization

/// A hook that runs on this thread, and the number by which its plugin knows it: what a `moya_context *` holds is no
/// address but this number, which is never given twice. So one that a plugin kept beyond its hook, or took to another
/// thread, is found nowhere, instead of being read where the hook's memory was.
///
/// A chain, one link per nested hook, on the stack.
struct RunningHook {
  private let number: UInt
  private let context: UnsafeMutablePointer<HookContext>
  private let outer: UnsafeMutablePointer<RunningHook>?

  static func run<Answer>(_ context: UnsafeMutablePointer<HookContext>, _ body: (OpaquePointer?) -> Answer) -> Answer {
    let outer = innermost
    var hook = RunningHook(
      number: last.add(1, ordering: .relaxed).newValue, context: context, outer: outer)
    return withUnsafeMutablePointer(to: &hook) { pointer in
      pthread_setspecific(key, pointer)
      defer { pthread_setspecific(key, outer) }
      return body(OpaquePointer(bitPattern: pointer.pointee.number))
    }
  }

  /// `nil`: no hook of that context runs here.
  static func context(_ handle: OpaquePointer?) -> UnsafeMutablePointer<HookContext>? {
    let number = UInt(bitPattern: handle)
    var hook = innermost
    while let current = hook {
      if current.pointee.number == number { return current.pointee.context }
      hook = current.pointee.outer
    }
    return nil
  }

  private static let last = Atomic<UInt>(0)

  private static var innermost: UnsafeMutablePointer<RunningHook>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: RunningHook.self)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
