import Glibc

/// Returns the CPU time that `work` takes on this thread, in nanoseconds. Time in which other threads run does not
/// count, so a test can compare the work for two inputs.
package func workTime(_ work: () throws -> Void) rethrows -> Int64 {
  let start = threadTime()
  try work()
  return threadTime() - start
}

private func threadTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
