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
    let waits = (target["path"]?.string ?? "").split(separator: "/").map { segment in
      ["_delay-", "_slowbody-"].first { segment.hasPrefix($0) }.flatMap { Int(segment.dropFirst($0.count)) } ?? 0
    }
    let limit = closure?["s"].map { Int(GoldenNumber.double($0) * 1000) } ?? .max
    return asking + min(limit, waits.reduce(0, +))
  }

  /// Until every request that is due is over, and the others have come as far as the row saw them.
  func settle(_ milliseconds: Int) {
    let expected = row["wire_requests"]?.array?.count ?? 0
    state.with { $0.clock += milliseconds }
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
