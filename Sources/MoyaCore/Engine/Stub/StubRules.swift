/// A backend that answers from rules made at run time, with no network, and records what it was sent.
///
/// A request is answered by the rule added last among those that match it; else by its target's own sample, if that
/// has one; else by `defaultAnswer`; else it fails with an error that names it. Without a callback queue it completes
/// where it was made, before `request` returns; a delayed answer, and one of the network, then completes on the main queue.
public final class StubRules: Backend {
  private let defaultAnswer: EndpointSampleResponse?
  private let network: (any Backend)?
  private let recordLimit: Int
  private let state = Protected(State())

  private struct State {
    var rules: [StubRule] = []
    var record: [Recorded] = []
  }

  private struct Recorded {
    let request: URLRequest
    let isUnmatched: Bool
  }

  /// - Parameters:
  ///   - network: where requests go that a rule lets through (`.passThrough`), such as `Session()`.
  ///   - recordLimit: how many requests are recorded. Of what follows nothing is kept.
  public init(
    defaultAnswer: EndpointSampleResponse? = nil, network: (any Backend)? = nil, recordLimit: Int = 10_000
  ) {
    self.defaultAnswer = defaultAnswer
    self.network = network
    self.recordLimit = recordLimit
  }

  /// Adds a rule in front of the others.
  /// - Parameter delay: seconds until the answer; 0: at once.
  @discardableResult
  public func add(
    _ matcher: StubMatcher, delay: TimeInterval = 0, answer: StubRule.Answer
  ) -> StubRule {
    let rule = StubRule(matcher, delay: delay, answer: answer)
    state.withLock { $0.rules.insert(rule, at: 0) }
    return rule
  }

  public func remove(_ rule: StubRule) { state.withLock { $0.rules.removeAll { $0 === rule } } }

  /// Removes all rules and forgets what was sent.
  public func reset() { state.withLock { $0 = State() } }

  /// Forgets what was sent, and keeps the rules.
  public func forgetRequests() {
    let rules = state.withLock { state in
      state.record = []
      return state.rules
    }
    for rule in rules { rule.forget() }
  }

  /// Everything that was sent, each attempt by itself, in order: as a server would have received it over HTTP/1.1, with
  /// all header fields and with the body in memory. Fields may hold secrets.
  public var requests: [URLRequest] { state.withLock { $0.record.map(\.request) } }

  /// Those of `requests` that no rule answered, neither their target's sample nor `defaultAnswer`.
  public var unmatched: [URLRequest] { state.withLock { $0.record.filter(\.isUnmatched).map(\.request) } }

  /// The network's clock is watched only if it says that it watches it.
  public var traits: BackendTraits {
    let clock = network.map { $0.traits.intersection(.watchesTotalTimeout) } ?? .watchesTotalTimeout
    return clock.union([.choosesQueue, .choosesFiles])
  }

  public func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let received = ReceivedRequest(exchange)
    do throws(TransferError) {
      try RequestRules.check(exchange.request)
      let rules = state.withLock { $0.rules }
      let rule = rules.first { $0.matcher.matches(received) }
      let decision = rule?.decide() ?? fallback(exchange)
      record(received, rule, decision)
      let answer: StubBackend.Answer
      switch decision {
      case .pass: return try pass(received, observer)
      case .answer(let response): answer = { _ in response.result }
      case .compute(let compute): answer = { compute($0).result }
      case .sample(let sample): answer = { _ in sample }
      case .none: answer = { .failure(StubRules.missing($0, rule)) }
      }
      return StubBackend(
        rule.map { $0.delay > 0 ? .delayed(milliseconds: $0.delay) : .immediate } ?? .immediate, queue: .main,
        answer: answer
      ).deliver(exchange, to: observer)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
  }

  private func pass(
    _ received: ReceivedRequest, _ observer: any TransferObserver
  ) throws(TransferError) -> (any Stoppable)? {
    guard let network else {
      throw TransferError(.other, "a stub rule lets the request through, and the rules were given no network")
    }
    return network.send(try received.moving(), observer: MainObserver(observer))
  }

  private func fallback(_ exchange: Exchange) -> StubRule.Decision {
    if let sample = exchange.subject.ownSample(for: exchange.request) { return .sample(sample) }
    return defaultAnswer.map { .answer($0) } ?? .none
  }

  private func record(_ received: ReceivedRequest, _ rule: StubRule?, _ decision: StubRule.Decision) {
    if state.withLock({ $0.record.count >= recordLimit }) { return }
    if case .pass = decision {} else { received.readStreams() }
    let request = received.recorded
    let isUnmatched = if case .none = decision { true } else { false }
    let isRecorded = state.withLock { state in
      if state.record.count >= recordLimit { return false }
      state.record.append(Recorded(request: request, isUnmatched: isUnmatched))
      return true
    }
    if isRecorded { rule?.note(request) }
  }

  private static func missing(_ exchange: Exchange, _ rule: StubRule?) -> TransferError {
    let request = "\(exchange.request.httpMethod ?? "GET") \(ShownURL.text(exchange.request.urlText))"
    let why = rule == nil ? "no stub rule matches" : "the stub rule has no answer left for"
    return TransferError(.other, "\(why) \(request) of \(exchange.subject.kind)")
  }
}

/// Hands on what the network says, on the queue on which rules answer late.
private final class MainObserver: TransferObserver {
  private let observer: any TransferObserver

  init(_ observer: any TransferObserver) { self.observer = observer }

  func transferDidProgress(_ progress: TransferProgress) {
    observer.transferCanFinish(on: .main) { [observer] in observer.transferDidProgress(progress) }
  }

  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { observer.transferDidReceiveHead(head) }

  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { observer.transferDidReceiveBody(bytes) }

  func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) {
    observer.transferCanFinish(on: .main) { [observer] in observer.transferDidFinish(outcome) }
  }

  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    observer.transferCanFinish(on: queue, finish)
  }
}
