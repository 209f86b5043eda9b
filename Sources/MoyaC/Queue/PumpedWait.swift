import Glibc
import MoyaHTTP
import MoyaTransport

/// A wait for a queue by a thread that pumps the loop of its calls meanwhile.
struct PumpedWait {
  private let part: QueuePart
  private let loan: QueuePumping.Loan
  /// Turns in a row in which nothing happened.
  private var quiet = 0
  private var looks = 0

  /// How often the thread looks whether Dispatch's last turn has ended, before it sleeps between two looks.
  private static let mostLooks = 100
  /// Turns of a millisecond in which nothing happens, before the thread sleeps for as long as it has.
  private static let patience = 4

  /// `nil`: the thread is to sleep, and others pump; or there is something to take.
  init?(_ part: QueuePart) {
    let now = MonotonicClock.now()
    let loan = part.state.withLock { state -> QueuePumping.Loan? in
      guard state.isQuiet else { return nil }
      let isAlone = state.sleeping == 0 && state.calls > 0
      return state.pumping.begin(for: part, at: now, by: Loop.thread, isAlone: isAlone)
    }
    guard let loan else { return nil }
    (self.part, self.loan) = (part, loan)
  }

  /// Moves the calls for so long at most; −1: until something happens.
  mutating func pass(_ wait: QueuePart.Wait, milliseconds: Int32) {
    let (pump, loop) = (loan.pump, loan.pump.loop)
    if pump.isLent, !loan.consumer.endsOnly(in: part) { pump.giveBack() }
    if !pump.isLent { return part.sleep(wait, milliseconds: milliseconds) }
    // Dispatch's last turn, which ends soon, but for a hook in it that takes its time.
    if loop.isPumpedElsewhere {
      looks += 1
      if looks <= PumpedWait.mostLooks {
        sched_yield()
      } else {
        part.sleep(wait, milliseconds: milliseconds < 0 ? 1 : min(milliseconds, 1))
      }
    } else if quiet < PumpedWait.patience {
      quiet = Fork.holdingOff { loop.turn(waitingAtMost: 1) } ? 0 : quiet + 1
    } else {
      quiet = 0
      part.sleep(wait, milliseconds: milliseconds, orUntil: loop.fileDescriptor)
    }
  }

  func end() {
    let now = MonotonicClock.now()
    part.update { state in
      state.pumping.end(at: now, hasCalls: state.calls > 0, othersWait: state.sleeping > 0)
    }
  }
}
