/// A flight that equal orders join instead of being sent again: one exchange, whose hooks run once for all, and several
/// waiters, each with its own `process` and end.
///
/// Unchecked as every flight; of its own fields one is locked, and the others never change.
package final class SharedFlight: Flight, @unchecked Sendable {
  private let key: SharingKey
  private let table: OpenFlights
  /// Its lock may be taken under the flight's.
  private let company = Protected(Company())

  private struct Company {
    /// In the order in which they came; empty when the flight has landed.
    var waiters: [Waiter] = []
    /// Waiters whose `process` has not run, those that have left included.
    var unfinished = 0
    /// An answer that the backend can make now. Made once, on whichever of the waiters' queues is free first.
    var offer: (@Sendable () -> Void)?
    /// Where waiters without a queue get the end, once a backend has said so; `nil`: where the flight lands.
    var queue: DispatchQueue?

    mutating func add(_ waiter: Waiter) {
      waiters.append(waiter)
      unfinished += 1
    }

    /// `true`: the waiter has left. `false`: it is the last one. `nil`: it has its end, or left before.
    mutating func leave(_ waiter: Waiter) -> Bool? {
      guard let place = waiters.firstIndex(where: { $0 === waiter }) else { return nil }
      if waiters.count == 1 { return false }
      waiters.remove(at: place)
      return true
    }
  }

  init(
    _ order: consuming Order, roster: Roster, session: SessionRules, lane: Lane, key: SharingKey, in table: OpenFlights
  ) {
    self.key = key
    self.table = table
    super.init(order, roster: roster, session: session, lane: lane)
  }

  private var waiters: [Waiter] { company.withLock { $0.waiters } }

  /// A waiter drops its end when it has ended, which is after it has left `company`: so they are read under its lock.
  var ends: [any WaiterEnd] { company.withLock { $0.waiters.compactMap(\.end) } }

  /// Runs no code of others: the caller holds the table's lock. `welcome` is next, without that lock.
  /// - Returns: `nil` when it is over or being given up: then this waiter needs a flight of its own.
  func join(_ waiter: Waiter) -> Waiter.Boarding? {
    locked.withLock { locked in
      guard locked.machine.mayBeJoined else { return nil }
      company.withLock { $0.add(waiter) }
      // Under the flight's lock: before this waiter can get its end, and before a cancel can look for it here.
      return waiter.board(self)
    }
  }

  /// For a waiter that has joined: one that was given up before has its end now.
  func welcome(_ waiter: Waiter, _ boarding: Waiter.Boarding?) {
    if boarding == .cancelled { leave(waiter) }
    let (offer, queue) = company.withLock { ($0.offer, $0.queue) }
    // Not where it would run on this thread: the caller does not have its call yet.
    if let offer, waiter.queue != nil || queue != nil { waiter.deliver(on: queue, by: lane.executor, offer) }
  }

  // MARK: What differs when several wait

  /// A waiter that joins later may listen.
  override var reportsProgress: Bool { true }

  override func report(_ progress: TransferProgress) {
    for waiter in waiters { waiter.report(progress, of: self) }
  }

  override func deliver(on queue: DispatchQueue?, _ work: @escaping @Sendable () -> Void) {
    let once = Once()
    let offer: @Sendable () -> Void = { if once.pass() { work() } }
    let (waiters, queue) = company.withLock { company in
      company.offer = offer
      company.queue = queue ?? company.queue
      return (company.waiters, company.queue)
    }
    var places = Set<ObjectIdentifier?>()
    for waiter in waiters where places.insert(waiter.queue.map { ObjectIdentifier($0) }).inserted {
      waiter.deliver(on: queue, by: lane.executor, offer)
    }
  }

  /// One of several leaves and ends by itself; the last one stops the flight, and gets its end.
  override func leave(_ waiter: Waiter) {
    var hasLeft: Bool?
    var wasSent = false
    let action = step { locked in
      if locked.machine.state != .landed { hasLeft = company.withLock { $0.leave(waiter) } }
      wasSent = locked.machine.wasSent
      return hasLeft == false ? locked.machine.handle(.stop) : .none
    }
    guard hasLeft == true else { return run(action) }
    let result = Result<Response, MoyaError>.failure(.underlying(TransferError.cancelled, nil))
    waiter.deliver(by: lane.executor) { [wasSent] in
      self.finish(waiter, result, wasSent: wasSent, isLeaving: true)
    }
  }

  /// Each waiter ends on its own queue. A request that could not be built is reported where its closure answered, as
  /// Moya does.
  override func land(inPlace: Bool) {
    spent = nil
    table.remove(key, self)
    let (waiters, queue) = company.withLock { company in
      defer {
        company.waiters = []
        company.offer = nil
      }
      return (company.waiters, company.queue)
    }
    guard let result = result.take() else { return }
    let wasSent = wasSent
    for waiter in waiters {
      let finish: @Sendable () -> Void = { self.finish(waiter, result, wasSent: wasSent) }
      if inPlace && !wasSent { finish() } else { waiter.deliver(on: queue, by: lane.executor, finish) }
    }
  }

  private func finish(
    _ waiter: Waiter, _ result: Result<Response, MoyaError>, wasSent: Bool, isLeaving: Bool = false
  ) {
    nest { _ in
      waiter.land(result, wasSent: wasSent)
      let processed = self.process(result, for: waiter, isLeaving: isLeaving)
      let isLast = self.company.withLock { company in
        company.unfinished -= 1
        return company.unfinished == 0
      }
      if isLast {
        self.releaseSlots()
        self.releaseRequest()
      }
      waiter.finish(processed, in: self.session)
    }
  }
}

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
