/// One rule of `StubRules`.
public final class StubRule: Sendable {
  /// Unchecked: closures are the caller's code.
  public enum Answer: @unchecked Sendable {
    case fixed(EndpointSampleResponse)
    /// One after another; then the last one again, or nothing more.
    case sequence([EndpointSampleResponse], repeatsLast: Bool = false)
    /// `receivedRequest` of the exchange is what a server would have received.
    case computed(@Sendable (Exchange) -> EndpointSampleResponse)
    /// The request goes to the network that the rules were given (`StubRules.init`).
    case passThrough

    /// A status and a text.
    public static func text(_ status: Int, _ text: String) -> Answer {
      .fixed(.networkResponse(status, Data(text.utf8)))
    }
  }

  /// What becomes of one request.
  enum Decision {
    case answer(EndpointSampleResponse)
    case compute(@Sendable (Exchange) -> EndpointSampleResponse)
    case pass
    /// Its target's own.
    case sample(Result<TransferResponse, TransferError>)
    /// Nothing answers it: no rule matches, or a sequence is at its end.
    case none
  }

  let matcher: StubMatcher
  /// Milliseconds.
  let delay: UInt32
  private let answer: Answer
  private let state = Protected(State())

  private struct State {
    var count = 0
    var requests: [URLRequest] = []
  }

  init(_ matcher: StubMatcher, delay: TimeInterval, answer: Answer) {
    self.matcher = matcher
    self.delay = delay.milliseconds
    self.answer = answer
  }

  /// How many requests it has answered or let through.
  public var count: Int { state.withLock { $0.count } }

  /// The requests that it was to answer, in order, as `StubRules.requests` has them.
  public var requests: [URLRequest] { state.withLock { $0.requests } }

  func note(_ request: URLRequest) { state.withLock { $0.requests.append(request) } }

  func forget() { state.withLock { $0.requests = [] } }

  func decide() -> Decision {
    state.withLock { state in
      defer { state.count += 1 }
      switch answer {
      case .fixed(let response): return .answer(response)
      case .computed(let compute): return .compute(compute)
      case .passThrough: return .pass
      case .sequence(let responses, let repeatsLast):
        if state.count < responses.count { return .answer(responses[state.count]) }
        if repeatsLast, let last = responses.last { return .answer(last) }
        state.count -= 1
        return .none
      }
    }
  }
}
