import CThread
import Dispatch
import Synchronization

/// The session's list of calls that have not completed. Each call is in the list as its waiter, the object that waits
/// for the call's result. A session uses the list to cancel all calls, or to wait until the list is empty. Calls
/// without a waiter (`HookedStub`) are only counted, and ask with `gaveUp` whether all calls were cancelled.
///
/// The waiters themselves contain the links of the list. So the registry needs no allocation and no hash for a call.
/// This matters for a stub, which takes about a microsecond.
package final class Registry: Sendable {
  /// If true, as in the C API, a call is removed after its completion has run. So closing the session can wait for
  /// callbacks to return. If false, as in the Swift API, a call is removed just before its completion runs. So
  /// `requestCount` in a completion does not count the request that has completed.
  package let keepsUntilEnd: Bool
  private let list = Protected(List())
  private let number = Atomic<Int>(0)
  /// How many times `abandonAll` has run.
  private let surrenders = Atomic<Int>(0)

  private struct List {
    var first: Waiter?
    var isClosed = false
    var emptied: DispatchSemaphore?
    /// The calls for whose completion a thread waits. The key identifies the call's waiter.
    var awaited: [ObjectIdentifier: DispatchSemaphore] = [:]
  }

  /// Runs the session's event loop for at most this many milliseconds. Returns false if another thread is running the
  /// loop. The property `pump` is set before the first call begins. It is `nil` if library threads run the loop.
  package typealias Pump = @Sendable (_ milliseconds: Int32) -> Bool
  package nonisolated(unsafe) var pump: Pump?

  /// The place of a call's waiter in the list. It is read and written under the list's lock.
  struct Links {
    var next: Waiter?
    // The previous waiter is not retained here, because the list already retains it. When that waiter leaves the list,
    // this value changes.
    var previous: Unmanaged<Waiter>?
    var isListed = false
  }

  package init(keepsUntilEnd: Bool = false) { self.keepsUntilEnd = keepsUntilEnd }

  /// The number of calls, with and without a waiter. Reading it takes no lock, so a forked child can read it, even from
  /// a registry of its parent.
  package var count: Int { number.load(ordering: .relaxed) }

  /// Changes the count. The caller holds the list's lock, so that only one thread at a time writes the number.
  @discardableResult
  private func count(_ change: Int) -> Int {
    let count = count &+ change
    number.store(count, ordering: .relaxed)
    return count
  }

  /// Adds the waiter of a call. Call this function once for each waiter.
  /// - Returns: false if the registry is closed. The call must then not start.
  @discardableResult
  package func insert(_ waiter: Waiter) -> Bool {
    list.withLock { list in
      if list.isClosed { return false }
      list.first?.links.previous = .passUnretained(waiter)
      waiter.links = Links(next: list.first.take(), isListed: true)
      list.first = waiter
      count(1)
      return true
    }
  }

  /// Runs `body` if there is exactly one call. No call begins or ends while `body` runs.
  /// - Returns: false if there is another number of calls.
  package func ifOneCall(_ body: () -> Void) -> Bool {
    // Usually there are several calls. Then no lock is needed.
    guard count == 1 else { return false }
    return list.withLock { _ in
      guard count == 1 else { return false }
      body()
      return true
    }
  }

  /// Removes the waiter, unless `keepsUntilEnd` is true. Call this before the completion of the waiter's call runs.
  func waiterEnds(_ waiter: Waiter) { if !keepsUntilEnd { remove(waiter) } }

  /// Removes the waiter if `keepsUntilEnd` is true. Call this after the completion of the waiter's call has run.
  func waiterHasEnded(_ waiter: Waiter) { if keepsUntilEnd { remove(waiter) } }

  private func remove(_ waiter: Waiter) {
    let (emptied, ended) = list.withLock { list -> (DispatchSemaphore?, DispatchSemaphore?) in
      guard waiter.links.isListed else { return (nil, nil) }
      let next = waiter.links.next.take()
      let previous = waiter.links.previous
      waiter.links = Links()
      next?.links.previous = previous
      if let previous {
        previous._withUnsafeGuaranteedRef { $0.links.next = next }
      } else {
        list.first = consume next
      }
      let ended = list.awaited.isEmpty ? nil : list.awaited.removeValue(forKey: ObjectIdentifier(waiter))
      return (count(-1) == 0 ? list.emptied : nil, ended)
    }
    emptied?.signal()
    ended?.signal()
  }

  // MARK: Calls without a waiter

  /// Begins a call that has no waiter. The caller must call `endCall` when the call is over.
  /// - Returns: a number for `gaveUp(since:)`. `nil` if the registry is closed; then the call must not start.
  func beginCall() -> Int? {
    list.withLock { list in
      if list.isClosed { return nil }
      count(1)
      return surrenders.load(ordering: .relaxed)
    }
  }

  func endCall() {
    let emptied = list.withLock { list in
      count(-1) == 0 ? list.emptied : nil
    }
    emptied?.signal()
  }

  /// Returns true if all calls were cancelled since `beginCall` returned `beginning`.
  func gaveUp(since beginning: Int) -> Bool { surrenders.load(ordering: .acquiring) != beginning }

  // MARK: All calls

  package func abandonAll() {
    surrenders.add(1, ordering: .releasing)
    for waiter in waiters { waiter.abandon() }
  }

  /// The waiters that are in the list now.
  package var waiters: [Waiter] {
    list.withLock { list in Array(sequence(first: list.first) { $0?.links.next }).compactMap { $0 } }
  }

  // MARK: Closing

  package func close() { list.withLock { $0.isClosed = true } }

  package var isClosed: Bool { list.withLock { $0.isClosed } }

  /// Waits until a condition holds. If no other thread runs the loop, the calling thread runs it, so that the calls
  /// continue.
  /// - Parameters:
  /// - milliseconds: the limit. −1 means no limit.
  /// - wait: waits for the condition. Returns true if it holds, and false if the time is over.
  /// - Returns: true if the condition holds, and false if the time is over. Also true in a child that a callback forks
  /// during the wait, because the calls belong to the parent.
  package func wait(_ milliseconds: Int32, until wait: (_ timeout: DispatchTime) -> Bool) -> Bool {
    let end = MonotonicClock.now() &+ UInt64(max(0, milliseconds)) &* 1000
    // A Dispatch semaphore waits with sem_timedwait(3). A pthread_cancel would end this thread during that wait, so it
    // is deferred.
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    let generation = Fork.generation
    while generation == Fork.generation, !wait(.now()) {
      let now = MonotonicClock.now()
      if milliseconds >= 0, now >= end { return false }
      var left = milliseconds < 0 ? Int32.max : Int32(clamping: (end - now + 999) / 1000)
      if let pump {
        left = min(left, 100)
        if pump(left) { continue }
      }
      if wait(.now() + .milliseconds(Int(left))) { return true }
    }
    return true
  }

  /// Waits until the completion of the waiter's call has run. Returns false if the time is over before that.
  package func waitForEnd(of waiter: Waiter, _ timeout: DispatchTime) -> Bool {
    let ended = list.withLock { list -> DispatchSemaphore? in
      guard waiter.links.isListed else { return nil }
      let ended = list.awaited[ObjectIdentifier(waiter)] ?? DispatchSemaphore(value: 0)
      list.awaited[ObjectIdentifier(waiter)] = ended
      return ended
    }
    guard let ended else { return true }
    guard ended.wait(timeout: timeout) == .success else { return false }
    ended.signal()  // for the next thread that waits
    return true
  }

  /// Waits until no call is left. Returns false if the time is over before that.
  package func waitUntilEmpty(_ timeout: DispatchTime) -> Bool {
    let emptied = list.withLock { list -> DispatchSemaphore? in
      if count == 0 { return nil }
      let emptied = list.emptied ?? DispatchSemaphore(value: 0)
      list.emptied = emptied
      return emptied
    }
    guard let emptied else { return true }
    _ = emptied.wait(timeout: timeout)
    guard count == 0 else { return false }
    emptied.signal()  // for the next thread that waits
    return true
  }
}
