import Moya
import MoyaTestSupport

/// The keys and words that a row may use. A row with any other key or word fails. If an unknown word were ignored, the
/// row could pass or fail for a wrong reason.
extension FlowScenario {
  static func checkKeys(_ row: GoldenValue, _ scenario: GoldenValue) throws {
    try row.only(
      [
        "id", "class", "note", "name", "scenario", "events", "results", "wire_requests", "files", "runs",
        "deterministic", "variants",
      ], at: "row")
    try scenario.only(
      [
        "targets", "steps", "plugins", "stub", "sample", "endpoint_url", "request_closure", "track_inflights",
        "provider_callback_queue", "session_retry_limit", "on_completion", "preexisting_files", "check_files",
        "final_wait_ms",
      ], at: "scenario")
    for target in scenario["targets"]?.object?.values.map({ $0 }) ?? [] {
      try target.only(
        ["base_url", "path", "method", "headers", "task", "validation", "sample_data"], at: "targets")
    }
    let later = (scenario["on_completion"]?.object ?? [:]).values.flatMap { $0.array ?? [] }
    for step in (scenario["steps"]?.array ?? []) + later {
      let keys: Set<String> = try step["op"].meaning(
        [
          "request": ["id", "queue", "progress"], "cancel": ["id"], "wait": ["id"], "sleep": ["ms"],
          "inflight_count": [], "release_provider": [], "provider_alive": [], "cancel_all_session": [],
        ], at: "op")
      try step.only(keys.union(["op"]), at: "steps")
      _ = try step["queue"].meaning([nil: 0, "1": 1, "2": 2], at: "queue")
      if keys.contains("id"), scenario["targets"]?[step["id"]?.string ?? ""] == nil {
        throw NotUnderstood("steps.id \(step)")
      }
    }
  }
}
