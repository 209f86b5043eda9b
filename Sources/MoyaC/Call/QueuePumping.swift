import Glibc
import MoyaCore
import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Synchronization

/// Decides whether a thread that waits for a queue also pumps the loop of the queue's calls. To pump a loop is to run
/// its turns (passes).
///
/// If the waiting thread does not pump, another thread pumps and wakes the waiting thread after each turn. If the
/// waiting thread pumps, this switch between threads is saved. But then the loop stands still while the thread handles
/// its rows.
///
/// The time between two waits of the thread is called an absence. If several absences were too long, Dispatch pumps
/// during the next waits (`Abstinence`).
///
/// If several threads wait, one of them pumps. When the pumping thread stops waiting, Dispatch pumps for the other
/// threads.
///
/// This struct is a member of `QueuePart` and is used under the lock of that part.
struct QueuePumping {
  /// Limits for the time between two waits (an absence), in microseconds.
  ///
  /// An absence up to `shortAbsence` is never too long, because switching threads would cost as much. An absence up to
  /// `longestAbsence` is not too long if the wait before the absence took at least as long.
  private static let shortAbsence: UInt64 = 200
  private static let longestAbsence: UInt64 = 1000
  /// The limit of `tooLong`, the count of absences that were too long. At this count, the loop goes back to Dispatch.
  ///
  /// An absence that was too long adds 1. If the absence was longer than `longestAbsence`, the count is set to the
  /// limit. Any other absence subtracts 1.
  private static let mostTooLong = 4
  /// A waiting thread that runs the loop fails if it must return the loop to Dispatch. After this many waits in a row
  /// without a failure, the count of failures begins at 0 again.
  private static let enoughWaits = 64

  /// A loop that Dispatch lends to the queue, so that waiting threads pump the loop.
  struct Loan: Sendable {
    let pump: DispatchPump
    let consumer: LoopConsumer
  }

  /// Knows the loop that waiting threads may pump.
  private(set) var consumer: LoopConsumer?
  private var loan: Loan?
  /// The thread that pumps. 0 means none.
  private var thread: UInt = 0
  /// The time when the latest wait of a pumping thread began.
  private var begun: UInt64 = 0
  /// The time when the latest wait of a pumping thread ended. `leftCalls` says whether calls were under way at that
  /// time.
  private var left: UInt64 = 0
  private var leftCalls = false
  private var tooLong = 0
  private var waits = 0
  private var borrowing = Abstinence()

  mutating func setConsumer(_ consumer: LoopConsumer) { self.consumer = consumer }

  // MARK: A wait

  /// Returns the loop that the thread must pump until it calls `end`. Returns `nil` if the thread must sleep.
  ///
  /// The thread enters and leaves the loop under the lock of the queue, so that waiting threads pump one after another.
  ///
  /// - Parameter isAlone: True if no other thread waits and calls are under way.
  mutating func begin(for part: QueuePart, at now: UInt64, by thread: UInt, isAlone: Bool) -> Loan? {
    if self.thread != 0 { return nil }
    if let loan {
      if leftCalls { judge(now &- left) }
      if tooLong >= QueuePumping.mostTooLong {
        fail()
        return nil
      }
      if loan.consumer.endsOnly(in: part), loan.pump.enter() { return begin(loan, at: now, by: thread) }
      // The calls no longer complete in this queue only, or Dispatch has taken the loop back. Neither counts as a
      // failure of pumping.
      loan.pump.giveBack()
      self.loan = nil
    }
    if borrowing.leavesOut() { return nil }
    guard isAlone, let consumer, let pump = consumer.pump(for: part), pump.lend() else { return nil }
    return begin(Loan(pump: pump, consumer: consumer), at: now, by: thread)
  }

  private mutating func begin(_ loan: Loan, at now: UInt64, by thread: UInt) -> Loan {
    (self.loan, self.thread, begun) = (loan, thread, now)
    return loan
  }

  private mutating func judge(_ absence: UInt64) {
    if absence > QueuePumping.longestAbsence {
      tooLong = QueuePumping.mostTooLong
    } else if absence > max(QueuePumping.shortAbsence, left &- begun) {
      tooLong += 1
    } else {
      tooLong = max(0, tooLong - 1)
    }
  }

  /// Ends a wait of the pumping thread.
  ///
  /// - Parameters:
  ///   - hasCalls: True if calls are under way.
  ///   - othersWait: True if other threads wait. Dispatch must then pump for them.
  mutating func end(at now: UInt64, hasCalls: Bool, othersWait: Bool) {
    (thread, left, leftCalls) = (0, now, hasCalls)
    if othersWait { return fail() }
    waits += 1
    if waits >= QueuePumping.enoughWaits { borrowing.noteSuccess() }
    loan?.pump.leave()
  }

  private mutating func fail() {
    loan?.pump.giveBack()
    (loan, waits, tooLong) = (nil, 0, 0)
    borrowing.noteFailure()
  }

  // MARK: For other threads

  /// Returns true if another thread pumps. The calling thread must then notify the pumping thread of its changes.
  func isElsewhere(than thread: UInt) -> Bool { self.thread != 0 && self.thread != thread }

  var pump: DispatchPump? { loan?.pump }
}

// MARK: - PumpedWait

