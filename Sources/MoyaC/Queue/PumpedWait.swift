import Glibc
import MoyaHTTP
import MoyaTransport

/// A wait for a queue by a thread that pumps the loop of its calls meanwhile.
struct PumpedWait {
  private let part: QueuePart
  private let pump: DispatchPump
  private let consumer: LoopConsumer
  /// Turns in a row in which nothing happened.
  private var quiet = 0
  private var looks = 0

  /// Looks whether Dispatch's last turn has ended, before the thread sleeps between them.
  private static let mostLooks = 100
  /// Turns of a millisecond in which nothing happens, before the thread sleeps for as long as it has.
  private static let patience = 4

  /// `nil`: the thread is to sleep, and others pump.
  init?(_ part: QueuePart) {
    let now = MonotonicClock.now()
    let way = part.state.withLock { state in
      state.pumping.begin(at: now, by: Loop.thread, isAlone: state.sleeping == 0 && state.calls > 0)
    }
    self.part = part
    switch way {
    case .sleep: return nil
    case .giveBack(let pump):
      pump.giveBack()
      return nil
    case .enter(let pump, let consumer):
      guard pump.enter() else {
        part.state.withLock { $0.pumping.set(nil) }
        return nil
      }
      (self.pump, self.consumer) = (pump, consumer)
    case .borrow(let consumer):
      let pump = consumer.pump(for: part)
      let isLent = pump?.lend() == true
      part.state.withLock { $0.pumping.set(isLent ? pump : nil) }
      guard isLent, let pump else { return nil }
      (self.pump, self.consumer) = (pump, consumer)
    }
  }

  /// Moves the calls for so long at most; −1: until something happens. True: `wake` was called.
  mutating func pass(milliseconds: Int32) -> Bool {
    if pump.isLent, !consumer.isAlone(part) { pump.giveBack() }
    if !pump.isLent { return part.sleep(milliseconds: milliseconds) }
    // Dispatch's last turn, which ends soon, but for a hook in it that takes its time.
    if pump.loop.isPumpedElsewhere {
      looks += 1
      if looks < PumpedWait.mostLooks {
        sched_yield()
        return false
      }
      return part.sleep(milliseconds: milliseconds < 0 ? 1 : min(milliseconds, 1))
    }
    if quiet >= PumpedWait.patience {
      quiet = 0
      return part.sleep(milliseconds: milliseconds, orUntil: pump.loop.fileDescriptor)
    }
    quiet = ForkGate.turn { pump.loop.turn(waitingAtMost: 1) } ? 0 : quiet + 1
    return part.state.withLock { $0.pumping.takeWake() }
  }

  func end() {
    let now = MonotonicClock.now()
    let given = part.state.withLock { state in
      state.pumping.end(at: now, hasCalls: state.calls > 0, othersWait: state.sleeping > 0)
    }
    if let given { given.giveBack() } else { pump.leave() }
  }
}
