import Dispatch
import Synchronization

/// The waiters of a session that have not had their end: for giving all of them up, and for waiting until there is
/// none. Calls without a waiter (`HookedStub`) are counted, and can ask whether all were given up.
///
/// Each holds the next, so that a stub, which is under way for a microsecond, costs neither memory nor a hash here.
package final class Registry: Sendable {
  /// True (C): a waiter is removed after its end has run, so that closing the session can wait for callbacks to
  /// return. False (Swift): just before, so that `requestCount` in a completion does not count that request.
  package let keepsUntilEnd: Bool
  private let list = Protected(List())
  private let number = Atomic<Int>(0)
  /// How often all were given up.
  private let surrenders = Atomic<Int>(0)

  private struct List {
    var first: Waiter?
    var isClosed = false
    var emptied: DispatchSemaphore?
    /// Of waiters whose end threads wait for.
    var awaited: [ObjectIdentifier: DispatchSemaphore] = [:]
  }

  /// Moves the calls for at most so many milliseconds; false: another thread does. `nil`: threads of the library move
  /// them. Set before the first call begins.
  package typealias Pump = @Sendable (_ milliseconds: Int32) -> Bool
  package nonisolated(unsafe) var pump: Pump?

  /// A waiter's place in the list; read and written under the list's lock.
  struct Links {
    var next: Waiter?
    // The previous waiter holds this one, and so exists as long as this one is in the list.
    var previous: Unmanaged<Waiter>?
    var isListed = false
  }

  package init(keepsUntilEnd: Bool = false) { self.keepsUntilEnd = keepsUntilEnd }

  /// Takes no lock, and so is safe in a forked child, of its parent's registry too.
  package var count: Int { number.load(ordering: .relaxed) }

  /// Counts under the list's lock, so that one thread at a time writes the number.
  @discardableResult
  private func count(_ change: Int) -> Int {
    let count = count &+ change
    number.store(count, ordering: .relaxed)
    return count
  }

  /// To be called once for a waiter.
  /// - Returns: false when the registry is closed: the waiter is not to start.
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

  /// The waiter's end is about to run.
  func waiterEnds(_ waiter: Waiter) { if !keepsUntilEnd { remove(waiter) } }

  /// The waiter's end has run.
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

  /// Such a call begins, and calls `endCall` when it is over.
  /// - Returns: how often all calls were given up before it, for `gaveUp`; `nil`: the registry is closed, and the call is
  ///   not to start.
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

  /// Were all calls given up since `beginCall` returned this?
  func gaveUp(since beginning: Int) -> Bool { surrenders.load(ordering: .acquiring) != beginning }

  // MARK: All calls

  package func abandonAll() {
    surrenders.add(1, ordering: .releasing)
    for waiter in waiters { waiter.abandon() }
  }

  /// Those that are in it now.
  package var waiters: [Waiter] {
    list.withLock { list in Array(sequence(first: list.first) { $0?.links.next }).compactMap { $0 } }
  }

  // MARK: The end

  package func close() { list.withLock { $0.isClosed = true } }

  package var isClosed: Bool { list.withLock { $0.isClosed } }

  /// Waits until a condition holds, while the calls go on: the calling thread moves them if nothing else does.
  /// - Parameters:
  ///   - milliseconds: −1: for ever.
  ///   - wait: waits for the condition. True: it holds. False: the time is over.
  /// - Returns: true: the condition holds. False: the time is over.
  package func wait(_ milliseconds: Int32, until wait: (_ timeout: DispatchTime) -> Bool) -> Bool {
    let end = MonotonicClock.now() &+ UInt64(max(0, milliseconds)) &* 1000
    while !wait(.now()) {
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

  /// True: the end of a waiter has run. False: the time is over.
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

  /// True: there is none left. False: the time is over.
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
