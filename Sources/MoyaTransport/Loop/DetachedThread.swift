import Glibc

/// A thread for work that may take long and for which no caller waits. A forked child has no threads of Dispatch.
enum DetachedThread {
  private final class Job {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// False: the system gave no thread, and `work` was not run.
  static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let job = Unmanaged.passRetained(Job(work))
    var thread = pthread_t()
    // The host's signals are for its own threads.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, job.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if failure == 0 { pthread_detach(thread) } else { job.release() }
    return failure == 0
  }
}
