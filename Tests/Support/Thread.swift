import Glibc

/// Runs work on a new thread, for work that must not wait until one of Dispatch's few threads is free.
package enum Thread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  package static func detach(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(run))
    let failed = pthread_create(
      &thread, nil,
      { pointer in
        pointer.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    if failed == 0 { pthread_detach(thread) } else { work.release() }
  }
}
