import Glibc

/// Runs work on a new thread, for work that must not wait until one of Dispatch's few threads is free.
package enum Thread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  package static func detach(_ run: @escaping @Sendable () -> Void) {
    if let thread = begin(run) { pthread_detach(thread) }
  }

  /// Runs `run` on a new thread, and returns when this thread has ended. Returns false if the thread cannot be created.
  package static func complete(_ run: @escaping @Sendable () -> Void) -> Bool {
    begin(run).map { pthread_join($0, nil) == 0 } ?? false
  }

  private static func begin(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(run))
    let failed = pthread_create(
      &thread, nil,
      { pointer in
        pointer.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    if failed == 0 { return thread }
    work.release()
    return nil
  }
}
