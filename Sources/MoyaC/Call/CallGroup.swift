import Dispatch
import MoyaCore

/// A group of calls with a limit for how many of them run at once. The other calls wait in a line and start in the
/// order in which they arrived.
///
/// A call in the line has a waiter and a closure. The waiter waits for the result, and the closure starts the call.
/// Before the call's turn, nothing is sent and no timeout runs. Therefore the time in the line does not count toward
/// the total timeout.
final class CallGroup: Sendable {
  typealias Start = @Sendable () -> Void

  private let limit: Int
  private let state = Protected(State())

  private struct State {
    var members: [ObjectIdentifier: Waiter] = [:]
    /// The number of members whose completion is running.
    var ending = 0
    var running = 0
    var line = Deque<GroupPlace>()
    /// About how many places in the line belong to calls that were cancelled there. The number can be too large.
    var skipped = 0
    /// Exists while threads wait for the group to be empty.
    var emptied: DispatchSemaphore?

    mutating func begin() -> Bool {
      running += 1
      return true
    }

    /// Records that a call in the line was cancelled. If most places in the line belong to such calls, removes these
    /// places. Otherwise a program that sends and cancels calls while a long call runs would make the line grow.
    mutating func skip() {
      skipped += 1
      guard skipped > State.mostSkipped, skipped > line.count / 2 else { return }
      var rest = Deque<GroupPlace>()
      while let place = line.popFirst() { if place.start != nil { rest.append(place) } }
      (line, skipped) = (rest, 0)
    }

    private static let mostSkipped = 64
  }

  /// - Parameter limit: Maximum number of concurrent calls. 0 means no limit.
  init(limit: Int = 0) { self.limit = limit > 0 ? limit : .max }

  /// The number of calls that have not completed, including the calls that wait in the line.
  var count: Int { state.withLock { $0.members.count - $0.ending } }

  /// The number of calls that have not completed, plus the number of completed calls whose callback has not returned.
  var memberCount: Int { state.withLock { $0.members.count } }

  /// Adds a call. `start` runs now, or when the call's turn comes. Call `willEnd` before the call's completion, and
  /// `leave` after it.
  func admit(_ waiter: Waiter, _ start: @escaping Start) {
    let starts = state.withLock { state in
      state.members[ObjectIdentifier(waiter)] = waiter
      if state.running < limit { return state.begin() }
      let place = GroupPlace(self, start)
      // The call was already cancelled. It does not wait in the line, but completes now.
      guard waiter.wait(in: place) else { return state.begin() }
      state.line.append(place)
      return false
    }
    if starts { start() }
  }

  /// Records that a call's completion is about to run. From now on, `count` does not include the call, because the
  /// completion may ask for the number of calls that are left.
  func willEnd() { state.withLock { $0.ending += 1 } }

  /// Removes a call whose completion has run, and starts the next call.
  func leave(_ waiter: Waiter) {
    let (start, emptied) = state.withLock { state -> (Start?, DispatchSemaphore?) in
      state.members[ObjectIdentifier(waiter)] = nil
      state.ending -= 1
      state.running -= 1
      while state.running < limit, let place = state.line.popFirst() {
        guard let start = place.start.take() else {
          if state.skipped > 0 { state.skipped -= 1 }
          continue
        }
        return (state.begin() ? start : nil, nil)
      }
      return (nil, state.members.isEmpty ? state.emptied.take() : nil)
    }
    start?()
    emptied?.signal()
  }

  /// Starts a call that was cancelled while it waited in the line. The call then completes as cancelled.
  fileprivate func skip(_ place: GroupPlace) {
    let start = state.withLock { state in
      guard let start = place.start.take() else { return nil as Start? }
      state.skip()
      return state.begin() ? start : nil
    }
    start?()
  }

  /// Cancels every call that is in the group now.
  func cancel() {
    let waiters = state.withLock { state in
      // Empties the line first. Otherwise the completion of each cancelled call would start the next call in the line,
      // which would then be cancelled too.
      state.line = Deque()
      return Array(state.members.values)
    }
    for waiter in waiters { waiter.cancel() }
  }

  /// Waits until every call has completed. Returns false if the time runs out.
  func waitUntilEmpty(_ timeout: DispatchTime) -> Bool {
    let emptied = state.withLock { state -> DispatchSemaphore? in
      if state.members.isEmpty { return nil }
      let emptied = state.emptied ?? DispatchSemaphore(value: 0)
      state.emptied = emptied
      return emptied
    }
    guard let emptied else { return true }
    // `leave` signals once, and each thread that wakes passes the signal to the next waiting thread.
    if case .success = emptied.wait(timeout: timeout) { emptied.signal() }
    return memberCount == 0
  }
}

/// The place of a call in the line of its group.
///
/// The class is `@unchecked Sendable` because `start` is only used under the group's lock.
final class GroupPlace: PlaceInLine, @unchecked Sendable {
  private let group: CallGroup
  /// The closure that starts the call. `nil` if the call's turn has come or the call was cancelled.
  fileprivate var start: CallGroup.Start?

  fileprivate init(_ group: CallGroup, _ start: @escaping CallGroup.Start) {
    self.group = group
    self.start = start
  }

  func skip() { group.skip(self) }
}

/// The completion of a call in a group. It calls the completion that the caller wants, and updates the group's counts.
final class GroupEnd: WaiterEnd {
  private let group: CallGroup
  private let end: any WaiterEnd

  init(_ end: any WaiterEnd, in group: CallGroup) {
    self.group = group
    self.end = end
  }

  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter) {
    group.willEnd()
    end.finish(result, of: waiter)
    group.leave(waiter)
  }
}
