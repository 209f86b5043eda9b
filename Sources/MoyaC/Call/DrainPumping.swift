import CLinux
import CMoya
import Glibc
import MoyaHTTP
import MoyaNetwork
import MoyaTransport

/// Decides whether a queue's drains pump the event loop of the queue's calls. A drain is one call of
/// `moya_queue_drain`, with which the program takes rows (results and pieces of bodies). If drains pump, each drain
/// first runs one turn (pass) of the loop.
///
/// While drains pump, the queue's descriptor is also readable when the loop has something to do. For this purpose, the
/// descriptor is an epoll set with two members: the queue's own descriptor, and a copy of the loop's descriptor. A copy
/// is used because the loop may close its own descriptor at any time. The copy is closed only after it was removed from
/// the set.
///
/// If the program does not drain although the loop has something to do, Dispatch takes the loop back (`DispatchPump`).
/// The next drains then do not borrow the loop again at once (`Abstinence`).
///
/// This struct is a member of `QueuePart` and is used under the lock of that part.
struct DrainPumping {
  /// If Dispatch takes the loop back because the program did not drain, this counts as a failure. After this number of
  /// drains without a failure, earlier failures no longer count.
  private static let enoughVisits = 64

  /// An event loop that Dispatch usually runs. Dispatch has lent the loop to the queue, so that drains run it.
  struct Loan: Sendable {
    let pump: DispatchPump
    let consumer: LoopConsumer
    /// The copy of the loop's descriptor that the epoll set contains.
    let copy: Int32
  }

  /// The epoll set. −1 if drains were never allowed to run the loop (`allow`).
  private(set) var epoll: Int32 = -1
  /// If at most this many calls use the queue, the queue borrows the loop from Dispatch, and drains run it. If more
  /// than twice as many calls use the queue, it returns the loop. 0 means that the queue never borrows the loop.
  private var most = 0
  private var loan: Loan?
  /// The thread that runs the loop in `drain`. 0 if no thread does.
  private var thread: UInt = 0
  private var visits = 0
  private var borrowing = Abstinence()

  // MARK: The set

  /// Lets drains run the loop if at most this many calls use the queue. Makes the epoll set when it is first needed.
  /// Returns 0, or `errno` if the kernel refuses to make the set.
  ///
  /// - Parameter descriptor: The queue's own descriptor.
  mutating func allow(_ most: Int, over descriptor: Int32) -> Int32 {
    if most > 0, epoll < 0 {
      let made = epoll_create1(Int32(EPOLL_CLOEXEC))
      if made < 0 { return errno }
      guard DrainPumping.add(descriptor, to: made) else {
        let number = errno
        close(made)
        return number
      }
      epoll = made
    }
    self.most = most
    if most == 0 { giveBack() }
    return 0
  }

