import Dispatch
import MoyaCore

/// Calls that belong together: so many of them are under way at once, the others wait in line, in the order in which
/// they came. A call in line is a waiter and what starts its flight; no flight is made before its turn, so that the
/// time in line does not count for its total timeout.
final class CallGroup: Sendable {
  typealias Start = () -> Void

  private let limit: Int
  private let state = Protected(State())

  /// Unchecked: what starts a flight is handed from one thread to the next, and runs once.
  private struct State: @unchecked Sendable {
    var members: [ObjectIdentifier: Waiter] = [:]
    /// Of the members, those whose end is being told.
    var ending = 0
    var running = 0
    var line = Deque<GroupPlace>()
    var emptied: DispatchSemaphore?

    mutating func begin() -> Bool {
      running += 1
      return true
    }
  }

  /// - Parameter limit: calls under way at once; 0: any number.
  init(limit: Int = 0) { self.limit = limit > 0 ? limit : .max }

  /// Calls that have not ended, those in line included.
  var count: Int { state.withLock { $0.members.count - $0.ending } }

  /// These, and the calls whose end is being told: their callbacks have not returned.
  var memberCount: Int { state.withLock { $0.members.count } }

  /// Takes a call in: `start` runs now, or in its turn. `willEnd` and `leave` are to be called around the call's end.
  func admit(_ waiter: Waiter, _ start: @escaping Start) {
    let starts = state.withLock { state in
      state.members[ObjectIdentifier(waiter)] = waiter
      if state.running < limit { return state.begin() }
      let place = GroupPlace(self, start)
      // One that was cancelled already starts now, and so ends now.
      guard waiter.wait(in: place) else { return state.begin() }
      state.line.append(place)
      return false
    }
    if starts { start() }
  }

  /// The end of a call is about to be told. The group stops counting the call before that, so that code which the end
  /// runs does not find it in `count`.
  func willEnd() { state.withLock { $0.ending += 1 } }

  /// The end of a call was told: the next one starts.
  func leave(_ waiter: Waiter) {
    let (start, emptied) = state.withLock { state -> (Start?, DispatchSemaphore?) in
      state.members[ObjectIdentifier(waiter)] = nil
      state.ending -= 1
      state.running -= 1
      while state.running < limit, let place = state.line.popFirst() {
        guard let start = place.start.take() else { continue }
        return (state.begin() ? start : nil, nil)
      }
      return (nil, state.members.isEmpty ? state.emptied : nil)
    }
    start?()
    emptied?.signal()
  }

  /// A call in line is given up: it starts, which is its end.
  fileprivate func skip(_ place: GroupPlace) {
    let start = state.withLock { state in
      let start = place.start.take()
      if start != nil { _ = state.begin() }
      return start
    }
    start?()
  }

  /// Gives up every call that is in it now.
  func cancel() {
    let waiters = state.withLock { state in
      // Or each end would start the next one in line, only for that to be cancelled too.
      state.line = Deque()
      return Array(state.members.values)
    }
    for waiter in waiters { waiter.cancel() }
  }

  /// Waits until every call has ended. False: the time is over.
  func waitUntilEmpty(_ timeout: DispatchTime) -> Bool {
    let emptied = state.withLock { state -> DispatchSemaphore? in
      if state.members.isEmpty { return nil }
      let emptied = state.emptied ?? DispatchSemaphore(value: 0)
      state.emptied = emptied
      return emptied
    }
    guard let emptied else { return true }
    _ = emptied.wait(timeout: timeout)
    guard memberCount == 0 else { return false }
    emptied.signal()  // for the next thread that waits
    return true
  }
}

/// A waiter's place in a group's line.
///
/// Unchecked: `start` is touched under the group's lock only.
final class GroupPlace: PlaceInLine, @unchecked Sendable {
  private let group: CallGroup
  /// `nil`: its turn has come, or it was given up.
  fileprivate var start: CallGroup.Start?

  fileprivate init(_ group: CallGroup, _ start: @escaping CallGroup.Start) {
    self.group = group
    self.start = start
  }

  func skip() { group.skip(self) }
}

/// The end of a call in a group, in front of the end that its caller wants.
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
