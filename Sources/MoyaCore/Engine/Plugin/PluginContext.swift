/// One flight, as one plugin sees it in a hook.
public struct PluginContext: Sendable {
  package let flight: Flight
  /// The plugin's place in the roster.
  package let index: Int
  /// 1 for the first attempt, 2 for the first retry …
  public let attempt: Int
  /// The waiter of a shared flight for which `process` runs; else `nil`.
  private let guest: Waiter?
  /// The waiter leaves: the flight goes on elsewhere, and its request belongs to that thread.
  private let isLeaving: Bool

  init(_ flight: Flight, _ index: Int, for guest: Waiter? = nil, isLeaving: Bool = false) {
    self.flight = flight
    self.index = index
    self.guest = guest
    self.isLeaving = isLeaving
    attempt = isLeaving ? flight.attempt : flight.attemptUnderWay
  }

  package var subject: any Subject { guest?.subject ?? flight.order.subject }

  /// The same without the flight.
  package var call: HookedCall {
    HookedCall(
      subject, slotsOf: guest == nil ? nil : flight.order.subject, place: index, of: flight.roster.count,
      attempt: attempt)
  }

  /// As last prepared; `nil` before that, and for a caller that gives up while others wait on.
  package var request: URLRequest? { isLeaving ? nil : flight.request }

  /// The request's method, as last prepared.
  public var method: Method { Method(rawValue: request?.httpMethod ?? "GET") }

  /// Anything of this plugin's own, for this call only. Lives from `prepare` until the call has completed; calls that
  /// share an exchange share it. Any thread.
  public var slot: Any? {
    get { flight.locked.withLock { $0.slots[index] }?.value }
    nonmutating set {
      let slot = newValue.map { Flight.Slot(value: $0) }
      flight.locked.withLock { $0.slots[index] = slot }
    }
  }

  /// As `resume`, where the executor moves the flight: for a face whose ends belong on one thread.
  package func resumeThere(_ preparation: Preparation) {
    flight.lane.executor.perform { resume(preparation) }
  }

  /// Ends the `.pending` preparation of this attempt. Any thread.
  /// - Returns: false when it changed nothing: it came again, the preparation is over, or the call was given up.
  @discardableResult
  public func resume(_ preparation: Preparation) -> Bool {
    flight.resume(preparation, index: index, attempt: attempt)
  }
}