/// A wait for a queue by a thread that pumps the loop of the queue's calls during the wait.
struct PumpedWait {
  private let part: QueuePart
  private let loan: QueuePumping.Loan
  /// The number of consecutive turns in which nothing happened.
  private var quiet = 0
  private var looks = 0

  /// Dispatch's last turn must end before the thread may pump. The thread first makes this many checks without
  /// sleeping. After these checks, it sleeps between checks.
  private static let mostLooks = 100
  /// The number of 1 ms turns without an event before the thread sleeps for the rest of its time.
  private static let patience = 4

  /// Returns `nil` if there is something to take from the queue, or if the thread must sleep because another thread
  /// runs the loop.
  init?(_ part: QueuePart) {
    let now = MonotonicClock.now()
    let loan = part.state.withLock { state -> QueuePumping.Loan? in
      guard state.isQuiet else { return nil }
      // If drains have borrowed the loop, gives the loop back, because this thread may pump it now.
      state.draining.giveBack()
      let isAlone = state.sleeping == 0 && state.calls > 0
      return state.pumping.begin(for: part, at: now, by: Loop.thread, isAlone: isAlone)
    }
    guard let loan else { return nil }
    (self.part, self.loan) = (part, loan)
  }

  /// Runs the calls for at most this time. −1 means that the function runs them until something happens.
  mutating func pass(_ wait: QueuePart.Wait, milliseconds: Int32) {
    let (pump, loop) = (loan.pump, loan.pump.loop)
    if pump.isLent, !loan.consumer.endsOnly(in: part) { pump.giveBack() }
    if !pump.isLent { return part.sleep(wait, milliseconds: milliseconds) }
    // A turn that Dispatch began before the loan may still run. It ends soon, unless a hook in this turn takes long.
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

// MARK: - LoopConsumer

/// Records in which queue the calls of a provider's loop complete.
///
/// If all calls that are under way complete in one queue, a thread that waits for that queue may run the loop
/// (`QueuePumping`). If some calls complete elsewhere, no waiting thread may run the loop, because the callbacks of
/// those calls would run on that thread. After those calls have ended, a queue may have the loop again.
///
/// Invariant: if a queue has the loop, each call in the registry completes in that queue, or is about to be noted.
final class LoopConsumer: Sendable {
  private let late: LateLoop
  /// The calls of the provider that are under way.
  private let registry: Registry
  /// The queue that has the loop, as the address of its `QueuePart`. `none` if no queue has had the loop yet. `others`
  /// if some calls complete elsewhere.
  private let known = Atomic<UInt>(LoopConsumer.none)
  /// A queue may have the loop again after this many more calls have begun. Only calls that complete in a queue count.
  /// So calls that alternate between two queues rarely move the loop.
  private let rests = Atomic<Int>(0)

  private static let none: UInt = 0
  private static let others: UInt = 1
  private static let mostRests = 16

  init(_ late: LateLoop, _ registry: Registry) {
    self.late = late
    self.registry = registry
  }

  /// Records that a new call completes in the queue to which `part` belongs. If `part` is `nil`, the call does not
  /// complete in a queue.
  ///
  /// Call this function when the call is in the registry and has not started. Of two threads with new calls, at least
  /// one then sees the call of the other. So the invariant of `LoopConsumer` holds.
  func note(_ part: QueuePart?) {
    if known.load(ordering: .acquiring) == LoopConsumer.address(part) { return }
    learn(part)
  }

  @inline(never)
  private func learn(_ part: QueuePart?) {
    let address = LoopConsumer.address(part)
    let isFirst = known.compareExchange(expected: LoopConsumer.none, desired: address, ordering: .acquiringAndReleasing)
    if isFirst.exchanged {
      part?.state.withLock { $0.pumping.setConsumer(self) }
    } else if isFirst.original == LoopConsumer.others {
      if let part { takeOver(part) }
    } else if isFirst.original != address {
      rests.store(LoopConsumer.mostRests, ordering: .relaxed)
      known.store(LoopConsumer.others, ordering: .releasing)
    }
  }

  /// Gives the loop to this queue, unless a call other than the new one is under way.
  private func takeOver(_ part: QueuePart) {
    let left = rests.load(ordering: .relaxed)
    if left > 0 { return rests.store(left - 1, ordering: .relaxed) }
    let isAlone = registry.ifOneCall { known.store(LoopConsumer.address(part), ordering: .releasing) }
    if isAlone { part.state.withLock { $0.pumping.setConsumer(self) } }
  }

  /// Forgets a queue that is being freed. No call completes in this queue any more, so another queue can have the loop.
  func forget(_ part: QueuePart) {
    _ = known.compareExchange(
      expected: LoopConsumer.address(part), desired: LoopConsumer.none, ordering: .acquiringAndReleasing)
  }

  func endsOnly(in part: QueuePart) -> Bool { known.load(ordering: .acquiring) == LoopConsumer.address(part) }

  /// Returns the pump of the loop. Returns `nil` if a thread that waits for this queue must not pump.
  func pump(for part: QueuePart) -> DispatchPump? { endsOnly(in: part) ? late.pump : nil }

  private static func address(_ part: QueuePart?) -> UInt {
    part.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? others
  }
}
