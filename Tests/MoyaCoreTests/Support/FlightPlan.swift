import Dispatch

@testable import MoyaCore

/// The description of a call, with everything that its flight needs. A test changes the parts that it checks.
struct FlightPlan {
  var description: CallDescription
  var lane: Lane
  var plugins: [any PluginHooks]
  var session = SessionRules.none
  var retrier: (any Retrier)?
  var queue: DispatchQueue?
  var progress: ((ProgressResponse) -> Void)?

  init(_ backend: any Backend, executor: any Executor, _ plugins: [any PluginHooks] = []) {
    let subject = TargetSubject(FlightTests.Zen(), FlightTests.Zen().endpoint)
    description = CallDescription(subject, source: .ready(URLRequest(urlText: "http://h/zen")))
    lane = Lane(backend, executor: executor)
    self.plugins = plugins
  }
}

/// A flight and its only waiter. The test starts the flight.
final class Call: Sendable {
  let flight: Flight
  let waiter: Waiter

  init(_ plan: FlightPlan, completion: @escaping (Result<Response, MoyaError>) -> Void) {
    // The closures belong to a test, which runs its calls on one thread or protects what the closures change.
    nonisolated(unsafe) let completion = completion
    nonisolated(unsafe) let progress = plan.progress
    var listener: (@Sendable (ProgressResponse) -> Void)?
    if progress != nil { listener = { progress?($0) } }
    flight = Flight(
      plan.description, roster: Roster(plan.plugins, retrier: plan.retrier), session: plan.session, lane: plan.lane)
    waiter = Waiter(
      plan.description.subject, nil, closure: { completion($0) }, queue: plan.queue, progress: listener)
  }

  func start() { flight.start(waiter) }

  func cancel() { waiter.cancel() }

  var isCancelled: Bool { waiter.isCancelled }
}
