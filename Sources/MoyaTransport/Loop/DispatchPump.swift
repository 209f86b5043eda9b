import Dispatch
import Glibc
import MoyaHTTP
import Synchronization

/// Runs a loop on a serial Dispatch queue. One Dispatch read source on the loop's epoll set serves any number of
/// connections.
///
/// A wake-up through Dispatch costs more than a request. So once Dispatch has called the handler, the handler runs the
/// loop again and again while there is traffic. It returns when the loop has been quiet for a few milliseconds.
///
/// A thread that waits for the loop's results may borrow the loop and run it itself (`lend`). Then no other thread has
/// to be woken. An event loop of the program may borrow the loop too, and runs it when the loop's descriptor is
/// readable.
package final class DispatchPump: Sendable {
  package let loop: Loop
  private let queue = DispatchQueue(label: "moya.loop", qos: .userInitiated)
  /// Any thread may cancel a Dispatch source, but the declaration of its type does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  /// Protects `source`, which must be suspended and resumed only under this lock.
  private let lending = Protected(Lending())
  /// A copy of `lending.isLent`, which threads read without the lock.
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

  /// Lets Dispatch run the loop from now on. Throws `.system` if the process has no free descriptors, or cannot create
  /// a thread.
  package init(_ loop: Loop) throws(TransferError) {
    // When a process creates its first source, Dispatch opens an epoll set and an eventfd. If Dispatch cannot open
    // them, it ends the process. So two descriptors must be free.
    if !DispatchPump.isReady.load(ordering: .relaxed), let number = Shortage.number(ofFree: 2) {
      throw TransferError(system: "the loop could not be pumped", errno: number)
    }
    // Dispatch needs two threads. If the process cannot create them, the call of Dispatch waits until it can, perhaps
    // for ever.
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
    // Work may have been submitted before this pump existed, and its event may already have been consumed. So the pump
    // runs the loop once now.
    queue.async { [weak self] in self?.run() }
  }

  deinit { stop() }

  /// True if the process can create two threads that run at the same time.
  private static var canCreateThreads: Bool {
    let second = DispatchSemaphore(value: 0)
    defer { second.signal() }
    return DetachedThread.run { second.wait() } && DetachedThread.run {}
  }

  /// Stops running the loop on Dispatch. The loop's transfers then make no progress until another pump runs the loop,
  /// or the loop is closed.
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

  /// Borrows the loop: the caller runs it until it calls `leave`. Dispatch's last turn may still be running when this
  /// function returns.
  ///
  /// - Parameter watches: True if the borrower is an event loop of the program. After `leave`, it watches the loop's
  ///   descriptor, and it calls `enter` when the descriptor is readable.
  ///
  /// Returns false if another thread has borrowed the loop, if `stop` was called, or if Dispatch has no timer for its
  /// checks yet.
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
    // Dispatch's last turn may still be waiting for events, so its thread is woken.
    if isLent, loop.isPumpedElsewhere { loop.nudge() }
    return isLent
  }

  /// Notes that the thread that has borrowed the loop runs it again. Returns false if it may not, because Dispatch has
  /// taken the loop back.
  package func enter() -> Bool { lending.withLock { $0.enter() } }

  /// Notes that the thread that has borrowed the loop stops running it, and will soon come back. Work that is submitted
  /// in the meantime waits for this thread, or for Dispatch's next check.
  package func leave() {
    let isUnwatched = lending.withLock { lending in
      // After `expectTurn`, new work wakes no thread, because the borrower soon runs the loop. So `expectTurn` is not
      // called in two cases. If Dispatch has taken the loop back, new work must wake Dispatch. If the borrower is an
      // event loop, new work must wake the borrower.
      if lending.isLent, !lending.watches { loop.expectTurn() }
      return lending.leave()
    }
    if isUnwatched { planLook() }
  }

  /// Returns the borrowed loop to Dispatch, which runs it from now on.
  package func giveBack() {
    if resume({ $0.takeBack() }) { queue.async { [weak self] in self?.run() } }
  }

  /// Tests whether Dispatch timers work. Runs once in a process, and only when a descriptor is free for the timer.
  private func tryTimer() {
    if DispatchPump.hasTriedTimer.load(ordering: .relaxed) || Shortage.number(ofFree: 1) != nil { return }
    if DispatchPump.hasTriedTimer.exchange(true, ordering: .relaxed) { return }
    // When Dispatch reads the time of this timer, the time must not have passed yet. Otherwise Dispatch would need no
    // timer, and the test would prove nothing. 50 ms is long enough unless the machine is extremely slow.
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

  /// Takes the loop back from the thread that has borrowed it. `end` does this in `lending`, and returns false if no
  /// thread has borrowed the loop. Resumes Dispatch's source if it was suspended.
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

/// Records who runs a loop: Dispatch, or another thread that has borrowed it.
///
/// A borrower is inside from `lend` or `enter` until `leave`. During this time it runs the loop. After `leave` it is
/// outside, and usually soon returns. While it is outside, Dispatch checks from time to time. Dispatch takes the loop
/// back if the borrower has not been inside since the previous check.
///
/// An event loop that borrows the loop is outside while it waits for the loop's descriptor, which can take long. From
/// this borrower, Dispatch takes the loop back only if the loop had something to do at one check, and the borrower was
/// not inside by the next check. While there is nothing to do, Dispatch rests: it plans no check until the loop has
/// something to do.
struct Lending {
  private(set) var isLent = false
  /// True if the borrower is an event loop of the program, which watches the loop's descriptor while it does not run
  /// the loop.
  private(set) var watches = false
  /// True if Dispatch plans no check of the borrower, because at the last check the loop had nothing to do. Dispatch's
  /// source then fires when the loop has something to do, and the checks begin again.
  private(set) var isResting = false
  /// True if the loop had something to do at Dispatch's last check or at the last `alarm`, and the borrower has not run
  /// the loop since then.
  private var isOverdue = false
  private var isInside = false
  /// True if the borrower has run the loop since Dispatch's last check.
  private var wasInside = false
  /// True if Dispatch has planned a check of the borrower.
  private var isWatched = false
  private var isStopped = false

  /// What to do after a check.
  enum Look {
    case again, takeBack
    /// Dispatch plans no check until the loop has something to do.
    case rest
    /// Dispatch plans no check until the borrower calls `leave`.
    case enough
  }

  /// Lends the loop to a thread. Returns false if a thread has borrowed it already, or if `stop` was called.
  mutating func lend(toOneThatWatches watches: Bool = false) -> Bool {
    if isLent || isStopped { return false }
    (isLent, isInside, wasInside) = (true, true, true)
    (self.watches, isOverdue) = (watches, false)
    return true
  }

  /// Notes that the borrower runs the loop again. Returns false if Dispatch has taken the loop back.
  mutating func enter() -> Bool {
    if isLent { (isInside, wasInside, isOverdue) = (true, true, false) }
    return isLent
  }

  /// Notes that the borrower stops running the loop for now. Returns true if the caller must plan a check of the
  /// borrower.
  mutating func leave() -> Bool {
    isInside = false
    if !isLent || isWatched || isResting { return false }
    (isWatched, wasInside) = (true, false)
    return true
  }

  /// Checks whether the borrower is still active, and returns what Dispatch must do next.
  /// - Parameter hasWork: Returns true if the loop has something to do. It is called only while the loop is lent.
  mutating func look(_ hasWork: () -> Bool = { true }) -> Look {
    // A borrower that is inside runs the loop itself, even if it sleeps for hours. So it needs no further check.
    if isLent, !isInside, wasInside {
      wasInside = false
      return .again
    }
    if isLent, watches, !isInside {
      if !hasWork() {
        (isWatched, isResting, isOverdue) = (false, true, false)
        return .rest
      }
      // Perhaps the loop has had something to do only since a moment ago. So the borrower has time until the next
      // check.
      if !isOverdue {
        isOverdue = true
        return .again
      }
    }
    isWatched = false
    return !isInside && takeBack() ? .takeBack : .enough
  }

  /// Notes that the loop has something to do. Returns true if Dispatch had planned no check, so that the caller must
  /// plan one now.
  mutating func alarm() -> Bool {
    if !isLent || !isResting { return false }
    (isResting, isWatched, wasInside, isOverdue) = (false, true, false, true)
    return true
  }

  /// Takes the loop back from its borrower. Returns false if no thread had borrowed it.
  mutating func takeBack() -> Bool {
    defer { (isLent, isResting) = (false, false) }
    return isLent
  }

  /// Does the same as `takeBack`. After that, no thread can borrow the loop.
  mutating func stop() -> Bool {
    isStopped = true
    return takeBack()
  }
}
