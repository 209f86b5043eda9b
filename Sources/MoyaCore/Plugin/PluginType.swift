/// Watches and changes requests and results. Every hook has a default that does nothing.
///
/// Of each call: `prepare` of every plugin, then `willSend` of every plugin, then the exchange, then `didReceive` of
/// every plugin, `shouldRetry` of each until one says yes, and at the end `process`: always in the order in which the
/// plugins were given. `didReceive` runs if and only if `willSend` ran. Hooks of one call never overlap; hooks of
/// different calls may run at the same time.
///
/// Moya's four hooks get the target. The forms with a `PluginContext` are libmoya's: implement one of the two.
public protocol PluginType {
  /// Changes the request before it is sent. Once per attempt.
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest
  /// The request is final and about to be sent. Once per attempt.
  func willSend(_ request: any RequestType, target: any TargetType)
  /// The result of an attempt, validated, before `process`.
  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType)
  /// Changes what the caller gets. Once per call, whatever happened.
  func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError>

  /// As `prepare(_:target:)`, and may wait, fail or answer by itself.
  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation
  func willSend(_ request: any RequestType, context: PluginContext)
  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext)
  func process(_ result: Result<Response, MoyaError>, context: PluginContext) -> Result<Response, MoyaError>
  /// Decides on the result of an attempt that could be repeated: not of one that was cancelled or ran out of the total
  /// timeout, whose body is a stream, or that could not be sent as it was. The first plugin that says yes decides;
  /// those behind it are not asked.
  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision
}

extension PluginType {
  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }
  public func willSend(_ request: any RequestType, target: any TargetType) {}
  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {}
  public func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> { result }

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    .ready(prepare(request, target: context.target))
  }

  public func willSend(_ request: any RequestType, context: PluginContext) {
    willSend(request, target: context.target)
  }

  public func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    didReceive(result, target: context.target)
  }

  public func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> { process(result, target: context.target) }

  public func shouldRetry(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> RetryDecision { .no }
}
