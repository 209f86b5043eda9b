import Dispatch
import MoyaHTTP
import Synchronization

/// Pumps a loop on a serial queue: one read source over the epoll set, whatever the number of connections.
///
/// A wake-up through Dispatch costs more than a request. So once woken, the handler keeps turning while there is
/// traffic, and goes back to Dispatch when the loop has been quiet for some milliseconds.
///
/// A thread that waits for what the loop does may borrow it, and pump it instead (`lend`): then no other has to be woken.
///
/// Unchecked: a Dispatch source may be cancelled from any thread; its declaration does not say so.
package final class DispatchPump: @unchecked Sendable {
  package let loop: Loop
  private let queue = DispatchQueue(label: "moya.loop", qos: .userInitiated)
  private let source: any DispatchSourceRead
  /// Under its lock the source is suspended and resumed.
  private let lending = Protected(Lending())
  /// `lending.isLent`, for threads that do not lock it.
  private let lent = Atomic<Bool>(false)

  /// Empty waits of a millisecond before the thread is given back.
  private static let patience = 4
  /// Milliseconds between two looks whether a borrower comes back.
  private static let interval = 2

  /// Dispatch has opened its own descriptors.
  private static let isReady = Atomic<Bool>(false)
  /// Dispatch has a descriptor for its timers, too, since one has fired. Without it no look would ever come.
  private static let hasTimer = Atomic<Bool>(false)
  private static let hasTriedTimer = Atomic<Bool>(false)

  /// Throws `.system` when the process is out of descriptors.
  package init(_ loop: Loop) throws(TransferError) {
    // A process's first source makes Dispatch open an epoll set and an eventfd, and end the process if it gets none.
    if !DispatchPump.isReady.load(ordering: .relaxed), let number = Shortage.number(ofFree: 2) {
      throw TransferError(system: "the loop could not be pumped", errno: number)
    }
    self.loop = loop
    source = DispatchSource.makeReadSource(fileDescriptor: loop.fileDescriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.run() }
    source.setCancelHandler { loop.closed.release() }
    loop.closed.retain { [weak self] in self?.stop() }
    source.activate()
    DispatchPump.isReady.store(true, ordering: .relaxed)
    // The event of what was submitted before there was a pump may be used up already.
    queue.async { [weak self] in self?.run() }
  }

  deinit { stop() }

  /// Pumping ends; transfers stay where they are until the loop is pumped by another pump, or closed.
  package func stop() {
    // A source that is suspended would never tell of its end.
    resume { $0.stop() }
    source.cancel()
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

  /// The caller pumps from now on, until `leave`; a last turn of Dispatch's may still run.
  /// False: another thread has borrowed the loop, it is no longer pumped, or Dispatch could not look after it.
  package func lend() -> Bool {
    if !DispatchPump.hasTimer.load(ordering: .relaxed) {
      tryTimer()
      return false
    }
    let isLent = lending.withLock { lending in
      guard lending.lend() else { return false }
      lent.store(true, ordering: .relaxed)
      source.suspend()
      return true
    }
    // Dispatch's last turn may be asleep.
    if isLent, loop.isPumpedElsewhere { loop.nudge() }
    return isLent
  }

  /// The borrower is back. False: Dispatch has taken the loop back, and pumps.
  package func enter() -> Bool { lending.withLock { $0.enter() } }

  /// The borrower will soon be back. What is submitted meanwhile waits for it, or for Dispatch's next look.
  package func leave() {
    let isUnwatched = lending.withLock { lending in
      // Not when Dispatch has taken the loop back: its turn may be over, and then what is submitted must wake it.
      if lending.isLent { loop.expectTurn() }
      return lending.leave()
    }
    if isUnwatched { planLook() }
  }

  /// Dispatch pumps again.
  package func giveBack() {
    if resume({ $0.takeBack() }) { queue.async { [weak self] in self?.run() } }
  }

  /// Once in a process that has a descriptor left for it.
  private func tryTimer() {
    if DispatchPump.hasTriedTimer.load(ordering: .relaxed) || Shortage.number(ofFree: 1) != nil { return }
    if DispatchPump.hasTriedTimer.exchange(true, ordering: .relaxed) { return }
    // A time that has passed when Dispatch is told of it needs no timer, and proves nothing. This one has not, unless the
    // machine is that slow.
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { DispatchPump.hasTimer.store(true, ordering: .relaxed) }
  }

  private func planLook() {
    queue.asyncAfter(deadline: .now() + .milliseconds(DispatchPump.interval)) { [weak self] in self?.look() }
  }

  private func look() {
    var isAgain = false
    let isBack = resume { lending in
      let look = lending.look()
      isAgain = look == .again
      return look == .takeBack
    }
    if isAgain { planLook() }
    if isBack { run() }
  }

  /// Resumes the source where `end` says that it ends a loan.
  @discardableResult
  private func resume(_ end: (inout Lending) -> Bool) -> Bool {
    lending.withLock { lending in
      guard end(&lending) else { return false }
      lent.store(false, ordering: .relaxed)
      source.resume()
      return true
    }
  }
}

// MARK: - Lending

/// Who pumps a loop: Dispatch, or a thread that has borrowed it.
///
/// A borrower pumps while it is inside, from `lend` or `enter` to `leave`, and comes back soon. Dispatch looks now and then
/// while the borrower is outside, and takes the loop back when the borrower was not inside since the look before.
struct Lending {
  private(set) var isLent = false
  private var isInside = false
  /// The borrower was inside since the last look.
  private var wasInside = false
  /// A look is to come.
  private var isWatched = false
  private var isStopped = false

  /// What follows from a look.
  enum Look {
    case again, takeBack
    /// No look is needed until the next `leave`.
    case enough
  }

  /// False: the loop is lent, or no longer pumped.
  mutating func lend() -> Bool {
    if isLent || isStopped { return false }
    (isLent, isInside, wasInside) = (true, true, true)
    return true
  }

  /// False: the loop was taken back.
  mutating func enter() -> Bool {
    if isLent { (isInside, wasInside) = (true, true) }
    return isLent
  }

  /// True: the first look is to be planned.
  mutating func leave() -> Bool {
    isInside = false
    if !isLent || isWatched { return false }
    (isWatched, wasInside) = (true, false)
    return true
  }

  mutating func look() -> Look {
    // As long as it is inside no look is needed: it may sleep there for hours.
    if isLent, !isInside, wasInside {
      wasInside = false
      return .again
    }
    isWatched = false
    return !isInside && takeBack() ? .takeBack : .enough
  }

  /// False: the loop was not lent.
  mutating func takeBack() -> Bool {
    defer { isLent = false }
    return isLent
  }

  /// As `takeBack`, for good.
  mutating func stop() -> Bool {
    isStopped = true
    return takeBack()
  }
}
