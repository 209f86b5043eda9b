@testable import MoyaCore

/// Prepares with a pause, asks for a second attempt after a 503, and counts its hooks for each flight.
final class StagePlugin: PluginHooks, @unchecked Sendable {
  struct Pause {
    let context: PluginContext
    let request: URLRequest
    var resumes = 0
  }

  struct Count {
    /// The plugin holds the flight, so that no other flight gets its address.
    let flight: Flight
    var prepared = 0
    var sent = 0
    var received = 0
    var processed = 0
    var released = 0
    var faults: [String] = []
  }

  private(set) var pauses: [Pause] = []
  private var counts: [ObjectIdentifier: Count] = [:]

  private func count(_ context: PluginContext, _ change: (inout Count) -> Void) {
    change(&counts[ObjectIdentifier(context.flight), default: Count(flight: context.flight)])
  }

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    count(context) {
      $0.prepared += 1
      if $0.sent != $0.received { $0.faults.append("prepares while an attempt is under way") }
    }
    context.slot = "kept"
    pauses.append(Pause(context: context, request: request))
    return .pending
  }

  func resume(_ index: Int) {
    pauses[index].resumes += 1
    pauses[index].context.resume(.ready(pauses[index].request))
  }

  func willSend(_ request: any RequestType, context: PluginContext) { count(context) { $0.sent += 1 } }

  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    count(context) {
      $0.received += 1
      if $0.received != $0.sent { $0.faults.append("receives what was not sent") }
    }
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    guard context.attempt == 1, case .success(let response) = result, response.statusCode == 503 else { return .no }
    return .after(seconds: 0.001)
  }

  func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    count(context) {
      $0.processed += 1
      if $0.released > 0 { $0.faults.append("processes after the slots were released") }
    }
    return result
  }

  func releaseSlot(context: PluginContext) { count(context) { $0.released += 1 } }

  var processed: Int { counts.values.reduce(0) { $0 + $1.processed } }

  /// What is wrong with flights that have ended.
  var faults: [String] {
    counts.values.flatMap { count in
      var faults = count.faults
      if count.sent != count.received { faults.append("\(count.sent) sent, \(count.received) received") }
      if count.released != 1 { faults.append("slots are released \(count.released) times") }
      return faults
    }
  }

  func forget() {
    pauses = []
    counts = [:]
  }
}
