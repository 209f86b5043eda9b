/// What happened to a target's request.
public enum NetworkActivityChangeType: Hashable, Sendable {
  case began
  case ended
}

/// Reports when requests begin and end. A request that is sent again by a retry is reported again.
public final class NetworkActivityPlugin: PluginType, Sendable {
  @preconcurrency public typealias NetworkActivityClosure =
    @Sendable (_ change: NetworkActivityChangeType, _ target: any TargetType) -> Void

  private let networkActivityClosure: NetworkActivityClosure

  @preconcurrency
  public init(networkActivityClosure: @escaping NetworkActivityClosure) {
    self.networkActivityClosure = networkActivityClosure
  }

  public func willSend(_ request: any RequestType, target: any TargetType) { networkActivityClosure(.began, target) }

  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    networkActivityClosure(.ended, target)
  }
}
