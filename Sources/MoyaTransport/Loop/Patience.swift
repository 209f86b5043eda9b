import Glibc
import MoyaHTTP

/// How a blocking caller waits for an answer: first by looking again and again, then asleep.
///
/// Falling asleep and being woken costs some tens of microseconds, more than a server next door takes to answer. So the
/// caller looks for 50 µs first, as long as answers come within that; when none came, it sleeps through the next waits
/// (`Abstinence`). A far server costs a look in a thousand waits.
/// An answer that is there at the first look says nothing: a sleep would have ended at once, as where client and server
/// share a CPU, and the server ran meanwhile.
///
/// Where they share one, the server may also be ready to run and not have had its turn, since its client has used less of
/// the CPU. So before it sleeps the caller lets others run, as long as answers come by that. When that took 500 µs, a
/// program that needs the CPU for itself had it: then the caller is better asleep, since an answer wakes it at once.
struct Patience {
  private static let microseconds: UInt64 = 50
  private static let tooLong: UInt64 = 500

  private var looking = Abstinence()
  private var yielding = Abstinence()

  /// As `Reactor.poll`.
  mutating func poll(_ reactor: Reactor, _ milliseconds: Int32) -> Int {
    if milliseconds == 0 { return reactor.poll(0) }
    // Nothing runs: an answer is not what it waits for.
    if reactor.queue.running == 0 { return reactor.poll(milliseconds) }
    if looking.leavesOut() { return sleep(reactor, milliseconds) }
    // The reactor has just read its clock, to say how long there is to wait.
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

  private mutating func sleep(_ reactor: Reactor, _ milliseconds: Int32) -> Int {
    guard reactor.awaitsOneAnswer, !yielding.leavesOut() else { return reactor.poll(milliseconds) }
    let end = reactor.now &+ Patience.tooLong
    sched_yield()
    let wasTooLong = MonotonicClock.now() >= end
    let hasAnswer = reactor.readAnswer()
    if wasTooLong { yielding.noteHarm() } else if hasAnswer { yielding.noteSuccess() } else { yielding.noteFailure() }
    // Without an answer, too, libcurl may have begun something that is waited for less long: the next turn finds out.
    return 1
  }
}

// MARK: - Abstinence

/// How often something that has failed is left out: once after the first failure, twice as often after each further one.
package struct Abstinence {
  private static let longest = 1024

  private var left = 0
  private var next = 1

  package init() {}

  /// True: it is left out this time.
  package mutating func leavesOut() -> Bool {
    if left == 0 { return false }
    left -= 1
    return true
  }

  package mutating func noteFailure() {
    left = next
    next = min(next * 2, Abstinence.longest)
  }

  /// A failure that cost as much as thousands of successes gain.
  mutating func noteHarm() {
    left = 16 * Abstinence.longest
    next = Abstinence.longest
  }

  /// Earlier failures no longer count.
  package mutating func noteSuccess() { next = 1 }
}
