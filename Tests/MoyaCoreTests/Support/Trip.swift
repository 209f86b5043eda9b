import Dispatch

@testable import MoyaCore

/// One order with all that a flight of it needs, as a test puts it together.
struct Trip {
  var order: Order
  var lane: Lane
  var plugins: [any PluginHooks]
  var session = SessionRules.none
  var retrier: (any Retrier)?
  var queue: DispatchQueue?
  var progress: ((ProgressResponse) -> Void)?

  init(_ backend: any Backend, executor: any Executor, _ plugins: [any PluginHooks] = []) {
    let subject = TargetSubject(FlightTests.Zen()) { .networkResponse(200, Data()) }
    order = Order(subject, source: .ready(URLRequest(urlText: "http://h/zen")))
    lane = Lane(backend, executor: executor)
    self.plugins = plugins
  }
}

/// A flight and its only waiter, to be started.
final class Call: Sendable {
  let flight: Flight
  let waiter: Waiter

  init(_ trip: Trip, completion: @escaping CompletionEnd.Completion) {
    flight = Flight(
      trip.order, roster: Roster(trip.plugins, retrier: trip.retrier), session: trip.session, lane: trip.lane)
    waiter = Waiter(trip.order.subject, CompletionEnd(completion), queue: trip.queue, progress: trip.progress)
  }

  func start() { flight.start(waiter) }

  func cancel() { waiter.cancel() }

  var isCancelled: Bool { waiter.isCancelled }
}
