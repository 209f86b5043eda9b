import CMoya
import MoyaCore

/// What a provider decides for targets that do not say it themselves.
///
/// There is one object for each provider. If it were a struct, every call would retain each of its references.
final class CallDefaults: Sendable {
  let stub: StubMoment?
  let idleSeconds: Double
  /// `nil` if there are no settings for all targets.
  let service: ServiceSettings?
  /// `nil` if only plugins, and targets with their own policy, start further attempts.
  let retry: CRetryRule?
  /// For targets that have no credential and no Authorization field.
  let authentication: Authentication?
  /// `nil` if no closure changes targets.
  let closures: ClosureSettings?
  /// Stub rules answer every call.
  let hasRules: Bool
  let urls = KnownURLs()
  /// The options of the last target that had a retry policy and no other option.
  ///
  /// A program sends the same few targets again and again. Comparing a policy is faster than reading it again.
  private let last = Unwaited { RetryOptions?.none }

  private struct RetryOptions {
    let rule: CRetryRule
    let options: OrderOptions
  }
  /// True if the defaults change nothing in a target.
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

  /// The policy of the target. If it has none, that of the provider.
  ///
  /// - Parameters:
  ///   - kept: Owns the `user` of the target's policy.
  ///   - provider: Its callbacks run in a call. It outlives each of its calls.
  func rule(
    _ own: UnsafePointer<moya_retry>?, _ kept: KeptBytes?, of provider: Provider
  ) throws(Failure) -> CRetryRule? {
    guard let own else { return retry }
    let rule = try CRetryRule(ofTarget: own, kept)
    rule.provider = .passUnretained(provider)
    return rule
  }

  /// The options in which a target differs from its provider.
  ///
  /// - Parameter kept: Owns the `user` of its retry policy.
  func options(
    _ target: moya_target, _ authentication: Authentication?, _ kept: KeptBytes?, of provider: Provider
  ) throws(Failure) -> OrderOptions {
    guard let own = target.retry, target.hasNothingButRetry, authentication == nil else {
      return try OrderOptions(target, authentication, kept, provider)
    }
    if let known = last.withValue({ $0?.rule.wasMade(of: own) == true ? $0?.options : nil }) ?? nil { return known }
    let options = try OrderOptions(target, nil, kept, provider)
    // A policy that must be released is not stored beyond its call.
    if kept == nil, let rule = options.retry as? CRetryRule {
      _ = last.withValue { $0 = RetryOptions(rule: rule, options: options) }
    }
    return options
  }
}
