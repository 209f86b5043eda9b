import CLinux
import Glibc
import MoyaHTTP
import Synchronization

/// A libcurl event loop: one multi handle and one set of events. It has no thread of its own. It makes progress only
/// while a thread pumps it, which means that the thread calls `turn` again and again. One thread at a time may pump it:
/// a thread of Dispatch (`DispatchPump`), the program's event loop (`fileDescriptor` and `turn`), or a blocking caller
/// (`LoopPool`).
///
/// The thread that pumps the loop calls the observers of transfers, and jobs, from inside `turn` (or `close`), never
/// from inside another observer. An observer or a job may call any method of the loop. Inside an observer or a job,
/// `turn` does nothing, and `close` takes effect at the end of the turn.
///
/// The class is `@unchecked Sendable` because `reactor` and `drained` belong to the thread whose number is in `owner`.
package final class Loop: @unchecked Sendable {
  /// A descriptor that is readable when `turn` has something to do. The loop owns it. −1 for the loop of a blocking
  /// caller.
  package let fileDescriptor: Int32

  let configuration: LoopConfiguration
  private let wakeup: Int32
  /// The descriptors that the loop opened and closes at its end.
  private let descriptors: [Int32]
  let reactor: Reactor
  private let generation = Fork.generation
  /// The number of the thread that runs the loop; 0 if no thread runs it.
  private let owner = Atomic<UInt>(0)
  /// False if the thread that runs the loop is awake, or if a turn was announced (`expectTurn`). If this is true, a
  /// thread that puts work into the inbox must then write to `wakeup`.
  private let mayBeAsleep = Atomic<Bool>(true)
  private let inbox = Protected(Inbox())
  private let inboxCount = Atomic<Int>(0)
  private let active = Atomic<Int>(0)
  private let closing = Atomic<Bool>(false)
  let closed = CloseGate()
  /// The second array of the inbox. The two arrays are swapped, so that the memory of both is reused.
  private var drained: [Submission] = []
  /// How a blocking caller waits. Only the thread that runs the loop uses this.
  private var patience = Patience()

  private struct Inbox {
    var items: [Submission] = []
    /// True if the loop accepts no more submissions.
    var isSealed = false
  }

  /// Makes a loop. Throws `.system` if the process has no free descriptors.
  ///
  /// - Parameter isForOneCaller: True if the thread that waits for the loop's transfers runs the loop until they end.
  ///   Then the loop waits with poll(2) and needs only one descriptor in addition to libcurl's.
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

  /// Sets a function that frees descriptors when the process has none left for a connection. Call this before the first
  /// turn.
  package func onShortage(_ relief: @escaping @Sendable () -> Void) { reactor.relief = relief }

  /// The number of transfers that have not ended.
  package var activeCount: Int { active.load(ordering: .relaxed) }

  /// The time of the loop's last turn (pass), in microseconds of `MonotonicClock`. Only the thread that runs the loop
  /// may read this.
  package var lastTurn: UInt64 { reactor.now }

  /// True if this thread runs the loop (has claimed it, as `turn` does), and the loop is not being closed. Then the
  /// thread can submit work without a lock or a system call.
  package var isPumpedHere: Bool {
    !isInherited && owner.load(ordering: .relaxed) == Loop.thread && !closing.load(ordering: .relaxed)
  }

  /// True if another thread runs the loop (has claimed it, as `turn` does).
  package var isPumpedElsewhere: Bool {
    let owner = owner.load(ordering: .relaxed)
    return owner != 0 && owner != Loop.thread
  }

  /// True if there is something to do for the thread that runs the loop. Do not read this for a loop of a blocking
  /// caller, or while another thread may close the loop.
  var hasWork: Bool {
    var ready = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&ready, 1, 0) > 0
  }

  /// Returns a copy of the loop's descriptor, which the caller must close. Returns −1 if the loop is closed or the
  /// process has no free descriptor.
  package func copyDescriptor() -> Int32 {
    inbox.withLock { $0.isSealed ? -1 : fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0) }
  }

  /// True if the loop was made before this process was forked, so its descriptors belong to the parent.
  package var isInherited: Bool { generation != Fork.generation }

  // MARK: Work, from any thread

  /// Starts a transfer. Its observer receives the result exactly once, usually on the thread that runs the loop. If the
  /// loop is closed (`.cancelled`) or belongs to the parent of a forked child (`.forked`), this call itself delivers
  /// the result.
  package func start(
    _ request: consuming URLRequest, options: consuming TransferOptions, observer: any TransferObserver
  ) -> any Stoppable {
    Loop.start(request, options: options, observer: observer, on: self)
  }

  /// Starts a transfer like the method `start`, but consumes the caller's reference to the loop.
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

  /// Runs a job after this delay, on the thread that runs the loop. The returned object can stop the job before it
  /// runs. If the loop is closed first, the job never runs.
  package func schedule(afterMilliseconds delay: UInt32, _ job: @escaping @Sendable () -> Void) -> any Stoppable {
    let timer = TimerItem(loop: self, time: MonotonicClock.now() &+ UInt64(delay) &* 1000, job: job)
    submit(.timer(timer))
    return timer
  }

  /// Runs a job soon, on the thread that runs the loop. If the loop is closed first, the job never runs.
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

  /// Ends a submission to a closed or inherited loop, on the caller's thread.
  private func reject(_ submission: Submission, _ error: TransferError) {
    guard case .start(let transfer) = submission else { return }
    transfer.isEnded = true
    transferEnded()
    transfer.observer?.transferDidFinish(.failure(error))
    transfer.observer = nil
  }

  func transferEnded() { active.subtract(1, ordering: .relaxed) }

  // MARK: Pumping

  /// Runs one turn: handles submitted work, timers, events and ended transfers. If there is nothing to do, waits for at
  /// most this many milliseconds (0 means not at all, −1 means without limit).
  ///
  /// - Parameter other: another loop, whose work also ends the wait. This loop, on which `turn` is called, must belong
  ///   to a blocking caller.
  /// - Returns: true if something happened. Returns false at once if another thread is running the loop.
  @discardableResult
  package func turn(waitingAtMost milliseconds: Int32, or other: Loop? = nil) -> Bool {
    if isInherited { return false }
    let thread = Loop.thread
    let isClaimed = owner.load(ordering: .relaxed) == thread
    if isClaimed ? reactor.isRunning : !claim(thread) { return false }
    defer { if !isClaimed { yieldOwnership() } }
    if closed.isSet { return false }

    // The ordering `releasing` is enough here, because another thread that still reads `true` only causes a needless
    // wake-up. Only the store of `true` below needs a stricter ordering.
    mayBeAsleep.store(false, ordering: .releasing)
    var happened = drainInbox()
    var waiting = reactor.waitingTime(atMost: milliseconds)
    if waiting != 0 { mayBeAsleep.store(true, ordering: .sequentiallyConsistent) }
    // After `close` was called, this thread must not sleep. `close` wakes this thread only if it reads `true` from
    // `mayBeAsleep`. If it read `false`, just before this thread stored `true`, nothing else would end the sleep.
    let maySleep =
      inboxCount.load(ordering: .sequentiallyConsistent) == 0 && !closing.load(ordering: .sequentiallyConsistent)
    if let other, maySleep, waiting != 0 {
      var descriptors = [other.fileDescriptor, wakeup].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      Glibc.poll(&descriptors, 2, waiting)
      // While no transfer runs, the reactor does not look at its descriptors. A `wakeup` that stayed readable would end
      // every later wait at once.
      if descriptors[1].revents != 0 {
        var count: UInt64 = 0
        read(wakeup, &count, 8)
      }
      waiting = 0
    }
    let events = isClaimed ? patience.poll(reactor, maySleep ? waiting : 0) : reactor.poll(maySleep ? waiting : 0)
    if isInherited { return false }
    if events > 0 { happened = true }
    mayBeAsleep.store(false, ordering: .releasing)
    if drainInbox() || reactor.hasWork { happened = true }
    reactor.work()
    if isInherited { return false }
    reactor.settle()
    if closing.load(ordering: .sequentiallyConsistent) { finishClosing() }
    return happened
  }

  /// Lets only this thread run the loop until `body` returns. Until then, submitting work on this thread needs no lock
  /// and no system call.
  package func claimed<R>(_ body: () throws -> R) rethrows -> R {
    let isClaimed = claim()
    defer { if isClaimed { yieldOwnership() } }
    return try body()
  }

  /// Claims the loop: until this thread calls `yieldOwnership`, no other thread can run the loop. Returns false if this
  /// thread or another one has claimed it already.
  package func claim() -> Bool {
    let thread = Loop.thread
    return owner.load(ordering: .relaxed) != thread && claim(thread)
  }

  private func claim(_ thread: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing).exchanged
  }

  /// Announces that a thread will soon run the loop. Work that is submitted until then need not wake a thread.
  func expectTurn() { mayBeAsleep.store(false, ordering: .sequentiallyConsistent) }

  /// Ends the wait of the current turn. If no turn is running, the next turn does not wait.
  package func nudge() { perform {} }

  package func yieldOwnership() {
    mayBeAsleep.store(true, ordering: .sequentiallyConsistent)
    owner.store(0, ordering: .sequentiallyConsistent)
    // Another thread may have submitted work just now. If it read `false` from `mayBeAsleep`, it has woken no thread.
    // So this thread does it.
    if inboxCount.load(ordering: .sequentiallyConsistent) > 0 { wake() }
    if closing.load(ordering: .sequentiallyConsistent) { closed.notify() }
  }

  /// Wakes the thread that runs the loop. Without the lock, another thread could close the loop at the same moment.
  /// Then the descriptor number in `wakeup` could already name another file.
  private func wake() {
    guard mayBeAsleep.exchange(false, ordering: .sequentiallyConsistent) else { return }
    inbox.withLock { inbox in
      if inbox.isSealed { return }
      moya_event_add(wakeup, 1)
    }
  }

  /// True if another thread has submitted work that this loop has not taken yet.
  var hasSubmissions: Bool { inboxCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Takes over the work that other threads have submitted since the present turn began. Only a job may call this.
  func takeSubmissions() { drainInbox() }

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

  // MARK: Closing

  /// Ends every transfer with `.cancelled`, then closes all descriptors. When this function returns, no observer will
  /// be called any more. But if an observer or a job calls this function, it takes effect at the end of the turn, and
  /// other observers may be called until then. A second call does nothing.
  package func close() {
    if isInherited { return }
    closing.store(true, ordering: .sequentiallyConsistent)
    let thread = Loop.thread
    if owner.load(ordering: .relaxed) == thread {
      // If the loop is in the middle of a turn (one pass), the end of the turn closes the loop. If no turn is running,
      // this thread closes it now.
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
    // The closure does not capture this loop, because the closure can outlive the loop.
    nonisolated(unsafe) let reactor = reactor
    let end: @Sendable () -> Void = { [closed] in
      reactor.destroy()
      closed.release()
    }
    // libcurl waits for all name lookups that were started, including those of ended calls, for as long as the resolver
    // takes. A separate thread waits for them and holds the descriptors open until then. It may use libcurl's objects,
    // because no other thread uses a closed loop.
    if !reactor.hasAbandonedLookups || !DetachedThread.run(end) { end() }
    closed.close { [descriptors] in
      for descriptor in descriptors { Glibc.close(descriptor) }
    }
  }
}

// MARK: - DetachedThread

/// A thread for work that may take long and that no caller waits for. Dispatch cannot be used, because a forked child
/// has no Dispatch threads.
package enum DetachedThread {
  private final class Job: CObject {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Runs `work` on a new thread. Returns false if the system could not create a thread. Then `work` does not run.
  package static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let job = Job(work).retainedAddress()
    var thread = pthread_t()
    // Blocks all signals in the new thread, so that the program's own threads handle them.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Job.taken(at: context).work() }
        return nil
      }, job)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if failure == 0 { pthread_detach(thread) } else { _ = Job.taken(at: job) }
    return failure == 0
  }
}
