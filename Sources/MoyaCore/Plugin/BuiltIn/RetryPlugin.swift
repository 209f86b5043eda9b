import Glibc
import Synchronization

/// Tries a request again. The result decides whether there is another attempt: a status, an error, or anything that the
/// caller finds in the body. If the total timeout of the call would end before the next attempt starts, there is no
/// further attempt.
public final class RetryPlugin: PluginType, Sendable {
  /// Decides whether another attempt follows a result. `attempt` is the number of the attempt that has ended, from 1.
  /// If the closure returns true, the plugin asks for another attempt. If the closure returns false, the plugin asks
  /// for none. In both cases, the statuses and errors that the policy lists do not matter. `nil` leaves the decision to
  /// the policy. The policy's methods, the policy's limit and the budget apply even if the closure returns true.
  @preconcurrency public typealias Decision = @Sendable (_ result: Result<Response, MoyaError>, _ attempt: Int) -> Bool?

  private let policy: RetryPolicy
  private let budget: RetryBudget?
  private let decision: Decision

  @preconcurrency
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

/// Which results lead to another attempt, and how long to wait before it.
public struct RetryPolicy: Sendable {
  /// Maximum number of attempts after the first attempt.
  public var limit = 2
  /// The methods of requests that can be sent twice. Default: the idempotent methods (RFC 9110 §9.2.2).
  public var methods = Method.idempotent
  /// True if a request with any method can be sent twice. Set this if the server recognizes a repeated request, for
  /// example by a key in the request.
  public var takesAnyMethod = false
  /// Statuses after which to try again, whether or not the target accepts them.
  public var statusCodes = RetryPolicy.passingFaults
  /// Kinds of error after which to try again. Default: the kinds that mean that no complete response arrived.
  public var errors = RetryPolicy.withoutAnswer
  /// The wait before attempt n+1 is `scale` × `base`ⁿ⁻¹ seconds. A random number makes the wait longer or shorter, by
  /// at most the fraction `jitter`. The result is at most `maximumDelay`. These fields accept any number. A negative
  /// number and NaN count as 0, and no wait is longer than 49 days.
  public var base = 2.0
  public var scale = 0.5
  public var jitter = 0.2
  public var maximumDelay: TimeInterval = 30
  /// The limit for the server's `Retry-After`, in seconds. A longer wait is reduced to this limit.
  public var maximumRetryAfter: TimeInterval = 60
  /// If false, the server's `Retry-After` is ignored.
  public var honoursRetryAfter = true

  // These sets are made once. The C API passes a policy with every call, and building a new set for each call is slow.
  private static let passingFaults: Set<Int> = [408, 429, 500, 502, 503, 504]
  private static let withoutAnswer: Set<TransferError.Kind> = [
    .resolve, .connect, .connectTimeout, .idleTimeout, .network, .incompleteBody,
  ]

  public init() {}

  /// Returns true if the policy lists this result's status or error.
  public func covers(_ result: Result<Response, MoyaError>) -> Bool {
    // A response that broke off has a status too, but this status does not tell why the response broke off. So if
    // there is a `TransferError`, only its kind counts.
    if case .failure(.underlying(let error as TransferError, _)) = result { return errors.contains(error.kind) }
    return result.response.map { statusCodes.contains($0.statusCode) } ?? false
  }

  /// Returns the seconds to wait after this attempt (1 is the first attempt). `Retry-After` takes precedence over the
  /// backoff.
  public func delay(afterAttempt attempt: Int, result: Result<Response, MoyaError>) -> TimeInterval {
    if honoursRetryAfter, let field = result.response?.response?.value(forHTTPHeaderField: "Retry-After"),
      let seconds = RetryAfter.seconds(field)
    {
      return min(RetryPolicy.sane(maximumRetryAfter), seconds)
    }
    let (base, maximum) = (RetryPolicy.sane(base), RetryPolicy.sane(maximumDelay))
    var delay = RetryPolicy.sane(scale)
    for _ in 1..<max(1, min(attempt, 64)) { delay = min(delay * base, maximum) }
    let spread = delay * min(1, RetryPolicy.sane(jitter))
    return max(0, min(maximum, delay + .random(in: -spread...spread)))
  }

  /// Decides whether and when another attempt follows this result.
  /// - Parameters:
  /// - own: the caller's decision, which replaces the policy's decision; `nil` if the caller makes no decision.
  /// - budget: the budget from which the attempt is taken.
  package func decide(
    on result: Result<Response, MoyaError>, of method: Method, attempt: Int, own: Bool?, budget: RetryBudget?
  ) -> RetryDecision {
    guard attempt <= limit, own ?? covers(result), takesAnyMethod || methods.contains(method),
      budget?.withdraw() ?? true
    else { return .no }
    return .after(seconds: delay(afterAttempt: attempt, result: result))
  }

  /// Returns the number in the form that the library uses: finite and not negative. So sums, products and ranges of
  /// such numbers are valid too.
  private static func sane(_ number: Double) -> Double {
    number.isNaN ? 0 : max(0, min(number, Double(UInt32.max) / 1000))
  }
}

/// Limits retries to a share of all requests, so that a server in trouble does not receive several times its load.
public final class RetryBudget: Sendable {
  private let ratio: Double
  private let reserve: Double
  /// How many retries can be made now, stored as the bits of a `Double`. This is an atomic without a lock, because a
  /// forked child could find a lock held.
  private let credit: Atomic<UInt64>

  /// Makes a budget.
  ///
  /// - Parameters:
  ///   - ratio: How many retries each request adds to the budget.
  ///   - reserve: Maximum number of retries that the budget saves up. A new budget has this many.
  public init(ratio: Double = 0.2, reserve: Int = 10) {
    self.ratio = max(0, ratio)
    self.reserve = Double(max(0, reserve))
    credit = Atomic(self.reserve.bitPattern)
  }

  /// Adds `ratio` to the budget, because the first attempt of a call was made.
  package func deposit() { _ = change { min(reserve, $0 + ratio) } }

  /// Returns true if one more retry can be made. If so, takes it from the budget.
  func withdraw() -> Bool { change { $0 >= 1 ? $0 - 1 : nil } }

  /// Changes the credit. Returns false if it did not change.
  /// - Parameter body: returns the new credit, or `nil` for no change.
  private func change(_ body: (Double) -> Double?) -> Bool {
    var known = credit.load(ordering: .relaxed)
    while let next = body(Double(bitPattern: known)) {
      let (isDone, found) = credit.weakCompareExchange(
        expected: known, desired: next.bitPattern, ordering: .relaxed)
      if isDone { return true }
      known = found
    }
    return false
  }
}

/// `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
  /// Returns the seconds from now. Returns 0 for a date that has passed, and `nil` for a text that is neither a number
  /// nor a date.
  static func seconds(_ field: String, now: Int64 = Int64(time(nil))) -> TimeInterval? {
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    if words.count == 1, let number = words.first, number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return TimeInterval(number)
    }
    return HTTPDate.seconds(field, now: now).map { TimeInterval(max(0, $0 - now)) }
  }
}
