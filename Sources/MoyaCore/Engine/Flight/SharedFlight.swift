/// A flight (a call with all its attempts) for several calls whose descriptions are equal, so that only one request is
/// sent. Each caller is represented by a `Waiter`. The hook `finish` (or `process`) and the completion run for each
/// waiter. Every other hook runs once for all waiters.
///
/// The class is `@unchecked Sendable` like every flight. This class adds one field that has its own lock, and fields
/// that never change.
package final class SharedFlight: Flight, @unchecked Sendable {
  private let key: SharingKey
  private let table: OpenFlights
  /// A thread can take this lock while it holds the flight's lock.
  private let company = Protected(Company())

  private struct Company {
    /// The waiters in the order in which they joined. The list is empty when the flight has handed over its result.
    var waiters: [Waiter] = []
    /// The number of waiters whose `process` has not run, including those that have left.
    var unfinished = 0
    /// The last work that was passed to `deliver`, for example to deliver the response of a stub. Each waiter's queue
    /// gets this work. The first queue that is free runs it, and the others then do nothing.
    var offer: (@Sendable () -> Void)?
    /// The queue for the completions of waiters that have no queue of their own. `nil` if no backend has chosen a
    /// queue. Then these completions run on the thread on which the flight ends.
    var queue: DispatchQueue?

    mutating func add(_ waiter: Waiter) {
      waiters.append(waiter)
      unfinished += 1
    }

    /// Removes the waiter, unless it is the last one. Returns true if the waiter was removed, and false if it is the
    /// last one. Returns `nil` if it is not in the list, because it has completed or left before.
    mutating func leave(_ waiter: Waiter) -> Bool? {
      guard let place = waiters.firstIndex(where: { $0 === waiter }) else { return nil }
      if waiters.count == 1 { return false }
      waiters.remove(at: place)
      return true
    }
  }

  init(
    _ description: consuming CallDescription, roster: Roster, session: SessionRules, lane: Lane, key: SharingKey,
    in table: OpenFlights
  ) {
    self.key = key
    self.table = table
    super.init(description, roster: roster, session: session, lane: lane)
  }

  private var waiters: [Waiter] { company.withLock { $0.waiters } }

  /// The completions of the waiters, if they are closures. A waiter first leaves `company` and then removes its
  /// completion. So every waiter in `company` has its completion while this thread holds the lock.
  var closures: [Waiter.Closure] { company.withLock { $0.waiters.compactMap(\.closure) } }

  /// Adds a waiter. The caller holds the lock of `OpenFlights`, so this function runs no plugin or completion. After
  /// `join`, the caller releases that lock and calls `welcome`.
  /// - Returns: `nil` if the flight has handed over its result or is being stopped. Then the waiter needs another
  ///   flight.
  func join(_ waiter: Waiter) -> Waiter.Boarding? {
    locked.withLock { locked in
      guard locked.machine.mayBeJoined else { return nil }
      company.withLock { $0.add(waiter) }
      // `board` needs the flight's lock. Otherwise the flight could complete the waiter, or a cancel could look for the
      // waiter here, before the waiter has joined.
      return waiter.board(self)
    }
  }

  /// Call this after `join`, with the result of `join` as `boarding`. If the waiter was cancelled before it joined,
  /// this function completes the waiter. If there is work in `offer`, the waiter's queue gets it too.
  func welcome(_ waiter: Waiter, _ boarding: Waiter.Boarding?) {
    if boarding == .cancelled { leave(waiter) }
    let (offer, queue) = company.withLock { ($0.offer, $0.queue) }
    // `offer` is work of the flight that runs once, on the first free queue of a waiter. If neither this waiter nor the
    // flight has a queue, the waiter does not get the work. The work would otherwise run on this thread, before the
    // caller has its call object. An earlier waiter has already got the work from `deliver`.
    if let offer, waiter.queue != nil || queue != nil { waiter.deliver(on: queue, by: lane.executor, offer) }
  }

  // MARK: What a shared flight overrides

  /// What the waiters receive before the result. This always includes progress, because a waiter that joins later can
  /// have a progress closure. It includes steps only if a waiter wants steps when the request is sent.
  override var reports: Reports { waiters.reduce(.progress) { $0.union($1.reports) } }

  override func report(_ progress: TransferProgress) {
    for waiter in waiters { waiter.report(progress, of: self) }
  }

  override func report(_ step: TransferStep) {
    for waiter in waiters { waiter.report(step, of: self) }
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

  /// If other waiters remain, completes this waiter with a cancel error. If this waiter is the last one, stops the
  /// flight, which then completes the waiter.
  override func leave(_ waiter: Waiter) {
    var hasLeft: Bool?
    var wasSent = false
    let action = step { locked in
      if locked.machine.state != .landed { hasLeft = company.withLock { $0.leave(waiter) } }
      wasSent = locked.machine.wasSent
      return hasLeft == false ? locked.machine.handle(.stop) : .none
    }
    guard hasLeft == true else { return run(action) }
    let result = Result<Response, MoyaError>.failure(.cancelled)
    waiter.deliver(by: lane.executor) { [wasSent] in
      self.finish(waiter, result, wasSent: wasSent, isLeaving: true)
    }
  }

  /// Completes each waiter on its own queue. If the request could not be built, completes all of them on the thread
  /// where the request closure failed, as in Moya.
  override func land(inPlace: Bool) {
    spent = nil
    chain = nil
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

  private func finish(_ waiter: Waiter, _ result: Result<Response, MoyaError>, wasSent: Bool, isLeaving: Bool = false) {
    nest { _ in
      waiter.land(result, wasSent: wasSent)
      if self.active.mayWaitAtEnd {
        let finishing = Finishing(self, waiter, result, isOfGuest: true, isLeaving: isLeaving) {
          self.complete(waiter, $0)
        }
        return finishing.run()
      }
      self.complete(waiter, self.process(result, for: waiter, isLeaving: isLeaving))
    }
  }

  private func complete(_ waiter: Waiter, _ processed: Result<Response, MoyaError>) {
    let isLast = company.withLock { company in
      company.unfinished -= 1
      return company.unfinished == 0
    }
    if isLast {
      releaseSlots()
      releaseRequest()
    }
    waiter.finish(processed, in: session)
  }
}

/// The flights of a provider that equal calls can join. The descriptions of equal calls have the same key.
///
/// A flight can remain here for a moment after it has handed over its result. It then accepts no waiter, and the flight
/// of the next equal call replaces it. So if a completion makes an equal request, this request is sent.
package final class OpenFlights: Sendable {
  private let flights = Protected<[SharingKey: SharedFlight]>([:])

  package init() {}

  /// Joins `waiter` to the flight with this key. If no flight with this key accepts the waiter, starts a new flight.
  package func start(
    _ waiter: Waiter, _ description: CallDescription, _ key: SharingKey, roster: Roster, session: SessionRules,
    lane: Lane
  ) {
    let (flight, boarding, isFresh) = flights.withLock { flights -> (SharedFlight, Waiter.Boarding?, Bool) in
      if let open = flights[key], let boarding = open.join(waiter) { return (open, boarding, false) }
      let flight = SharedFlight(description, roster: roster, session: session, lane: lane, key: key, in: self)
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

  /// The facts about the call (`Subject`) and the completions of the waiters, for each flight that has completions.
  package var closures: [(subject: any Subject, closures: [Waiter.Closure])] {
    flights.withLock { Array($0.values) }.map { ($0.description.subject, $0.closures) }.filter { !$0.1.isEmpty }
  }
}
