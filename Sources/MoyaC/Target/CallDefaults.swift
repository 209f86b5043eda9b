import CMoya
import MoyaCore

/// What a provider decides for targets that do not say it themselves.
///
/// One object for each provider: a value of so many references would be retained part by part in every call.
final class CallDefaults: Sendable {
  let stub: StubMoment?
  let idleSeconds: Double
  /// `nil`: targets have nothing in common.
  let service: ServiceSettings?
  /// `nil`: only plugins, and targets that say it themselves, have other attempts.
  let retry: CRetryRule?
  /// For targets without one, and without an Authorization.
  let authentication: Authentication?
  /// `nil`: targets are called as they are.
  let closures: ClosureSettings?
  /// Stub rules answer every call.
  let hasRules: Bool
  let urls = KnownURLs()
  /// Of the last target that had a policy of retries and no other option: a program sends the same few over and over, and
  /// to see that a policy is the same takes 600 instructions less than to read it anew.
  private let last = Unwaited { RetryOptions?.none }

  private struct RetryOptions {
    let rule: CRetryRule
    let options: OrderOptions
  }
  /// They change nothing of a target.
  let arePlain: Bool

  init(_ settings: ProviderSettings) {
    stub = settings.stub
    idleSeconds = Double(settings.transfer.idleTimeout) / 1000
    service = settings.service
    retry = settings.retry
    authentication = settings.authentication
    closures = settings.closures
    hasRules = settings.stubs != nil
    arePlain =
      settings.service == nil && settings.retry == nil && settings.authentication == nil && settings.closures == nil
      && settings.stubs == nil
  }

  /// A target's own policy, or the provider's.
  /// - Parameters:
  ///   - kept: owns the `user` of the target's.
  ///   - provider: whose callbacks run in a call, and which outlives each of its calls.
  func rule(
    _ own: UnsafePointer<moya_retry>?, _ kept: KeptBytes?, of provider: Provider
  ) throws(Failure) -> CRetryRule? {
    guard let own else { return retry }
    let rule = try CRetryRule(ofTarget: own, kept)
    rule.provider = .passUnretained(provider)
    return rule
  }

  /// What a target with options says differently from the provider.
  /// - Parameter kept: owns the `user` of its policy of retries.
  func options(
    _ target: moya_target, _ authentication: Authentication?, _ kept: KeptBytes?, of provider: Provider
  ) throws(Failure) -> OrderOptions {
    guard let own = target.retry, target.hasNothingButRetry, authentication == nil else {
      return try OrderOptions(target, authentication, kept, provider)
    }
    if let known = last.withValue({ $0?.rule.wasMade(of: own) == true ? $0?.options : nil }) ?? nil { return known }
    let options = try OrderOptions(target, nil, kept, provider)
    // One that is to be released is not kept beyond its call.
    if kept == nil, let rule = options.retry as? CRetryRule {
      _ = last.withValue { $0 = RetryOptions(rule: rule, options: options) }
    }
    return options
  }
}
