import CMoya
import Glibc
import MoyaCore

/// A `moya_retry` in the form that the engine uses.
///
/// The class is `@unchecked Sendable` because it is immutable except for `provider`, which is set before the first
/// call. `user` belongs to the caller and is only passed to `decide`.
final class CRetryRule: RetryRule, @unchecked Sendable {
  /// The caller's policy, already checked. It is converted to a `RetryPolicy` only if a result may need another
  /// attempt. Most results need none.
  private let given: moya_retry
  /// The statuses after which the policy asks for another attempt. `nil` means the default statuses of `RetryPolicy`.
  private let statuses: [Int32]?
  private let budget: RetryBudget?
  private let decide: moya_retry_fn?
  private let user: UnsafeMutableRawPointer?
  /// The object that owns `user`.
  private let kept: KeptBytes?
  /// The provider for whose calls the rule decides. The provider outlives each of its calls.
  unowned(unsafe) var provider: Provider?

  /// Reads the policy of a provider.
  convenience init(_ pointer: UnsafePointer<moya_retry>) throws(Failure) {
    let given = try moya_retry(copying: pointer)
    try self.init(given, isTargets: false, KeptBytes(given.release_user, given.user, provider: nil))
  }

  /// Reads the policy of a target. Such a policy must not have a budget of retries, because a budget limits the retries
  /// of all calls of a provider.
  ///
  /// - Parameter kept: The object that owns the policy's `user`.
  convenience init(ofTarget pointer: UnsafePointer<moya_retry>, _ kept: KeptBytes?) throws(Failure) {
    try self.init(moya_retry(copying: pointer), isTargets: true, kept)
  }

  private init(_ policy: moya_retry, isTargets target: Bool, _ kept: KeptBytes?) throws(Failure) {
    given = policy
    self.kept = kept
    try given.check()
    statuses = try given.ownStatuses()
    if target, given.budget_percent != 0 {
      throw .argument("moya_retry.budget_percent is for a provider's policy, not for a target's")
    }
    budget =
      given.budget_percent == 0
      ? nil
      : RetryBudget(
        ratio: Double(given.budget_percent) / 100,
        reserve: given.budget_reserve == 0 ? 10 : Int(given.budget_reserve))
    decide = given.decide
    user = given.user
  }

  func begin() { budget?.deposit() }

  /// Returns true if this rule was made from a policy that equals `other` byte for byte.
  ///
  /// Returns false if the policy has statuses, because these are outside the struct and may have changed. Also returns
  /// false if the policy has a `release_user`.
  func wasMade(of other: UnsafePointer<moya_retry>) -> Bool {
    let size = MemoryLayout<moya_retry>.size
    guard statuses == nil, kept == nil, Int(given.size) == size, Int(other.pointee.size) == size else { return false }
    return withUnsafePointer(to: given) { memcmp($0, other, size) == 0 }
  }

  /// Returns true if the other rule was made for another call from the same policy.
  ///
  /// A budget of retries belongs to the policy of one provider. Two rules with a budget are therefore equal only if
  /// they are the same object.
  func equals(_ other: any RetryRule) -> Bool {
    guard let other = other as? CRetryRule, budget == nil, other.budget == nil else { return self === other }
    return given.saysTheSame(as: other.given) && statuses == other.statuses
      && provider === other.provider
  }

  func decide(
    on result: Result<Response, MoyaError>, of request: URLRequest?, about subject: any Subject, attempt: Int
  ) -> RetryDecision {
    if decide == nil, case .success(let response) = result, !mayCover(response.statusCode) { return .no }
    let policy = RetryPolicy(given, statuses)
    let method = Method(rawValue: request?.httpMethod ?? "GET")
    var delay: Double?
    var own: Bool?
    if let decide, attempt <= policy.limit, policy.takesAnyMethod || policy.methods.contains(method) {
      let answer = ask(decide, result, subject, attempt)
      if answer != Int64(MOYA_RETRY_POLICY) {
        own = answer >= 0
        delay = Double(answer) / 1000
      }
    }
    let decision = policy.decide(on: result, of: method, attempt: attempt, own: own, budget: budget)
    if case .after = decision, let delay { return .after(seconds: delay) }
    return decision
  }

