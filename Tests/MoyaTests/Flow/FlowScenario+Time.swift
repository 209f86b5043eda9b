import Moya
import MoyaTestSupport
import Testing

/// A row has its own time, which passes without a sleep. When this time passes, everything that has become due
/// happens.
extension FlowScenario {
  /// Returns the milliseconds that the row's request closure and its server or stub take together.
  func duration(of target: GoldenValue) -> Int {
    let closure = scenario["request_closure"]
    let asking = closure?["ms"]?.int ?? 0
    if let delay = scenario["stub"]?["delayed"] { return asking + Int(delay.double * 1000) }
    if scenario["stub"]?.string == "immediate" { return asking }
    let answer = EchoAnswer(path: target["path"]?.string ?? "")
    let limit = closure?["s"].map { Int($0.double * 1000) } ?? .max
    return asking + min(limit, Int(answer.delay + answer.bodyDelay))
  }

  /// Records that a request will be made, and when its response is due. Returns true if the server sends the response
  /// in two halves. The server sends the second half when it is due in the row's time.
  func expect(_ id: String, _ target: GoldenValue) -> Bool {
    let path = (target["path"]?.string ?? "").replacing("$RUN", with: row.id)
    let answer = EchoAnswer(path: path)
    let asking = UInt32(scenario["request_closure"]?["ms"]?.int ?? 0)
    let isServed = scenario["stub"]?.string ?? "never" == "never" && scenario["stub"]?["delayed"] == nil
    let comesInHalves = isServed && answer.bodyDelay > 0
    let (head, second) = (Signal(), Signal())
    state.with { state in
      state.requested.append(id)
      state.ends[id] = Signal()
      state.dues[id] = state.clock + duration(of: target)
      if comesInHalves { state.heads[id] = state.clock + Int(asking + answer.delay) }
      if isServed, answer.delay + answer.bodyDelay > 0 { state.parts[path] = (head, second) }
    }
    _ = time.schedule(afterMilliseconds: asking + answer.delay) { head.fire() }
    _ = time.schedule(afterMilliseconds: asking + answer.delay + answer.bodyDelay) { second.fire() }
    return comesInHalves
  }

  /// Returns the response that the path asks for. The server sends the head and the second half of the response when
  /// they are due in the row's time.
  static func heldBack(_ request: EchoServer.Request, by state: Locked<State>) -> EchoAnswer? {
    guard let parts = state.current.parts.first(where: { request.path.hasSuffix($0.key) })?.value else { return nil }
    var answer = EchoAnswer(path: request.path)
    if answer.delay > 0 { answer.beforeHead = { _ = parts.head.pass() } }
    if answer.bodyDelay > 0 { answer.halfway = { _ = parts.secondHalf.pass() } }
    (answer.delay, answer.bodyDelay) = (0, 0)
    return answer
  }

  /// Waits until cancelled requests have ended, and until each head that is due by `time` has arrived with the first
  /// half of its body. Then lets the row's time pass until `time`.
  func pass(until time: Int) {
    let isOver = {
      let state = self.state.current
      let isOpen = { state.requested.contains($0) && state.completions[$0] == nil }
      return !state.cancelled.contains(where: isOpen)
        && state.heads.allSatisfy { id, due in due > time || !isOpen(id) || state.halfways[id] ?? 0 > 0 }
    }
    while !isOver() {
      guard changed.wait() else {
        Issue.record("\(row.id): a head, or the end of what was cancelled, never came")
        break
      }
    }
    let step = state.with { state in
      let step = max(0, time - state.clock)
      state.clock += step
      return step
    }
    self.time.pass(milliseconds: UInt64(step))
  }

  /// Lets this many milliseconds pass. Everything that becomes due happens in order.
  func settle(_ milliseconds: Int) {
    let (start, dues) = state.with { ($0.clock, $0.dues.values.sorted()) }
    for due in dues where due > start && due < start + milliseconds { settle(at: due) }
    settle(at: start + milliseconds)
  }

  /// Waits until every request that is due has completed, and the others have come as far as the row observed.
  private func settle(at time: Int) {
    let expected = row["wire_requests"]?.array?.count ?? 0
    pass(until: time)
    repeat {
      let state = self.state.current
      let open = state.requested.filter { state.completions[$0] == nil }
      let isDue = open.contains { state.dues[$0] ?? 0 <= state.clock }
      let reported = open.allSatisfy { state.halfways[$0] ?? 0 >= halfways(of: $0) }
      let arrived = server.requests.count >= min(state.requested.count, expected)
      if open.isEmpty || !isDue && arrived && reported { return }
    } while changed.wait()
    Issue.record("\(row.id): the requests did not come as far as in the row")
  }

  /// Returns how many progress reports of this request the row contains whose fraction is between 0 and 1.
  private func halfways(of id: String) -> Int {
    (row["events"]?.array ?? []).count { event in
      let progress = event["progress"].map(\.double) ?? 1
      let isHalfway = progress > 0 && progress < 1
      return isHalfway && event["hook"]?.string == "progress" && event["request"]?.string == id
    }
  }
}
