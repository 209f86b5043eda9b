import MoyaNetwork

/// The common part of Moya's and MoyaX's providers: a session, a list of plugins (the roster), and the requests under
/// way that equal requests can share.
final class Client: Sendable {
  let session: Session
  /// The session's rules, and one more: a redirect to another origin drops the header fields that plugins fill with
  /// secrets.
  private let rules: SessionRules
  private let roster: Roster
  /// The roster for requests that are not stubbed: the session's interceptor comes first, then the plugins of `roster`.
  private let wireRoster: Roster
  /// The requests under way that an equal request may join instead of being sent. If `nil`, every request is sent.
  let openFlights: OpenFlights?
  /// The task-locals that each call carries. `nil` if the provider names no task-local.
  let carried: [Carried]?
  private let known: KnownRequests

  init(
    _ session: Session, _ plugins: [any PluginType], sharesFlights: Bool = false, carrying carried: [Carried] = []
  ) {
    self.session = session
    self.carried = carried.isEmpty ? nil : carried
    let seen = Client.plugins(plugins, carrying: carried)
    roster = Roster(seen)
    if let interceptor = session.interceptor {
      let interception = Interception(interceptor, session: session)
      wireRoster = Roster(Client.plugins([interception], carrying: carried) + seen, retrier: interception)
    } else {
      wireRoster = roster
    }
    openFlights = sharesFlights ? OpenFlights() : nil
    let senders = plugins.map { $0 as? any SendingPlugin }
    rules = session.rules.binding(headers: senders.flatMap { $0?.secretHeaders ?? [] })
    known = KnownRequests(rules)
    for (index, sender) in senders.enumerated() {
      sender?.join(
        PluginSender(rules: rules, lane: session.lane, later: Roster(Array(plugins[(index + 1)...]))))
    }
  }

  /// The settings of one request that are not part of its target.
  struct Terms {
    var stub = StubBehavior.never
    /// The queue for the callbacks of the request. If the request names no queue, this is the provider's queue.
    var queue: DispatchQueue?
    var progress: ProgressBlock?
    /// The backend that sends this request instead of the session. If `nil`, the session sends the request.
    var backend: (any Backend)?
    /// The object through which a task waits for the request. `nil` if no task waits.
    var awaited: AwaitedCall?
    /// Receives the response piece by piece. `nil` if the completion gets the whole response.
    var reader: StreamReader? { awaited?.reader }
  }

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - source: The request, or a way to make it. If `nil`, the request is made from the endpoint.
  ///   - owner: An object to which the call holds a reference until the completion has run.
  func start(
    _ target: any TargetType, _ endpoint: Endpoint, _ terms: Terms, source: CallDescription.Source?, owner: AnyObject,
    completion: @escaping Completion
  ) -> any Cancellable {
    let shared = openFlights == nil ? nil : try? endpoint.keptRequest()
    let carried = carried.map { CarriedValues($0) }
    let ended: Completion = if let carried { carried.around(completion) } else { completion }
    let subject = TargetSubject(target, endpoint, carrying: carried)
    let stub = terms.stub.moment(hasQueue: terms.queue != nil)
    let (options, fault) = settings(of: target, endpoint, terms)
    var description = CallDescription(subject, stub: stub, options: options, fault: fault) {
      source ?? known.source(of: endpoint)
    }
    let ownLane = lane(for: stub, terms)
    let lane = carried == nil || stub != nil ? ownLane : Client.carryingLane(ownLane)
    let progress: ProgressBlock? =
      if let carried, let progress = terms.progress { carried.around(progress) } else { terms.progress }
    let steps: StepBlock? =
      if let carried, let steps = terms.awaited?.steps { carried.around(steps) } else { terms.awaited?.steps }
    let waiter = Waiter(
      subject, nil, closure: ended, owner: owner, queue: queue(on: lane, terms),
      progress: stub == nil ? progress : nil, steps: stub == nil ? steps : nil)
    if let reader = terms.reader {
      description.reader = reader
      reader.begin(waiter)
    }
    session.registry.insert(waiter)
    terms.awaited?.hold(waiter)
    let roster = stub == nil ? wireRoster : roster
    if let refresh = RefreshScope.ofThisTask, description.refresh == nil { description.refresh = refresh }
    if let openFlights, let shared, description.refresh == nil, terms.reader == nil {
      openFlights.start(
        waiter, description, SharingKey(description, ObjectIdentifier(roster), sending: shared), roster: roster,
        session: rules, lane: lane)
    } else {
      Flight(consume description, roster: roster, session: rules, lane: lane).start(waiter)
    }
    return waiter
  }