  /// Returns false if the policy never asks for another attempt after this HTTP status.
  private func mayCover(_ status: Int) -> Bool {
    guard let statuses else { return status >= 400 }
    return statuses.contains { Int($0) == status }
  }

  private func ask(
    _ decide: moya_retry_fn, _ result: Result<Response, MoyaError>, _ subject: any Subject, _ attempt: Int
  ) -> Int64 {
    guard let provider else { return Int64(MOYA_RETRY_POLICY) }
    var came: Response?
    var error: CError?
    switch result {
    case .success(let answer): came = answer
    case .failure(let cause):
      came = cause.response
      error = CError(Failure(cause, target: "the attempt"))
    }
    let response = came.flatMap { try? CResponse($0) }
    return withExtendedLifetime((response, error)) {
      provider.inCallback {
        decide(user ?? (subject as? CSubject)?.user, UInt32(attempt), response?.borrowedHandle, error?.borrowedHandle)
      }
    }
  }
}

extension moya_retry {
  /// Compares all fields except the statuses, which are outside the struct.
  fileprivate func saysTheSame(as other: moya_retry) -> Bool {
    func words(_ policy: moya_retry) -> [UInt32] {
      [
        policy.attempts, policy.delay_ms, policy.backoff_percent, policy.max_delay_ms, policy.jitter_percent,
        policy.max_retry_after_ms, policy.flags,
      ]
    }
    return words(self) == words(other) && user == other.user
      && unsafeBitCast(decide, to: UnsafeRawPointer?.self) == unsafeBitCast(other.decide, to: UnsafeRawPointer?.self)
  }

  fileprivate func check() throws(Failure) {
    let known = UInt32(MOYA_RETRY_ANY_METHOD | MOYA_RETRY_NO_RETRY_AFTER | MOYA_RETRY_NO_JITTER)
    guard flags & ~known == 0 else {
      throw .argument("moya_retry.flags has \(flags & ~known), which is no MOYA_RETRY_…")
    }
    guard attempts <= 16 else { throw .argument("moya_retry.attempts is \(attempts), more than 16") }
    guard jitter_percent <= 100 else {
      throw .argument("moya_retry.jitter_percent is \(jitter_percent), more than 100")
    }
  }

  fileprivate func ownStatuses() throws(Failure) -> [Int32]? {
    let given = try array(statuses, count: status_count, named: "moya_retry.statuses")
    if let wrong = given.first(where: { !(100...599 ~= $0) }) {
      throw .argument("moya_retry.statuses has \(wrong), which is not 100 … 599")
    }
    return statuses == nil ? nil : Array(given)
  }
}

extension RetryPolicy {
  fileprivate init(_ given: moya_retry, _ statuses: [Int32]?) {
    self.init()
    if given.attempts > 0 { limit = Int(given.attempts) - 1 }
    if given.delay_ms > 0 { scale = Double(given.delay_ms) / 1000 }
    if given.backoff_percent > 0 { base = Double(given.backoff_percent) / 100 }
    if given.max_delay_ms > 0 { maximumDelay = Double(given.max_delay_ms) / 1000 }
    if given.jitter_percent > 0 { jitter = Double(given.jitter_percent) / 100 }
    if given.flags & UInt32(MOYA_RETRY_NO_JITTER) != 0 { jitter = 0 }
    if given.max_retry_after_ms > 0 { maximumRetryAfter = Double(given.max_retry_after_ms) / 1000 }
    honoursRetryAfter = given.flags & UInt32(MOYA_RETRY_NO_RETRY_AFTER) == 0
    takesAnyMethod = given.flags & UInt32(MOYA_RETRY_ANY_METHOD) != 0
    if let statuses { statusCodes = Set(statuses.map { Int($0) }) }
  }
}
