/// What Moya's and MoyaX's providers have in common: a session with a roster of plugins, and the flights that equal
/// requests may join.
final class Client: Sendable {
  let session: Session
  private let roster: Roster
  /// With the session's interceptor in front, for requests that are not stubbed.
  private let wireRoster: Roster
  /// `nil`: every request is sent by itself.
  let openFlights: OpenFlights?

  init(_ session: Session, _ plugins: [any PluginType], sharesFlights: Bool = false) {
    self.session = session
    roster = Roster(plugins)
    if let interceptor = session.interceptor {
      let interception = Interception(interceptor, session: session)
      wireRoster = Roster([interception as any PluginHooks] + plugins, retrier: interception)
    } else {
      wireRoster = roster
    }
    openFlights = sharesFlights ? OpenFlights() : nil
  }

  /// How one request is made, beside what its target says.
  struct Terms {
    var stub = StubBehavior.never
    /// The callback queue that the request names, else the provider's.
    var queue: DispatchQueue?
    var progress: ProgressBlock?
    /// Sends this request instead of the session; `nil`: the session does.
    var backend: (any Backend)?
  }

  /// - Parameter owner: kept alive until the completion has run.
  func start(
    _ target: any TargetType, _ endpoint: Endpoint, _ terms: Terms, source: consuming Order.Source, owner: AnyObject,
    completion: @escaping Completion
  ) -> any Cancellable {
    var order = Order(target, endpoint: endpoint, source: source)
    if let fault = session.fault { order.source = .failed(.underlying(fault, nil)) }
    if let own = target.connection {
      do throws(TransferError) { order.options = OrderOptions(overrides: try session.prepared(own)) } catch {
        order.source = .failed(.underlying(error, nil))
      }
    }
    let stub = terms.stub.moment(hasQueue: terms.queue != nil)
    order.stub = stub
    let lane = stub?.lane(executor: session.stubExecutor) ?? terms.backend.map { Lane($0) } ?? session.lane
    let chooses = lane.traits.contains(.choosesQueue) || terms.stub == .immediate
    let waiter = Waiter(
      order.subject, CompletionEnd(completion), owner: owner,
      queue: chooses ? terms.queue : terms.queue ?? DefaultQueue.main, progress: stub == nil ? terms.progress : nil)
    session.registry.insert(waiter)
    let roster = stub == nil ? wireRoster : roster
    if let openFlights, let request = try? endpoint.keptRequest() {
      openFlights.start(
        waiter, order, SharingKey(order, sending: request), roster: roster, session: session.rules, lane: lane)
    } else {
      Flight(order, roster: roster, session: session.rules, lane: lane).start(waiter)
    }
    return waiter
  }
}
