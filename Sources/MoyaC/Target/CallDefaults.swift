import CMoya
import MoyaCore

/// The values that a provider uses if a target does not set them.
///
/// Each provider has one object of this class. If the class were a struct, every call would retain each reference in
/// the struct.
final class CallDefaults: Sendable {
  let stub: StubMoment?
  let idleSeconds: Double
  /// The settings for all targets. `nil` if the provider has no such settings.
  let service: ServiceSettings?
  /// The retry policy of the provider. If it is `nil`, only plugins and the policies of targets start further attempts.
  let retry: CRetryRule?
  /// The credential for targets that have no credential and no Authorization field.
  let authentication: Authentication?
  /// The program's closures, which change targets and requests. `nil` if the program gave no closures.
  let closures: ClosureSettings?
  /// True if stub rules decide about every call.
  let hasRules: Bool
  let urls = KnownURLs()
  /// The options of the last target that had a retry policy and no other option.
  ///
  /// A program sends the same few targets again and again. Comparing a new policy with the stored policy is faster than
  /// reading the new policy.
  private let last = Unwaited { RetryOptions?.none }

  private struct RetryOptions {
    let rule: CRetryRule
    let options: CallOptions
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

  /// Returns the retry policy of the target. If the target has no policy, returns the policy of the provider.
  ///
  /// - Parameters:
  ///   - kept: The object that owns the `user` of the target's policy.
  ///   - provider: The provider whose callbacks run in the call. It outlives each of its calls.
  func rule(
    _ own: UnsafePointer<moya_retry>?, _ kept: KeptBytes?, of provider: Provider
  ) throws(Failure) -> CRetryRule? {
    guard let own else { return retry }
    let rule = try CRetryRule(ofTarget: own, kept)
    rule.provider = provider
    return rule
  }

  /// Returns the options of a target that replace options of the provider.
  ///
  /// - Parameter kept: The object that owns the `user` of the target's retry policy.
  func options(
    _ target: moya_target, _ authentication: Authentication?, _ kept: KeptBytes?, of provider: Provider
  ) throws(Failure) -> CallOptions {
    guard let own = target.retry, target.hasNothingButRetry, authentication == nil else {
      return try CallOptions(target, authentication, kept, provider)
    }
    if let known = last.withValue({ $0?.rule.wasMade(of: own) == true ? $0?.options : nil }) ?? nil { return known }
    let options = try CallOptions(target, nil, kept, provider)
    // Does not store a policy that has a `release_user`, because the policy is released when its call ends.
    if kept == nil, let rule = options.retry as? CRetryRule {
      _ = last.withValue { $0 = RetryOptions(rule: rule, options: options) }
    }
    return options
  }
}
