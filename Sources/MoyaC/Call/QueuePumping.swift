import Glibc
import MoyaCore
import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Synchronization

/// Decides whether a thread that waits for a queue also pumps the event loop of the queue's calls. To pump a loop is to
/// run its turns: in a turn, the loop handles what is due.
///
/// If the waiting thread does not pump, another thread pumps and wakes the waiting thread after each turn. If the
/// waiting thread pumps, this switch between threads is saved. But then the loop stands still while the thread handles
/// the results that it has taken from the queue.
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
  /// During an absence, the loop that the thread has borrowed from Dispatch stands still. An absence up to
  /// `shortAbsence` is never too long, because switching to a thread of Dispatch would cost as much. An absence up to
  /// `longestAbsence` is not too long if the wait before it took at least as long.
  private static let shortAbsence: UInt64 = 200
  private static let longestAbsence: UInt64 = 1000
  /// If `tooLong`, the count of absences that were too long, reaches this limit, the queue returns the loop to
  /// Dispatch.
  ///
  /// An absence that was too long adds 1 to the count. An absence longer than `longestAbsence` sets the count to the
  /// limit. Any other absence subtracts 1.
  private static let mostTooLong = 4
  /// If the queue returns the loop because of `mostTooLong`, or because other threads wait, this counts as a failure.
  /// After this many waits without a failure, earlier failures no longer count.
  private static let enoughWaits = 64

  /// An event loop that Dispatch usually runs. Dispatch has lent the loop to the queue, so that waiting threads run it.
  struct Loan: Sendable {
    let pump: DispatchPump
    let consumer: LoopConsumer
  }

  /// Has the event loop, and knows whether threads that wait for this queue may run it.
  private(set) var consumer: LoopConsumer?
  private var loan: Loan?
  /// The waiting thread that runs the loop. 0 means that no waiting thread runs it.
  private var thread: UInt = 0
  /// When a waiting thread last began to run the loop.
  private var begun: UInt64 = 0
  /// When a waiting thread last stopped running the loop. `leftCalls` says whether calls were under way at that time.
  private var left: UInt64 = 0
  private var leftCalls = false
  private var tooLong = 0
  private var waits = 0
  private var borrowing = Abstinence()

  mutating func setConsumer(_ consumer: LoopConsumer) { self.consumer = consumer }

  // MARK: A wait

  /// Returns the loop that the waiting thread must run until it calls `end`. Returns `nil` if the thread must sleep
  /// instead.
  ///
  /// The thread calls `begin` and `end` under the lock of the queue, so that only one waiting thread at a time runs the
  /// loop.
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
      // Some calls now complete outside this queue, or Dispatch has taken the loop back. Neither counts as a failure
      // (see `enoughWaits`).
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

  /// Ends the wait of the thread that has run the loop.
  ///
  /// - Parameters:
  ///   - hasCalls: True if calls are under way.
  ///   - othersWait: True if other threads wait. Dispatch must then run the loop for them.
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

  /// Returns true if a waiting thread other than `thread` runs the loop. If `thread` then changes the queue, it must
  /// notify the thread that runs the loop.
  func isElsewhere(than thread: UInt) -> Bool { self.thread != 0 && self.thread != thread }

  var pump: DispatchPump? { loan?.pump }
}

// MARK: - PumpedWait

/// One wait of a thread for a queue. During the wait, the thread runs the event loop of the queue's calls.
struct PumpedWait {
  private let part: QueuePart
  private let loan: QueuePumping.Loan
  /// The number of consecutive turns (passes) of the loop in which nothing happened.
  private var quiet = 0
  private var looks = 0

  /// If Dispatch is still running the loop, this thread must wait until Dispatch stops. The thread checks this many
  /// times without sleeping in between. Before each further check, it sleeps.
  private static let mostLooks = 100
  /// In each turn (pass), the loop waits at most 1 ms for an event. After this many turns without an event, the thread
  /// sleeps until there is something to do.
  private static let patience = 4

  /// Returns `nil` if there is something to take from the queue, or if the thread must sleep because another thread
  /// runs the loop.
  init?(_ part: QueuePart) {
    let now = MonotonicClock.now()
    let loan = part.state.withLock { state -> QueuePumping.Loan? in
      guard state.isQuiet else { return nil }
      // The queue may have borrowed the loop from Dispatch for drains (`DrainPumping`). That loan ends here, so that
      // the queue can borrow the loop for this thread.
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
    // Dispatch may still be running the turn (pass) in which it lent the loop. The turn ends soon, unless a hook in it
    // takes long.
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
/// If all calls under way complete in one queue, this queue has the loop: a thread that waits for the queue may run the
/// loop (`QueuePumping`). If calls also complete in callbacks or in another queue, no queue has the loop, because a
/// waiting thread would run the callbacks too. After those calls have ended, a queue can get the loop again.
///
/// Invariant: if a queue has the loop, each call under way (`registry`) completes in that queue, or a thread is about
/// to call `note` for the call.
final class LoopConsumer: Sendable {
  private let late: LateLoop
  /// The calls of the provider that are under way.
  private let registry: Registry
  /// The address of the `QueuePart` of the queue that has the loop. `none` if there was no call yet, or if the queue
  /// was freed. `others` if calls complete in callbacks or in different queues.
  private let known = Atomic<UInt>(LoopConsumer.none)
  /// After a queue has lost the loop, this many calls that complete in a queue must begin before a queue can get the
  /// loop again. So if calls alternate between two queues, the loop rarely moves.
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
  /// Call this function when the call is in `registry`, the list of calls under way, and has not started. If two
  /// threads call this function at the same time, at least one of them sees the other's call. So the invariant of
  /// `LoopConsumer` holds.
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

  /// Lets the threads that wait for this queue run the loop from now on, unless a call other than the new one is under
  /// way.
  private func takeOver(_ part: QueuePart) {
    let left = rests.load(ordering: .relaxed)
    if left > 0 { return rests.store(left - 1, ordering: .relaxed) }
    let isAlone = registry.ifOneCall { known.store(LoopConsumer.address(part), ordering: .releasing) }
    if isAlone { part.state.withLock { $0.pumping.setConsumer(self) } }
  }

  /// If this queue has the loop, takes it away, because the queue is being freed. Another queue can then get the loop.
  func forget(_ part: QueuePart) {
    _ = known.compareExchange(
      expected: LoopConsumer.address(part), desired: LoopConsumer.none, ordering: .acquiringAndReleasing)
  }

  func endsOnly(in part: QueuePart) -> Bool { known.load(ordering: .acquiring) == LoopConsumer.address(part) }

  /// Returns the object that lends the loop (`DispatchPump`). Returns `nil` if a thread that waits for this queue must
  /// not run the loop.
  func pump(for part: QueuePart) -> DispatchPump? { endsOnly(in: part) ? late.pump : nil }

  private static func address(_ part: QueuePart?) -> UInt {
    part.map { UInt(bitPattern: addressOf($0)) } ?? others
  }
}
