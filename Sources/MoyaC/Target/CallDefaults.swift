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
  /// The policy of the last target that had one: a program sends the same few over and over, and to read one anew takes
  /// 400 instructions more than to see that it is the same.
  private let last = Unwaited { CRetryRule?.none }
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
  /// - Parameter provider: whose callbacks run in a call, and which outlives each of its calls.
  func rule(_ own: UnsafePointer<moya_retry>?, of provider: Provider) throws(Failure) -> CRetryRule? {
    guard let own else { return retry }
    if let known = last.withValue({ $0?.wasMade(of: own) == true ? $0 : nil }) ?? nil { return known }
    let rule = try CRetryRule(own, isTargets: true)
    rule.provider = .passUnretained(provider)
    _ = last.withValue { $0 = rule }
    return rule
  }
}
