import Moya
import MoyaTestSupport
import Testing

/// A row's time, which passes without a sleep: after a pause has happened what its milliseconds were there for.
extension FlowScenario {
  /// Milliseconds that server, stub and request closure take their time, as the row says.
  func duration(of target: GoldenValue) -> Int {
    let closure = scenario["request_closure"]
    let asking = closure?["ms"]?.int ?? 0
    if let delay = scenario["stub"]?["delayed"] { return asking + Int(GoldenNumber.double(delay) * 1000) }
    if scenario["stub"]?.string == "immediate" { return asking }
    let answer = EchoAnswer(path: target["path"]?.string ?? "")
    let limit = closure?["s"].map { Int(GoldenNumber.double($0) * 1000) } ?? .max
    return asking + min(limit, Int(answer.delay + answer.bodyDelay))
  }

  /// A request is about to be made. True: its answer comes from the server in two halves, the second one when the row's
  /// time is there.
  func expect(_ id: String, _ target: GoldenValue) -> Bool {
    let path = (target["path"]?.string ?? "").replacing("$RUN", with: row.id)
    let answer = EchoAnswer(path: path)
    let asking = scenario["request_closure"]?["ms"]?.int ?? 0
    let comesInHalves = scenario["stub"]?.string ?? "never" == "never" && answer.bodyDelay > 0
    let second = Signal()
    state.with { state in
      state.requested.append(id)
      state.ends[id] = Signal()
      state.dues[id] = state.clock + duration(of: target)
      guard comesInHalves else { return }
      state.heads[id] = state.clock + asking + Int(answer.delay)
      state.secondHalves[path] = second
    }
    let wait = UInt32(asking) + answer.delay + answer.bodyDelay
    if comesInHalves { _ = time.schedule(afterMilliseconds: wait) { second.fire() } }
    return comesInHalves
  }

  /// The server's answer by the path's own rules, but that its second half waits for the row's time.
  static func heldBack(_ request: EchoServer.Request, by state: Locked<State>) -> EchoAnswer? {
    let second = state.current.secondHalves.first { request.path.hasSuffix($0.key) }?.value
    var answer = EchoAnswer(path: request.path)
    guard let second, answer.bodyDelay > 0 else { return nil }
    answer.bodyDelay = 0
    answer.halfway = {
      _ = second.wait()
      second.fire()
    }
    return answer
  }

  /// Lets the row's time pass, once what happened before it is over: what was cancelled has ended, and every head that
  /// is due by then, and the first half behind it, has been received.
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

  /// Until every request that is due is over, and the others have come as far as the row saw them.
  func settle(_ milliseconds: Int) {
    let expected = row["wire_requests"]?.array?.count ?? 0
    pass(until: state.current.clock + milliseconds)
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

  /// Progress that the row saw of a body that comes in two halves.
  private func halfways(of id: String) -> Int {
    (row["events"]?.array ?? []).count { event in
      let progress = event["progress"].map(GoldenNumber.double) ?? 1
      let isHalfway = progress > 0 && progress < 1
      return isHalfway && event["hook"]?.string == "progress" && event["request"]?.string == id
    }
  }
}