  private static func add(_ descriptor: Int32, to epoll: Int32) -> Bool {
    var event = epoll_event()
    event.events = moya_epoll_in
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  // MARK: A call begins

  /// Prepares for a new call. Borrows the loop from Dispatch, so that no thread of Dispatch has to be woken for the
  /// call. If there are now too many calls, returns the loop that was borrowed before.
  ///
  /// - Parameter calls: The number of calls that use the queue.
  mutating func prepare(for part: QueuePart, calls: Int, _ consumer: LoopConsumer?) {
    if thread != 0 { return }
    if loan != nil {
      if isTooMany(calls) { giveBack() }
    } else if lend(for: part, calls: calls, consumer) {
      loan?.pump.leave()
    }
  }

  private func isTooMany(_ calls: Int) -> Bool { calls - most > most }

  private mutating func lend(for part: QueuePart, calls: Int, _ consumer: LoopConsumer?) -> Bool {
    guard calls > 0, calls <= most, let consumer, let pump = consumer.pump(for: part) else { return false }
    if borrowing.leavesOut() { return false }
    guard pump.lend(toOneThatWatches: true) else { return false }
    let copy = pump.loop.copyDescriptor()
    guard copy >= 0, DrainPumping.add(copy, to: epoll) else {
      if copy >= 0 { close(copy) }
      pump.giveBack()
      borrowing.noteFailure()
      return false
    }
    loan = Loan(pump: pump, consumer: consumer, copy: copy)
    return true
  }

  // MARK: A drain

  /// Begins a drain. Returns the borrowed loop if this drain must run one turn (pass) of the loop. The thread calls
  /// `end` after that turn. Returns `nil` if the drain must not run the loop.
  mutating func begin(for part: QueuePart, calls: Int, _ consumer: LoopConsumer?, by thread: UInt) -> Loan? {
    if self.thread != 0 { return nil }
    if let loan {
      guard loan.consumer.endsOnly(in: part), !isTooMany(calls) else {
        giveBack()
        return nil
      }
      // Dispatch may still be running the turn in which it lent the loop. Then this drain runs no turn. The drain does
      // not call `enter` either, so Dispatch can still take the loop back.
      if loan.pump.loop.isPumpedElsewhere { return nil }
      guard loan.pump.enter() else {
        // Dispatch has taken the loop back, because the program did not drain for too long.
        giveBack()
        visits = 0
        borrowing.noteFailure()
        return nil
      }
    } else if !lend(for: part, calls: calls, consumer) {
      return nil
    }
    self.thread = thread
    visits += 1
    if visits >= DrainPumping.enoughVisits { borrowing.noteSuccess() }
    return loan
  }

  /// Ends a drain. Call this function after the thread has run the loop and has taken the waiting rows from the queue.
  mutating func end() {
    thread = 0
    loan?.pump.leave()
  }

  /// Returns true if this thread is running the loop inside `drain`. If a call completes on this thread during the
  /// drain, the descriptor need not become readable: the thread takes the result right afterwards.
  func isInside(_ thread: UInt) -> Bool { self.thread == thread }

  // MARK: The end

  /// Returns the loop to Dispatch if it was borrowed. Dispatch then runs the loop.
  mutating func giveBack() {
    guard let loan else { return }
    loan.pump.giveBack()
    epoll_ctl(epoll, EPOLL_CTL_DEL, loan.copy, nil)
    close(loan.copy)
    self.loan = nil
  }
}

// MARK: - QueuePart

extension QueuePart {
  /// Lets drains run turns (passes) of the loop if at most this many calls use the queue. 0 means that drains never run
  /// turns.
  func setPump(_ most: Int) throws(Failure) {
    let fault: Failure? = state.withLock { state in
      if state.isDestroyed { return nil }
      if most > 0, state.isShown, state.draining.epoll < 0 {
        return Failure(MOYA_ERROR_STATE, "moya_queue_set_pump comes before the first moya_queue_fd")
      }
      let number = state.draining.allow(most, over: descriptor)
      if number != 0 {
        return Failure.system(MOYA_ERROR_SYSTEM, "a queue whose drains move calls needs a descriptor", errno: number)
      }
      if most > 0 { pumps.store(true, ordering: .relaxed) }
      return nil
    }
    if let fault { throw fault }
  }

  /// Takes rows from the queue like `take`. If `setPump` has allowed it, first runs one turn (pass) of the event loop.
  func drain(_ capacity: Int, _ body: (Int, moya_completion) -> Void) -> Taken {
    guard pumps.load(ordering: .relaxed), !Frame.isInside, let loan = beginDrain() else {
      return take(capacity, body)
    }
    _ = Fork.holdingOff { loan.pump.loop.turn(waitingAtMost: 0) }
    // The drain ends only after the rows were taken, so that the descriptor need not become readable for these rows.
    defer { update { $0.draining.end() } }
    return take(capacity, body)
  }

  private func beginDrain() -> DrainPumping.Loan? {
    state.withLock { state in
      if state.isDestroyed { return nil }
      let (calls, consumer) = (state.calls, state.pumping.consumer)
      return state.draining.begin(for: self, calls: calls, consumer, by: Loop.thread)
    }
  }
}
