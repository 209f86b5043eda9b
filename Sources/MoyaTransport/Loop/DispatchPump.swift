import Dispatch
import Glibc
import MoyaHTTP
import Synchronization

/// Pumps a loop (runs its turns) on a serial Dispatch queue. One Dispatch read source on the loop's epoll set serves
/// any number of connections.
///
/// A wake-up through Dispatch costs more than a request. So once woken, the handler keeps turning while there is
/// traffic. It returns to Dispatch when the loop has been quiet for a few milliseconds.
///
/// A thread that waits for the loop's results may borrow the loop and pump it itself (`lend`). Then no other thread has
/// to be woken. An event loop of the program may borrow the loop too. The event loop pumps when the loop's descriptor
/// is readable.
package final class DispatchPump: Sendable {
  package let loop: Loop
  private let queue = DispatchQueue(label: "moya.loop", qos: .userInitiated)
  /// Any thread may cancel a Dispatch source, but the declaration of its type does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  /// The source is suspended and resumed only under this lock.
  private let lending = Protected(Lending())
  /// A copy of `lending.isLent` for threads that do not take the lock.
  private let lent = Atomic<Bool>(false)

  /// After this many empty waits of one millisecond, the handler returns the thread to Dispatch.
  private static let patience = 4
  /// Milliseconds between two checks whether a thread that has borrowed the loop is still active.
  private static let interval = 2

  /// True once Dispatch has opened its own descriptors.
  private static let isReady = Atomic<Bool>(false)
  /// True once a Dispatch timer has fired, which shows that Dispatch has a descriptor for its timers. The loop is lent
  /// only after that, because Dispatch needs a timer to check whether the borrower is still active.
  private static let hasTimer = Atomic<Bool>(false)
  private static let hasTriedTimer = Atomic<Bool>(false)

  /// Begins to pump the loop. Throws `.system` if the process has no free descriptors, or cannot create a thread.
  package init(_ loop: Loop) throws(TransferError) {
    // When a process creates its first source, Dispatch opens an epoll set and an eventfd. If Dispatch cannot open
    // them, it ends the process. So two descriptors must be free.
    if !DispatchPump.isReady.load(ordering: .relaxed), let number = Shortage.number(ofFree: 2) {
      throw TransferError(system: "the loop could not be pumped", errno: number)
    }
    // Dispatch needs two threads. If it cannot create one, the call that needs it waits until it can. This may be
    // forever.
    if !DispatchPump.isReady.load(ordering: .relaxed), !DispatchPump.canCreateThreads {
      throw TransferError(system: "the loop could not get a thread", errno: EAGAIN)
    }
    self.loop = loop
    source = DispatchSource.makeReadSource(fileDescriptor: loop.fileDescriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.fire() }
    source.setCancelHandler { loop.closed.release() }
    loop.closed.retain { [weak self] in self?.stop() }
    source.activate()
    DispatchPump.isReady.store(true, ordering: .relaxed)
    // Work may have been submitted before this pump existed, and the event for this work may already have been
    // consumed. So the pump runs once now.
    queue.async { [weak self] in self?.run() }
  }

  deinit { stop() }

  /// True if the process can create two threads that run at the same time.
  private static var canCreateThreads: Bool {
    let second = DispatchSemaphore(value: 0)
    defer { second.signal() }
    return DetachedThread.run { second.wait() } && DetachedThread.run {}
  }

  /// Stops pumping. Transfers stay as they are until another pump runs the loop or the loop is closed.
  package func stop() {
    // A suspended source would never report its cancellation, so the source is resumed first.
    resume { $0.stop() }
    source.cancel()
  }

  /// Runs when the loop has something to do and the source is not suspended.
  private func fire() {
    let isAlarm = lending.withLock { lending in
      guard lending.alarm() else { return false }
      source.suspend()
      return true
    }
    if isAlarm { planLook() } else { run() }
  }

  private func run() {
    var quiet = 0
    Fork.holdingOff { _ = loop.turn(waitingAtMost: 0) }
    while loop.activeCount > 0, quiet < DispatchPump.patience, !isLent {
      quiet = Fork.holdingOff { loop.turn(waitingAtMost: 1) } ? 0 : quiet + 1
    }
  }

  // MARK: Lending

  package var isLent: Bool { lent.load(ordering: .relaxed) }

  /// Borrows the loop: the caller pumps until it calls `leave`. The last turn of Dispatch may still be running when
  /// this function returns.
  ///
  /// - Parameter watches: True if the borrower is an event loop of the program. After `leave`, it watches the loop's
  ///   descriptor, and it calls `enter` when the descriptor is readable.
  ///
  /// Returns false if another thread has borrowed the loop, if the loop is no longer pumped, or if Dispatch has no
  /// timer for its checks yet.
  package func lend(toOneThatWatches watches: Bool = false) -> Bool {
    if !DispatchPump.hasTimer.load(ordering: .relaxed) {
      tryTimer()
      return false
    }
    let isLent = lending.withLock { lending in
      guard lending.lend(toOneThatWatches: watches) else { return false }
      lent.store(true, ordering: .relaxed)
      source.suspend()
      return true
    }
    // The last turn of Dispatch may still be waiting for events, so it is woken.
    if isLent, loop.isPumpedElsewhere { loop.nudge() }
    return isLent
  }

  /// Notes that the borrower returns to the loop. Returns false if Dispatch has taken the loop back and pumps it.
  package func enter() -> Bool { lending.withLock { $0.enter() } }

  /// Notes that the borrower leaves and will soon come back. Work that is submitted until then waits for the borrower
  /// or for Dispatch's next check.
  package func leave() {
    let isUnwatched = lending.withLock { lending in
      // `expectTurn` announces a turn, and new work then wakes no thread. So it is not called in two cases. If Dispatch
      // has taken the loop back, new work must wake Dispatch. If the borrower watches, new work must wake the borrower.
      if lending.isLent, !lending.watches { loop.expectTurn() }
      return lending.leave()
    }
    if isUnwatched { planLook() }
  }

  /// Ends the loan: Dispatch pumps again.
  package func giveBack() {
    if resume({ $0.takeBack() }) { queue.async { [weak self] in self?.run() } }
  }

  /// Tests whether Dispatch timers work. Runs once in a process, and only when a descriptor is free for the timer.
  private func tryTimer() {
    if DispatchPump.hasTriedTimer.load(ordering: .relaxed) || Shortage.number(ofFree: 1) != nil { return }
    if DispatchPump.hasTriedTimer.exchange(true, ordering: .relaxed) { return }
    // If the time has already passed when Dispatch reads it, Dispatch needs no timer and the test proves nothing. 50 ms
    // is long enough unless the machine is extremely slow.
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { DispatchPump.hasTimer.store(true, ordering: .relaxed) }
  }

  private func planLook() {
    queue.asyncAfter(deadline: .now() + .milliseconds(DispatchPump.interval)) { [weak self] in self?.look() }
  }

  private func look() {
    var result = Lending.Look.enough
    let isBack = resume { lending in
      result = lending.look { loop.hasWork }
      if result == .rest { source.resume() }
      return result == .takeBack
    }
    if result == .again { planLook() }
    if isBack { run() }
  }

  /// Calls `end`, which ends a loan of the loop and returns false if the loop was not lent. If the loop was lent and
  /// Dispatch's source is suspended, resumes the source.
  @discardableResult
  private func resume(_ end: (inout Lending) -> Bool) -> Bool {
    lending.withLock { lending in
      let isSuspended = !lending.isResting
      guard end(&lending) else { return false }
      lent.store(false, ordering: .relaxed)
      if isSuspended { source.resume() }
      return true
    }
  }
}

