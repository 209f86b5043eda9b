/// One rule of `StubRules`.
public final class StubRule: Sendable {
  /// Unchecked: closures are the caller's code.
  public enum Answer: @unchecked Sendable {
    case fixed(EndpointSampleResponse)
    /// One after another; then the last one again, or nothing more.
    case sequence([EndpointSampleResponse], repeatsLast: Bool = false)
    case computed(@Sendable (Exchange) -> EndpointSampleResponse)

    /// A status and a text.
    public static func text(_ status: Int, _ text: String) -> Answer {
      .fixed(.networkResponse(status, Data(text.utf8)))
    }
  }

  let matcher: StubMatcher
  /// Milliseconds.
  let delay: UInt32
  private let answer: Answer
  private let answered = Protected(0)

  init(_ matcher: StubMatcher, delay: TimeInterval, answer: Answer) {
    self.matcher = matcher
    self.delay = delay.milliseconds
    self.answer = answer
  }

  /// How many requests it answered.
  public var count: Int { answered.withLock { $0 } }

  /// `nil`: a sequence is at its end.
  func next(for exchange: Exchange) -> EndpointSampleResponse? {
    switch answer {
    case .fixed(let response):
      answered.withLock { $0 += 1 }
      return response
    case .sequence(let responses, let repeatsLast):
      return answered.withLock { answered in
        guard let last = responses.last, answered < responses.count || repeatsLast else { return nil }
        defer { answered += 1 }
        return answered < responses.count ? responses[answered] : last
      }
    case .computed(let compute):
      answered.withLock { $0 += 1 }
      return compute(exchange)
    }
  }
}
