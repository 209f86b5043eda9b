import CMoya
import MoyaCore

/// "moya.retry": a `RetryPolicy` with settings from a config. The keys have the names of the members of `moya_retry`.
final class BuiltinRetry: SelectivePlugin, Sendable {
  let hooks: Hooks
  private let applies: Applies
  private let policy: RetryPolicy
  /// The budget of retries. Each process has a separate budget, because another thread may hold the lock of the
  /// parent's budget at a fork.
  private let budget: PerProcess<RetryBudget>?

  init(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) {
    self.applies = applies
    policy = try RetryPolicy(&config)
    let percent = try config.integer("budget_percent", in: 1...1000)
    let reserve = try config.integer("budget_reserve", in: 0...10_000)
    try config.end()
    if percent == nil, reserve != nil { throw config.wrong("budget_reserve", "left out without \"budget_percent\"") }
    budget = percent.map { percent in
      PerProcess { _ in RetryBudget(ratio: Double(percent) / 100, reserve: reserve ?? 10) }
    }
    hooks = budget == nil ? .shouldRetry : [.prepare, .shouldRetry]
  }

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    if context.attempt == 1, applies.to(context.target) { budget?.value.deposit() }
    return .ready(request)
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    guard applies.to(context.target) else { return .no }
    return policy.decide(
      on: result, of: context.method, attempt: context.attempt, own: nil, budget: budget?.value)
  }
}

extension RetryPolicy {
  private static let errorNames: [String: TransferError.Kind] = [
    "resolve": .resolve, "connect": .connect, "tls": .tls, "connect_timeout": .connectTimeout,
    "idle_timeout": .idleTimeout, "network": .network, "incomplete_body": .incompleteBody,
  ]

  fileprivate init(_ config: inout PluginConfig) throws(Failure) {
    self.init()
    let milliseconds = 0...86_400_000
    func seconds(_ value: Int) -> Double { Double(value) / 1000 }
    if let attempts = try config.integer("attempts", in: 1...16) { limit = attempts - 1 }
    if let delay = try config.integer("delay_ms", in: milliseconds) { scale = seconds(delay) }
    if let backoff = try config.integer("backoff_percent", in: 100...1000) { base = Double(backoff) / 100 }
    if let delay = try config.integer("max_delay_ms", in: milliseconds) { maximumDelay = seconds(delay) }
    if let spread = try config.integer("jitter_percent", in: 0...100) { jitter = Double(spread) / 100 }
    if let longest = try config.integer("max_retry_after_ms", in: milliseconds) { maximumRetryAfter = seconds(longest) }
    honoursRetryAfter = try config.flag("retry_after") ?? true
    takesAnyMethod = try config.flag("any_method") ?? false
    if let names = try config.texts("methods") {
      methods = Set(names.map { Method(rawValue: HTTPMethod.normalized($0)) })
    }
    if let statuses = try config.integers("statuses", in: 100...599) { statusCodes = Set(statuses) }
    if let names = try config.texts("errors") {
      let known = RetryPolicy.errorNames
      errors = try Set(
        names.map { (name) throws(Failure) in
          guard let kind = known[name] else {
            throw config.wrong("errors", "a list of " + known.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", "))
          }
          return kind
        })
    }
  }
}