  /// True if a task can wait for each request directly (`DirectCall`), because no request carries task-locals or joins
  /// another request.
  var waitsDirectly: Bool { openFlights == nil && carried == nil }

  /// Makes the call of a request for which a task is going to wait. Nothing is sent before the task waits.
  func directCall(
    to target: any TargetType, _ endpoint: Endpoint, _ terms: Terms, source: CallDescription.Source?
  ) -> DirectCall {
    let subject = TargetSubject(target, endpoint)
    let stub = terms.stub.moment(hasQueue: terms.queue != nil)
    let (options, fault) = settings(of: target, endpoint, terms)
    var description = CallDescription(subject, stub: stub, options: options, fault: fault) {
      source ?? known.source(of: endpoint)
    }
    if let refresh = RefreshScope.ofThisTask, description.refresh == nil { description.refresh = refresh }
    let lane = lane(for: stub, terms)
    let waiter = Waiter(subject, nil, queue: queue(on: lane, terms))
    let roster = stub == nil ? wireRoster : roster
    return DirectCall(
      waiter, Flight(consume description, roster: roster, session: rules, lane: lane), session.registry)
  }

  /// Returns the settings in which a request differs from its session, and the reason why the request cannot be sent.
  @inline(__always)
  private func settings(
    of target: any TargetType, _ endpoint: Endpoint, _ terms: Terms
  ) -> (options: CallOptions?, fault: MoyaError?) {
    if terms.reader != nil, endpoint.taskKind == .download {
      let text = "the response of a download goes to a file and cannot be a stream"
      return (nil, .underlying(TransferError(.invalidRequest, text), nil))
    }
    guard let own = target.connection else { return (nil, session.fault) }
    do throws(TransferError) { return (CallOptions(overrides: try session.prepared(own)), session.fault) } catch {
      return (nil, .underlying(error, nil))
    }
  }

  @inline(__always)
  private func lane(for stub: StubMoment?, _ terms: Terms) -> Lane {
    stub?.lane(executor: session.stubExecutor) ?? terms.backend.map { Lane($0) } ?? session.lane
  }

  @inline(__always)
  private func queue(on lane: Lane, _ terms: Terms) -> DispatchQueue? {
    let chooses = lane.traits.contains(.choosesQueue) || terms.stub == .immediate
    return chooses ? terms.queue : terms.queue ?? DefaultQueue.main
  }
}

// MARK: - DefaultQueue

/// The queues for completions and for hooks after the response, if neither the request nor the provider names a queue.
///
/// Each queue is one stored object, because `DispatchQueue.main` and `global()` make a new object at every call. The
/// library delivers several completions together (`Outbox`) only if they go to the same object.
enum DefaultQueue {
  /// The queue for requests that have a completion.
  static let main = DispatchQueue.main
  /// The queue for requests for which a task waits.
  static let global = DispatchQueue.global()
}

// MARK: - Task-locals

extension Client {
  /// Returns the plugins of a provider that carries these task-locals. In their hooks, the task-locals have the values
  /// that the call stored.
  static func plugins(_ plugins: [any PluginHooks], carrying carried: [Carried]) -> [any PluginHooks] {
    carried.isEmpty ? plugins : plugins.map { CarryingPlugin.around($0) }
  }

  /// The values that the task-locals have now, on this thread, for a request that another thread makes later. `nil` if
  /// the provider carries none.
  var carriedValues: CarriedValues? { carried.map { CarriedValues($0) } }

  /// Returns the lane (a backend and its executor) of a call that carries task-locals. The library's own backend is
  /// used unchanged, because it runs no code of the program.
  static func carryingLane(_ lane: Lane) -> Lane {
    lane.backend is LoopBackend ? lane : Lane(CarryingBackend(lane.backend), executor: lane.executor)
  }
}
