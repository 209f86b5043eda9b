/// A provider's flights that may be joined, each under the key that equal orders have.
///
/// A flight may be in here for a moment after it has landed; it then takes no waiter, and the next equal order replaces
/// it. So a request that is made in a completion is a new one.
package final class OpenFlights: Sendable {
  private let flights = Protected<[SharingKey: Entry]>([:])

  private struct Entry {
    let flight: SharedFlight
    let endpoint: Endpoint?
  }

  package init() {}

  /// Lets `waiter` join the flight of this key; when none takes it, a new one is started.
  /// - Parameter endpoint: by which `waiters` lists it; `nil`: it does not.
  package func start(
    _ waiter: Waiter, _ order: Order, _ key: SharingKey, endpoint: Endpoint? = nil, roster: Roster,
    session: SessionRules, lane: Lane
  ) {
    let (flight, boarding, isFresh) = flights.withLock { flights -> (SharedFlight, Waiter.Boarding?, Bool) in
      if let open = flights[key], let boarding = open.flight.join(waiter) { return (open.flight, boarding, false) }
      let flight = SharedFlight(order, roster: roster, session: session, lane: lane, key: key, in: self)
      flights[key] = Entry(flight: flight, endpoint: endpoint)
      return (flight, flight.join(waiter), true)
    }
    flight.welcome(waiter, boarding)
    if isFresh { flight.advance(.start) }
  }

  func remove(_ key: SharingKey, _ flight: SharedFlight) {
    flights.withLock { flights in
      if flights[key]?.flight === flight { flights[key] = nil }
    }
  }

  /// What the ends of the waiters will do, by endpoint.
  package var ends: [Endpoint: [any WaiterEnd]] {
    let open = flights.withLock { Array($0.values) }
    var result: [Endpoint: [any WaiterEnd]] = [:]
    for entry in open {
      if let endpoint = entry.endpoint { result[endpoint, default: []] += entry.flight.ends }
    }
    return result.filter { !$0.value.isEmpty }
  }
}
