import MoyaTransport

/// Whether a thread that waits for a queue pumps the loop of its calls. If it does not, each turn of the loop has to wake it,
/// and each of its calls may have to wake the loop's thread.
///
/// What the thread does between two waits, the loop waits for: two threads would do both at the same time. So after some
/// absences that were too long the next waits leave the pumping to Dispatch, twice as many after each such failure. Of
/// several threads that wait one pumps, and Dispatch as soon as that one has gone.
///
/// Belongs to the part of a queue, under its lock.
struct QueuePumping {
  /// Microseconds between two waits. Up to the first, an absence is never too long, as switching threads costs as much; up
  /// to the second it is not, if the wait before took longer.
  private static let shortAbsence: UInt64 = 200
  private static let longestAbsence: UInt64 = 1000
  /// So many more absences that were too long than others are a failure.
  private static let mostTooLong = 4
  private static let mostSkipped = 1024
  /// So many waits without a failure make those before them forgotten.
  private static let enoughWaits = 64

  /// The loop that may be pumped.
  private var consumer: LoopConsumer?
  /// It is borrowed, to be pumped by each thread that waits.
  private var borrowed: DispatchPump?
  /// The thread that pumps; 0: none.
  private var thread: UInt = 0
  /// When it began to wait, or the last one did.
  private var begun: UInt64 = 0
  /// When that one had done so, and whether calls were under way then.
  private var left: UInt64 = 0
  private var leftCalls = false
  private var tooLong = 0
  private var waits = 0
  private var skips = 0
  private var skipsAfterFailure = 1
  /// `wake` was called since the thread began.
  private var isWoken = false

  /// How a thread is to wait.
  enum Way {
    case sleep
    case borrow(LoopConsumer)
    case enter(DispatchPump, LoopConsumer)
    /// And then sleep.
    case giveBack(DispatchPump)
  }

  mutating func setConsumer(_ consumer: LoopConsumer) {
    // A loop that is no longer lent may be that of a provider that was closed.
    if borrowed?.isLent != true { (self.consumer, borrowed) = (consumer, nil) }
  }

  // MARK: A wait

  /// - Parameter isAlone: no other thread waits, and calls are under way.
  mutating func begin(at now: UInt64, by thread: UInt, isAlone: Bool) -> Way {
    guard let consumer, self.thread == 0 else { return .sleep }
    if let borrowed {
      if leftCalls { judge(now &- left) }
      if tooLong >= QueuePumping.mostTooLong {
        fail()
        return .giveBack(borrowed)
      }
      (self.thread, begun) = (thread, now)
      return .enter(borrowed, consumer)
    }
    if skips > 0 {
      skips -= 1
      return .sleep
    }
    if !isAlone { return .sleep }
    (self.thread, begun) = (thread, now)
    return .borrow(consumer)
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

  /// The thread that was to pump has borrowed the loop, or was inside when it was taken back; `nil`: it could not.
  mutating func set(_ pump: DispatchPump?) {
    let isTakenBack = borrowed != nil && pump == nil
    borrowed = pump
    if pump != nil { return }
    thread = 0
    // An absence without calls is no failure.
    if isTakenBack, leftCalls { fail() }
  }

  /// - Returns: the loop, if it is to be given back.
  mutating func end(at now: UInt64, hasCalls: Bool, othersWait: Bool) -> DispatchPump? {
    (thread, left, leftCalls, isWoken) = (0, now, hasCalls, false)
    if othersWait, let borrowed {
      fail()
      return borrowed
    }
    waits += 1
    if waits >= QueuePumping.enoughWaits { skipsAfterFailure = 1 }
    return nil
  }

  private mutating func fail() {
    (borrowed, skips, waits, tooLong) = (nil, skipsAfterFailure, 0, 0)
    skipsAfterFailure = min(skipsAfterFailure * 2, QueuePumping.mostSkipped)
  }

  // MARK: What other threads change

  var isUnderWay: Bool { thread != 0 }

  /// A thread pumps, and has to be told of what this one changes.
  func isElsewhere(than thread: UInt) -> Bool { self.thread != 0 && self.thread != thread }

  var pump: DispatchPump? { borrowed }

  mutating func wake() { isWoken = isUnderWay }

  /// True, once: `wake` was called.
  mutating func takeWake() -> Bool {
    defer { isWoken = false }
    return isWoken
  }
}
