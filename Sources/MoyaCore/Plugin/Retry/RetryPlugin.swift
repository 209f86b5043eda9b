/// Tries again, decided on the result: a status, an error, or whatever the caller finds in the body. The call's total
/// timeout wins: an attempt that could not start before it is not made.
public final class RetryPlugin: PluginType {
  /// Looks at a result after attempt 1, 2 …: true tries again whatever the policy's statuses and errors are, false does
  /// not, `nil` leaves it to the policy. Method, limit and budget hold in any case.
  public typealias Decision = (_ result: Result<Response, MoyaError>, _ attempt: Int) -> Bool?

  private let policy: RetryPolicy
  private let budget: RetryBudget?
  private let decision: Decision

  public init(
    _ policy: RetryPolicy = RetryPolicy(), budget: RetryBudget? = nil, decision: @escaping Decision = { _, _ in nil }
  ) {
    self.policy = policy
    self.budget = budget
    self.decision = decision
  }

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    if context.attempt == 1 { budget?.deposit() }
    return .ready(request)
  }

  public func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    guard context.attempt <= policy.limit else { return .no }
    return policy.decide(
      on: result, of: context.method, attempt: context.attempt, own: decision(result, context.attempt), budget: budget)
  }
}
