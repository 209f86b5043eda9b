import CLinux
import CMoya
import Glibc
import MoyaHTTP
import MoyaNetwork
import MoyaTransport

/// Decides whether a queue's drains pump the loop of the queue's calls. A drain is one call of the function with which
/// the program takes rows. To pump a loop is to run its turns (passes): each drain runs one turn.
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
  /// Pumping fails if Dispatch had to take the loop back. After this number of consecutive drains without such a
  /// failure, earlier failures no longer count.
  private static let enoughVisits = 64

  /// A loop that Dispatch lends to the queue, so that drains pump the loop.
  struct Loan: Sendable {
    let pump: DispatchPump
    let consumer: LoopConsumer
    /// The copy of the loop's descriptor that the epoll set contains.
    let copy: Int32
  }

  /// The epoll set. −1 if drains have never been allowed to pump.
  private(set) var epoll: Int32 = -1
  /// Drains borrow the loop when there are at most this many calls, and give it back when there are more than twice as
  /// many. 0 means that drains never borrow the loop.
  private var most = 0
  private var loan: Loan?
  /// The thread that runs a turn now. 0 means none.
  private var thread: UInt = 0
  private var visits = 0
  private var borrowing = Abstinence()

  // MARK: The set

  /// Sets the limit of calls: if more calls use the queue, drains do not borrow the loop. Makes the epoll set when it
  /// is first needed. Returns 0, or `errno` if the kernel refuses to make the set.
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

  /// Borrows the loop for a new call, so that no thread of Dispatch has to be woken for the call. If there are too many
  /// calls, gives a borrowed loop back.
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

  /// Returns a loop. The thread must run one turn of this loop and then call `end`. Returns `nil` if the thread must
  /// not run the loop.
  mutating func begin(for part: QueuePart, calls: Int, _ consumer: LoopConsumer?, by thread: UInt) -> Loan? {
    if self.thread != 0 { return nil }
    if let loan {
      guard loan.consumer.endsOnly(in: part), !isTooMany(calls) else {
        giveBack()
        return nil
      }
      // Dispatch has lent the loop, but a turn that Dispatch began before the loan may still run. Then this drain runs
      // no turn. It does not call `enter` either, so Dispatch can still take the loop back.
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

  /// Ends a drain. Call this function after the thread has run its turn and has taken rows.
  mutating func end() {
    thread = 0
    loan?.pump.leave()
  }

  /// Returns true if this thread runs a turn. The thread takes rows after the turn. So if the thread writes rows during
  /// the turn, it need not make the descriptor readable.
  func isInside(_ thread: UInt) -> Bool { self.thread == thread }

  // MARK: The end

  /// Ends the loan, if there is one. Dispatch then pumps.
  mutating func giveBack() {
    guard let loan else { return }
    loan.pump.giveBack()
    epoll_ctl(epoll, EPOLL_CTL_DEL, loan.copy, nil)
    close(loan.copy)
    self.loan = nil
  }
}

// MARK: - QueuePart

/// A drain by the program's event loop.
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

  /// Does the same as `take`. If drains may pump, first runs a turn (pass) of the loop.
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
