/// A backend that answers from rules made at run time, with no network. Also counts, so that a test can say what was
/// sent.
///
/// A request is answered by the rule added last among those that match it; else by its target's own sample, if that
/// has one; else by `defaultAnswer`; else it fails with an error that names it. Without a callback queue it completes
/// where it was made, before `request` returns; a delayed answer then completes on the main queue.
public final class StubRules: Backend {
  private let defaultAnswer: EndpointSampleResponse?
  private let state = Protected(State())

  private struct State {
    var rules: [StubRule] = []
    var requests: [URLRequest] = []
  }

  public init(defaultAnswer: EndpointSampleResponse? = nil) { self.defaultAnswer = defaultAnswer }

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

  /// Everything that was sent, as the plugins prepared it, in order.
  public var requests: [URLRequest] { state.withLock { $0.requests } }

  public var traits: BackendTraits { [.watchesTotalTimeout, .choosesQueue] }

  public func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let rules = state.withLock { state in
      state.requests.append(exchange.request)
      return state.rules
    }
    let rule = rules.first { $0.matcher.matches(exchange) }
    let delay = rule?.delay ?? 0
    let answer: StubBackend.Answer = { [defaultAnswer] exchange in
      let answer =
        if let rule { rule.next(for: exchange)?.result } else {
          exchange.subject.ownSample(for: exchange.request) ?? defaultAnswer?.result
        }
      return answer ?? .failure(StubRules.missing(exchange, rule))
    }
    return StubBackend(delay > 0 ? .delayed(milliseconds: delay) : .immediate, queue: .main, answer: answer)
      .send(exchange, observer: observer)
  }

  private static func missing(_ exchange: Exchange, _ rule: StubRule?) -> TransferError {
    let request = "\(exchange.request.httpMethod ?? "GET") \(ShownURL.text(exchange.request.urlText))"
    let why = rule == nil ? "no stub rule matches" : "the stub rule has no answer left for"
    return TransferError(.other, "\(why) \(request) of \(exchange.subject.kind)")
  }
}
