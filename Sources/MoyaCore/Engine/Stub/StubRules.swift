/// A backend that responds from rules made at run time, without a network, and records the requests.
///
/// The matching rule that was added last responds. If no rule matches, the sample of the request's target responds. If
/// the target has no sample, `defaultAnswer` responds. If there is no `defaultAnswer` either, the request fails with an
/// error that names the request.
///
/// If neither the request nor its provider names a callback queue, the kind of the response decides where the request
/// completes. With an immediate response, it completes on the thread that made the request, before `request` returns.
/// With a delayed response or a response of the network, it completes on the main queue.
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

  /// Makes an empty list of rules.
  ///
  /// - Parameters:
  ///   - defaultAnswer: The response if neither a rule nor a sample responds.
  ///   - network: The backend that sends the requests that a rule passes through (`.passThrough`), for example
  ///     `Session()`.
  ///   - recordLimit: Maximum number of requests that are recorded. Later requests are not recorded.
  public init(defaultAnswer: EndpointSampleResponse? = nil, network: (any Backend)? = nil, recordLimit: Int = 10_000) {
    self.defaultAnswer = defaultAnswer
    self.network = network
    self.recordLimit = recordLimit
  }

  /// Adds a rule. It takes precedence over the rules that were added before.
  ///
  /// - Parameters:
  ///   - matcher: Selects the requests that the rule handles.
  ///   - delay: Seconds until the response; 0 means immediately.
  ///   - answer: The response of the rule.
  /// - Returns: The rule, which counts and records the requests that it matches.
  @discardableResult
  public func add(_ matcher: StubMatcher, delay: TimeInterval = 0, answer: StubRule.Answer) -> StubRule {
    let rule = StubRule(matcher, delay: delay, answer: answer)
    state.withLock { $0.rules.insert(rule, at: 0) }
    return rule
  }

  public func remove(_ rule: StubRule) { state.withLock { $0.rules.removeAll { $0 === rule } } }

  /// Removes all rules and recorded requests.
  public func reset() { state.withLock { $0 = State() } }

  /// Removes the recorded requests, but not the rules.
  public func forgetRequests() {
    let rules = state.withLock { state in
      state.record = []
      return state.rules
    }
    for rule in rules { rule.forget() }
  }

  /// The requests that were sent, in order, until the `recordLimit` is reached. Each attempt of a call is a separate
  /// element. Each request has the form in which a server would have received it over HTTP/1.1, with all header fields
  /// and with the body in memory. Fields can contain secrets.
  public var requests: [URLRequest] { state.withLock { $0.record.map(\.request) } }

  /// The `requests` to which nothing responded. Either no rule matched, and there was neither a sample of the target
  /// nor a `defaultAnswer`. Or the rule that matched was a sequence at its end.
  public var unmatched: [URLRequest] { state.withLock { $0.record.filter(\.isUnmatched).map(\.request) } }

  /// The traits include `watchesTotalTimeout`, unless there is a backend for the network and it lacks this trait.
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

/// Passes the network's progress and result on to the observer. If the caller named no queue, the result arrives on the
/// main queue, as for a delayed response.
private final class MainObserver: TransferObserver {
  private let observer: any TransferObserver

  init(_ observer: any TransferObserver) { self.observer = observer }

  func transferDidProgress(_ progress: TransferProgress) {
    observer.transferCanFinish(on: .main) { [observer] in observer.transferDidProgress(progress) }
  }

  func transferDidBegin(_ step: TransferStep) {
    observer.transferCanFinish(on: .main) { [observer] in observer.transferDidBegin(step) }
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
