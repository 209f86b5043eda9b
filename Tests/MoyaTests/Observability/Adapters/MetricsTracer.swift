import Moya

/// Counts attempts, and records how long they take.
struct MetricsTracer: MoyaTracer {
  func begin(_ attempt: CallAttempt, fields: inout [String: String]) -> any MoyaSpan {
    MeasuredAttempt(attempt: attempt, start: ContinuousClock.now)
  }
}

struct MeasuredAttempt: MoyaSpan {
  let attempt: CallAttempt
  let start: ContinuousClock.Instant

  func end(_ end: CallAttemptEnd) {
    if !end.wasSent { return }
    let result = end.errorKind ?? "\(end.statusCode ?? 0)"
    let dimensions = [("target", attempt.target), ("method", attempt.method), ("result", result)]
    Counter(label: "http_client_requests", dimensions: dimensions).increment()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    Timer(label: "http_client_duration", dimensions: dimensions)
      .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
