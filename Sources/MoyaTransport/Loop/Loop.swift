import CLinux
import Glibc
import MoyaHTTP
import Synchronization

/// A libcurl event loop: one multi handle, one set of events. It has no thread of its own and moves only while a thread
/// pumps it, one at a time: Dispatch's (`DispatchPump`), that of a host's event loop (`fileDescriptor` and `turn`), or
/// a blocking caller's (`LoopPool`).
///
/// Observers and jobs are called by the pumping thread, from inside `turn` (or `close`), never from inside another
/// observer. They may call any method here; `turn` does nothing in them, and `close` takes effect when they return.
///
/// Unchecked: `reactor` and `drained` belong to the thread whose number is in `owner`.
package final class Loop: @unchecked Sendable {
  /// Readable when `turn` has something to do. Belongs to the loop. −1 for the loop of a blocking caller.
  package let fileDescriptor: Int32

  let configuration: LoopConfiguration
  private let wakeup: Int32
  /// The loop's own descriptors, to be closed at its end.
  private let descriptors: [Int32]
  let reactor: Reactor
  private let generation = Fork.generation
  /// The pumping thread; 0: none.
  private let owner = Atomic<UInt>(0)
  /// The pumping thread may be asleep, or there may be none: a thread that puts something into the inbox must then
  /// write to `wakeup`.
  private let mayBeAsleep = Atomic<Bool>(true)
  private let inbox = Protected(Inbox())
  private let inboxCount = Atomic<Int>(0)
  private let active = Atomic<Int>(0)
  private let closing = Atomic<Bool>(false)
  let closed = CloseGate()
  /// The inbox's other array; the two are swapped, so that both keep their memory.
  private var drained: [Submission] = []
  /// For a blocking caller; belongs to the pumping thread.
  private var patience = Patience()

  private struct Inbox {
    var items: [Submission] = []
    /// The loop takes no more submissions.
    var isSealed = false
  }

  /// Throws `.system` when the process is out of descriptors.
  ///
  /// - Parameter isForOneCaller: the loop is pumped by the thread that waits for its transfers, to their end. So it
  ///   waits with poll(2), and has one descriptor only, beside libcurl's.
  package init(configuration: LoopConfiguration = .init(), isForOneCaller: Bool = false) throws(TransferError) {
    self.configuration = configuration
    wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    fileDescriptor = isForOneCaller ? -1 : epoll_create1(Int32(EPOLL_CLOEXEC))
    let timer = isForOneCaller ? -1 : timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    descriptors = isForOneCaller ? [wakeup] : [wakeup, fileDescriptor, timer]
    let number = errno
    do throws(TransferError) {
      guard descriptors.allSatisfy({ $0 >= 0 }) else {
        throw TransferError(system: "the loop could not be made", errno: number)
      }
      let set: any EventSet =
        isForOneCaller
        ? PollSet(wakeup: wakeup) : EpollSet(descriptor: fileDescriptor, wakeup: wakeup, timer: timer)
      reactor = try Reactor(configuration, set)
    } catch {
      for descriptor in descriptors where descriptor >= 0 { Glibc.close(descriptor) }
      throw error
    }
  }

  deinit { close() }

  /// Before the first turn: what gives back descriptors when the process has none left for a connection.
  package func onShortage(_ relief: @escaping @Sendable () -> Void) { reactor.relief = relief }

  /// Transfers that have not ended.
  package var activeCount: Int { active.load(ordering: .relaxed) }

  /// When it was turned last, in microseconds of `MonotonicClock`. For the thread that turns it.
  package var lastTurn: UInt64 { reactor.now }

  /// This thread is inside `turn`: what it performs comes right after what it does now.
  package var isPumpedHere: Bool {
    !isInherited && owner.load(ordering: .relaxed) == Loop.thread && !closing.load(ordering: .relaxed)
  }

  /// Another thread is inside `turn`.
  package var isPumpedElsewhere: Bool {
    let owner = owner.load(ordering: .relaxed)
    return owner != 0 && owner != Loop.thread
  }

  /// The loop was made before this process was forked: its descriptors are the parent's.
  package var isInherited: Bool { generation != Fork.generation }

  // MARK: Work, from any thread

  /// Starts a transfer. Its observer gets exactly one end: from the pumping thread, or from this call itself when the
  /// loop is closed (`.cancelled`) or inherited across a fork (`.forked`).
  package func start(
    _ request: consuming URLRequest, options: consuming TransferOptions, observer: any TransferObserver
  ) -> any Stoppable {
    Loop.start(request, options: options, observer: observer, on: self)
  }

  /// As the method, for a caller that has a reference to the loop to give away.
  package static func start(
    _ request: consuming URLRequest, options: consuming TransferOptions, observer: any TransferObserver,
    on loop: consuming Loop
  ) -> any Stoppable {
    let transfer = Transfer(loop: consume loop, request: request, options: options, observer: observer)
    transfer.startOnLoop()
    return transfer
  }

  func take(_ transfer: Transfer) {
    active.add(1, ordering: .relaxed)
    if isPumpedHere { reactor.accept(transfer) } else { submit(.start(transfer)) }
  }

  /// Runs a job on the pumping thread after a time; never when the loop is closed before.
  package func schedule(afterMilliseconds delay: UInt32, _ job: @escaping @Sendable () -> Void) -> any Stoppable {
    let timer = TimerItem(loop: self, time: MonotonicClock.now() &+ UInt64(delay) &* 1000, job: job)
    submit(.timer(timer))
    return timer
  }

  /// Runs a job on the pumping thread, soon; never when the loop is closed before.
  package func perform(_ job: @escaping @Sendable () -> Void) { submit(.job(job)) }

  func submit(_ submission: Submission) {
    if isInherited { return reject(submission, TransferError(.forked, "this loop belongs to the parent process")) }
    if isPumpedHere { return reactor.accept(submission) }
    let accepted = inbox.withLock { inbox in
      if inbox.isSealed { return false }
      inbox.items.append(submission)
      inboxCount.add(1, ordering: .sequentiallyConsistent)
      return true
    }
    guard accepted else { return reject(submission, .cancelled) }
    wake()
  }

  /// Ends a submission that came after the loop's end, on the caller's thread.
  private func reject(_ submission: Submission, _ error: TransferError) {
    guard case .start(let transfer) = submission else { return }
    transfer.isEnded = true
    transferEnded()
    transfer.observer?.transferDidFinish(.failure(error))
    transfer.observer = nil
  }

  func transferEnded() { active.subtract(1, ordering: .relaxed) }

  // MARK: Pumping

  /// One turn: what was submitted, timers, events, ended transfers. Waits for something to happen at most that long
  /// when there is nothing to do (0: not at all, −1: without limit). Returns at once when another thread is pumping;
  /// true: something happened.
  @discardableResult
  package func turn(waitingAtMost milliseconds: Int32) -> Bool {
    if isInherited { return false }
    let thread = Loop.thread
    let isClaimed = owner.load(ordering: .relaxed) == thread
    if isClaimed ? reactor.isRunning : !claim(thread) { return false }
    defer { if !isClaimed { yieldOwnership() } }
    if closed.isSet { return false }

    // Released only: a thread that still reads true wakes this one in vain. The order that counts is that of `true`, below.
    mayBeAsleep.store(false, ordering: .releasing)
    var happened = drainInbox()
    let waiting = reactor.waitingTime(atMost: milliseconds)
    if waiting != 0 { mayBeAsleep.store(true, ordering: .sequentiallyConsistent) }
    // `close` too, or its wake-up, read as needless just before, would be lost.
    let maySleep =
      inboxCount.load(ordering: .sequentiallyConsistent) == 0 && !closing.load(ordering: .sequentiallyConsistent)
    let events = isClaimed ? patience.poll(reactor, maySleep ? waiting : 0) : reactor.poll(maySleep ? waiting : 0)
    if events > 0 { happened = true }
    mayBeAsleep.store(false, ordering: .releasing)
    if drainInbox() || reactor.hasWork { happened = true }
    reactor.work()
    reactor.settle()
    if closing.load(ordering: .sequentiallyConsistent) { finishClosing() }
    return happened
  }

  /// The loop is this thread's until `body` returns: what it submits costs no lock and no system call.
  package func claimed<R>(_ body: () throws -> R) rethrows -> R {
    let isClaimed = claim()
    defer { if isClaimed { yieldOwnership() } }
    return try body()
  }

  /// True: the loop is this thread's until `yieldOwnership`. False: it was already, or is another's.
  package func claim() -> Bool {
    let thread = Loop.thread
    return owner.load(ordering: .relaxed) != thread && claim(thread)
  }

  private func claim(_ thread: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing).exchanged
  }

  /// A turn will come soon: what is submitted until then need not wake a thread.
  func expectTurn() { mayBeAsleep.store(false, ordering: .sequentiallyConsistent) }

  /// Ends the wait of the turn that runs; if none runs, the next one does not wait.
  package func nudge() { perform {} }

  package func yieldOwnership() {
    mayBeAsleep.store(true, ordering: .sequentiallyConsistent)
    owner.store(0, ordering: .sequentiallyConsistent)
    // Another thread may have put something in while this one was leaving, without a wake-up, as `mayBeAsleep` was
    // false.
    if inboxCount.load(ordering: .sequentiallyConsistent) > 0 { wake() }
    if closing.load(ordering: .sequentiallyConsistent) { closed.notify() }
  }

  /// Writes under the lock: when the loop is closed meanwhile, the descriptor's number may name another file.
  private func wake() {
    guard mayBeAsleep.exchange(false, ordering: .sequentiallyConsistent) else { return }
    inbox.withLock { inbox in
      if inbox.isSealed { return }
      var one: UInt64 = 1
      write(wakeup, &one, 8)
    }
  }

  @discardableResult
  private func drainInbox() -> Bool {
    guard inboxCount.load(ordering: .sequentiallyConsistent) > 0 else { return false }
    inbox.withLock { inbox in
      inboxCount.store(0, ordering: .sequentiallyConsistent)
      swap(&inbox.items, &drained)
    }
    for item in drained { reactor.accept(item) }
    drained.removeAll(keepingCapacity: true)
    return true
  }

  package static var thread: UInt { UInt(pthread_self()) }

  // MARK: The end

  /// Ends every transfer with `.cancelled`, then closes all descriptors. Returns when no observer will be called
  /// any more; called from an observer, it takes effect when that one returns. Closing twice does nothing.
  package func close() {
    if isInherited { return }
    closing.store(true, ordering: .sequentiallyConsistent)
    let thread = Loop.thread
    if owner.load(ordering: .relaxed) == thread {
      // Inside a turn, called from an observer, that turn closes the loop at its end; between the turns of a claimed
      // loop there is no turn to do it.
      if !reactor.isRunning { finishClosing() }
      return
    }
    while !closed.isSet {
      if claim(thread) {
        finishClosing()
        owner.store(0, ordering: .sequentiallyConsistent)
        return
      }
      mayBeAsleep.store(true, ordering: .sequentiallyConsistent)
      wake()
      closed.wait { owner.load(ordering: .sequentiallyConsistent) == 0 }
    }
  }

  private func finishClosing() {
    if closed.isSet { return }
    inbox.withLock { $0.isSealed = true }
    drainInbox()
    reactor.endAll()
    reactor.relief = nil
    closed.retain()
    // Not this loop, which may be on its way out of memory: what follows can outlive it.
    nonisolated(unsafe) let reactor = reactor
    let end: @Sendable () -> Void = { [closed] in
      reactor.destroy()
      closed.release()
    }
    // libcurl waits for the lookups that were begun, also by calls that have ended, for as long as the resolver takes:
    // then a thread of its own waits, which keeps the descriptors meanwhile. No other thread uses a closed loop.
    if !reactor.hasAbandonedLookups || !DetachedThread.run(end) { end() }
    closed.close { [descriptors] in
      for descriptor in descriptors { Glibc.close(descriptor) }
    }
  }
}

// MARK: - DetachedThread

/// A thread for work that may take long and for which no caller waits. A forked child has no threads of Dispatch.
enum DetachedThread {
  private final class Job {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// False: the system gave no thread, and `work` was not run.
  static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let job = Unmanaged.passRetained(Job(work))
    var thread = pthread_t()
    // The host's signals are for its own threads.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, job.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if failure == 0 { pthread_detach(thread) } else { job.release() }
    return failure == 0
  }
}
