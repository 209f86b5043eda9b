/// A provider's flights that may be joined, each under the key that equal orders have.
///
/// A flight may be in here for a moment after it has landed; it then takes no waiter, and the next equal order replaces
/// it. So a request that is made in a completion is a new one.
package final class OpenFlights: Sendable {
  private let flights = Protected<[SharingKey: SharedFlight]>([:])

  package init() {}

  /// Lets `waiter` join the flight of this key; when none takes it, a new one is started.
  package func start(
    _ waiter: Waiter, _ order: Order, _ key: SharingKey, roster: Roster, session: SessionRules, lane: Lane
  ) {
    let (flight, boarding, isFresh) = flights.withLock { flights -> (SharedFlight, Waiter.Boarding?, Bool) in
      if let open = flights[key], let boarding = open.join(waiter) { return (open, boarding, false) }
      let flight = SharedFlight(order, roster: roster, session: session, lane: lane, key: key, in: self)
      flights[key] = flight
      return (flight, flight.join(waiter), true)
    }
    flight.welcome(waiter, boarding)
    if isFresh { flight.advance(.start) }
  }

  func remove(_ key: SharingKey, _ flight: SharedFlight) {
    flights.withLock { flights in
      if flights[key] === flight { flights[key] = nil }
    }
  }

  /// What each flight is about, and what the ends of its waiters will do.
  package var ends: [(subject: any Subject, ends: [any WaiterEnd])] {
    flights.withLock { Array($0.values) }.map { ($0.order.subject, $0.ends) }.filter { !$0.1.isEmpty }
  }
}