// MARK: - Lending

/// Records who pumps a loop: Dispatch, or a thread that has borrowed it.
///
/// A borrower is inside from `lend` or `enter` until `leave`, and pumps during this time. After `leave` it is outside,
/// and usually soon returns. While it is outside, Dispatch checks from time to time. Dispatch takes the loop back if
/// the borrower has not been inside since the previous check.
///
/// An event loop that borrows the loop is outside while it waits for the loop's descriptor, which can take long. From
/// this borrower, Dispatch takes the loop back only if the loop had something to do at one check, and the borrower was
/// not inside by the next check. While there is nothing to do, Dispatch rests: it plans no check until the loop has
/// something to do.
struct Lending {
  private(set) var isLent = false
  /// True if the borrower watches the loop's descriptor while it is outside.
  private(set) var watches = false
  /// True if no check of the borrower is planned, because the last check found nothing to do. Dispatch's source is then
  /// not suspended: it fires when the loop has something to do, and the checks begin again.
  private(set) var isResting = false
  /// True if the loop had something to do at the last check or `alarm`, and the borrower was not inside since then.
  private var isOverdue = false
  private var isInside = false
  /// True if the borrower has been inside since the last check.
  private var wasInside = false
  /// True if a check is planned.
  private var isWatched = false
  private var isStopped = false

  /// What to do after a check.
  enum Look {
    case again, takeBack
    /// No check is needed until the loop has something to do.
    case rest
    /// No check is needed until the next `leave`.
    case enough
  }

  /// Lends the loop. Returns false if it is lent already or is no longer pumped.
  mutating func lend(toOneThatWatches watches: Bool = false) -> Bool {
    if isLent || isStopped { return false }
    (isLent, isInside, wasInside) = (true, true, true)
    (self.watches, isOverdue) = (watches, false)
    return true
  }

  /// Notes that the borrower is inside again. Returns false if the loop was taken back.
  mutating func enter() -> Bool {
    if isLent { (isInside, wasInside, isOverdue) = (true, true, false) }
    return isLent
  }

  /// Notes that the borrower is outside. Returns true if the caller must plan a first check.
  mutating func leave() -> Bool {
    isInside = false
    if !isLent || isWatched || isResting { return false }
    (isWatched, wasInside) = (true, false)
    return true
  }

  /// Checks whether the borrower is still active, and returns what Dispatch must do next.
  /// - Parameter hasWork: Returns true if the loop has something to do. It is called only while the loop is lent.
  mutating func look(_ hasWork: () -> Bool = { true }) -> Look {
    // If the borrower is inside, it runs the loop itself, even if it then sleeps for hours. So no further check is
    // needed.
    if isLent, !isInside, wasInside {
      wasInside = false
      return .again
    }
    if isLent, watches, !isInside {
      if !hasWork() {
        (isWatched, isResting, isOverdue) = (false, true, false)
        return .rest
      }
      // The loop may have had nothing to do until just now. So the borrower has time until the next check.
      if !isOverdue {
        isOverdue = true
        return .again
      }
    }
    isWatched = false
    return !isInside && takeBack() ? .takeBack : .enough
  }

  /// Notes that the loop has something to do. Returns true if Dispatch rested. The caller must then plan a check.
  mutating func alarm() -> Bool {
    if !isLent || !isResting { return false }
    (isResting, isWatched, wasInside, isOverdue) = (false, true, false, true)
    return true
  }

  /// Ends the loan. Returns false if the loop was not lent.
  mutating func takeBack() -> Bool {
    defer { (isLent, isResting) = (false, false) }
    return isLent
  }

  /// Does the same as `takeBack`, and makes every later `lend` fail.
  mutating func stop() -> Bool {
    isStopped = true
    return takeBack()
  }
}
