import Glibc
import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Synchronization

/// Whether a thread that waits for a queue pumps the loop of its calls. If it does not, each turn of the loop has to wake it,
/// and each of its calls may have to wake the loop's thread.
///
/// Between two waits of the thread the loop stands still, where two threads would work at once. So after some absences that
/// were too long the next waits leave the pumping to Dispatch (`Abstinence`). Of several threads that wait one pumps, and
/// Dispatch as soon as that one has gone.
///
/// Belongs to the part of a queue, under its lock.
struct QueuePumping {
  /// Absences, in microseconds. One up to the first is never too long, since switching threads would cost as much; one up to
  /// the second is not, if the wait before it was as long.
  private static let shortAbsence: UInt64 = 200
  private static let longestAbsence: UInt64 = 1000
  /// When the absences that were too long outnumber the others by so many, that is a failure.
  private static let mostTooLong = 4
  /// After so many waits without a failure, earlier failures no longer count.
  private static let enoughWaits = 64

  /// A loop that was borrowed, to be pumped by each thread that waits.
  struct Loan: Sendable {
    let pump: DispatchPump
    let consumer: LoopConsumer
  }

  /// Whose loop may be borrowed.
  private var consumer: LoopConsumer?
  private var loan: Loan?
  /// The thread that pumps; 0: none.
  private var thread: UInt = 0
  /// When the latest wait of a thread that pumped began.
  private var begun: UInt64 = 0
  /// When that wait ended, and whether calls were under way then.
  private var left: UInt64 = 0
  private var leftCalls = false
  private var tooLong = 0
  private var waits = 0
  private var borrowing = Abstinence()

  mutating func setConsumer(_ consumer: LoopConsumer) { self.consumer = consumer }

  // MARK: A wait

  /// The loop that the thread is to pump until `end`; `nil`: it is to sleep. Enters and leaves the loop under the lock of the
  /// queue, so that the threads that wait do so one after the other.
  /// - Parameter isAlone: no other thread waits, and calls are under way.
  mutating func begin(for part: QueuePart, at now: UInt64, by thread: UInt, isAlone: Bool) -> Loan? {
    if self.thread != 0 { return nil }
    if let loan {
      if leftCalls { judge(now &- left) }
      if tooLong >= QueuePumping.mostTooLong {
        fail()
        return nil
      }
      if loan.consumer.endsOnly(in: part), loan.pump.enter() { return begin(loan, at: now, by: thread) }
      // Dispatch may have taken it back; an absence without calls is no failure.
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

  /// - Parameters:
  ///   - hasCalls: calls are under way.
  ///   - othersWait: other threads wait, for whom Dispatch is to pump.
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

  /// A thread pumps, and has to be told of what this one changes.
  func isElsewhere(than thread: UInt) -> Bool { self.thread != 0 && self.thread != thread }

  var pump: DispatchPump? { loan?.pump }
}

// MARK: - PumpedWait

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

// MARK: - LoopConsumer

/// Where the calls of a provider's loop end. When all that there ever were end in one queue, the thread that waits for that
/// queue may pump the loop (`QueuePumping`). Otherwise callbacks of other calls would run there.
final class LoopConsumer: Sendable {
  private let late: LateLoop
  /// The address of the queue's part.
  private let known = Atomic<UInt>(LoopConsumer.none)

  private static let none: UInt = 0
  private static let others: UInt = 1

  init(_ late: LateLoop) { self.late = late }

  /// A call begins that ends there; `nil`: elsewhere than in a queue.
  func note(_ part: QueuePart?) {
    let found = known.load(ordering: .acquiring)
    if found == LoopConsumer.others || found == LoopConsumer.address(part) { return }
    learn(part)
  }

  @inline(never)
  private func learn(_ part: QueuePart?) {
    let address = LoopConsumer.address(part)
    let isFirst = known.compareExchange(expected: LoopConsumer.none, desired: address, ordering: .acquiringAndReleasing)
    if isFirst.exchanged {
      part?.state.withLock { $0.pumping.setConsumer(self) }
    } else if isFirst.original != address {
      known.store(LoopConsumer.others, ordering: .releasing)
    }
  }

  func endsOnly(in part: QueuePart) -> Bool { known.load(ordering: .acquiring) == LoopConsumer.address(part) }

  /// `nil`: a thread that waits for this queue may not pump.
  func pump(for part: QueuePart) -> DispatchPump? { endsOnly(in: part) ? late.pump : nil }

  private static func address(_ part: QueuePart?) -> UInt {
    part.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? others
  }
}
