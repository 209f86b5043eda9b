import Dispatch

@testable import MoyaCore

/// A waiter, and the events that it received.
final class StageWaiter: @unchecked Sendable {
  let waiter: Waiter
  private(set) var hasGivenUp = false
  private let told = Told()

  private final class Told: @unchecked Sendable {
    var ends: [String] = []
    var faults: [String] = []
    var isComplete = false
  }

  init(on queue: DispatchQueue?) {
    let subject = TargetSubject(FlightTests.Zen(), FlightTests.Zen().endpoint)
    waiter = Waiter(
      subject, nil, closure: { [told] in told.ends.append(Journal.brief($0)) }, queue: queue,
      progress: { [told] progress in
        if !told.ends.isEmpty { told.faults.append("progress after the end") }
        if told.isComplete { told.faults.append("progress after the last") }
        told.isComplete = progress.completed
      })
  }

  func giveUp() {
    hasGivenUp = true
    waiter.cancel()
  }

  var ends: [String] { told.ends }
  var faults: [String] { told.faults }
}
