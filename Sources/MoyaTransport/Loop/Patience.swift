import Glibc
import MoyaHTTP
import Synchronization

/// How a blocking caller waits for a response: first by polling repeatedly, then asleep.
///
/// Falling asleep and being woken costs tens of microseconds, which is longer than a nearby server takes to respond. So
/// the caller first polls for 50 µs. If no response comes in that time, it sleeps at once in the next waits
/// (`Abstinence`). With a distant server, only one wait in a thousand starts with polling.
///
/// A response can be there at the first poll, if client and server share a CPU and the server ran in between. This
/// counts neither as a success nor as a failure, because a sleep would have ended at once too.
///
/// On a shared CPU, the server may be ready to run but not yet scheduled, because its client has used less CPU time. So
/// before it sleeps, the caller yields the CPU, as long as this brings responses. If the yield took 500 µs, another
/// program needed the CPU. Then it is better to sleep, because a response wakes a sleeper at once.
///
/// If other threads of the program wait as often as this caller (`Crowd`), the caller does not poll. While it polled,
/// none of them could use its CPU.
struct Patience {
  private static let microseconds: UInt64 = 50
  private static let tooLong: UInt64 = 500

  private var looking = Abstinence()
  private var yielding = Abstinence()
  private let crowd: Crowd
  /// The number of changes (`Crowd`) when the caller's last wait began.
  private var changes = 0

  init(in crowd: Crowd = .ofProcess) { self.crowd = crowd }

  /// Waits for events, as `Reactor.poll` does. Before it sleeps, it polls repeatedly for a short time.
  mutating func poll(_ reactor: Reactor, _ milliseconds: Int32) -> Int {
    if milliseconds == 0 { return reactor.poll(0) }
    // Nothing runs, so the caller does not wait for a response.
    if reactor.queue.running == 0 { return reactor.poll(milliseconds) }
    if isInCrowd(on: Loop.thread) || looking.leavesOut() { return sleep(reactor, milliseconds) }
    // `now` is exact enough: to compute the waiting time, the reactor has just read the clock.
    let end = reactor.now &+ Patience.microseconds
    var looks = 0
    repeat {
      let events = reactor.poll(0)
      if events > 0 {
        if looks > 0 { looking.noteSuccess() }
        return events
      }
      looks += 1
    } while reactor.now < end
    looking.noteFailure()
    return sleep(reactor, milliseconds)
  }

  /// Notes that this caller begins to wait. Returns true if many waits of other threads have begun since its last wait.
  mutating func isInCrowd(on thread: UInt) -> Bool {
    let before = exchange(&changes, with: crowd.begin(on: thread))
    return changes &- before > crowd.limit
  }

  private mutating func sleep(_ reactor: Reactor, _ milliseconds: Int32) -> Int {
    guard reactor.awaitsOneAnswer, !yielding.leavesOut() else { return reactor.poll(milliseconds) }
    let end = reactor.now &+ Patience.tooLong
    sched_yield()
    let wasTooLong = MonotonicClock.now() >= end
    let hasAnswer = reactor.readAnswer()
    if wasTooLong { yielding.noteHarm() } else if hasAnswer { yielding.noteSuccess() } else { yielding.noteFailure() }
    // Reports an event although no response has arrived, so that the loop asks libcurl again how long it may wait. That
    // time may be shorter now than before.
    return 1
  }
}

// MARK: - Crowd

/// The threads that wait for responses at the same time. A wait is a change if another thread began the wait before it.
/// While threads wait in turn, each wait is a change. So the number of changes between two waits of a thread says how
/// many threads wait.
///
/// If one thread makes all calls, there are no changes, even if it uses several loops in turn. A thread that waits for
/// long hardly counts, because it rarely begins a wait.
final class Crowd: Sendable {
  /// The threads of this process. If at most half of the CPUs poll, the other CPUs can run the servers and the other
  /// threads of the program.
  static let ofProcess = Crowd(limit: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) / 2))

  /// The number of threads that may poll at the same time.
  let limit: Int
  /// The thread that began the last wait.
  private let last = Atomic<UInt>(0)
  private let changes = Atomic<Int>(0)

  init(limit: Int) { self.limit = limit }

  /// Notes that a thread begins to wait. Returns the number of changes until now. The number need not be exact, so
  /// threads that begin to wait at the same moment may miss a change.
  func begin(on thread: UInt) -> Int {
    if last.load(ordering: .relaxed) != thread {
      last.store(thread, ordering: .relaxed)
      changes.wrappingAdd(1, ordering: .relaxed)
    }
    return changes.load(ordering: .relaxed)
  }
}

// MARK: - Abstinence

/// Decides how often something is skipped because it has failed before, for example the polling of `Patience`. After
/// the first failure it is skipped once. After each further failure it is skipped twice as often as before, up to a
/// limit.
package struct Abstinence {
  private static let longest = 1024

  private var left = 0
  private var next = 1

  package init() {}

  /// Returns true if the caller must skip the operation this time.
  package mutating func leavesOut() -> Bool {
    if left == 0 { return false }
    left -= 1
    return true
  }

  package mutating func noteFailure() {
    left = next
    next = min(next * 2, Abstinence.longest)
  }

  /// Notes a failure that cost as much as thousands of successes save. So the operation is then skipped thousands of
  /// times.
  mutating func noteHarm() {
    left = 16 * Abstinence.longest
    next = Abstinence.longest
  }

  /// Notes a success. After the next failure, the operation is skipped only once.
  package mutating func noteSuccess() { next = 1 }
}
