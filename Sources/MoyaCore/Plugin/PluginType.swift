/// Watches and changes requests and results. This is the form that a plugin has in Moya: its four hooks receive the
/// target.
///
/// If a plugin must wait, supply a response or ask for another attempt, it implements the hooks that receive a
/// ``PluginContext`` instead. ``PluginHooks`` says when each hook runs.
public protocol PluginType: PluginHooks {
  /// Changes the request before it is sent. Runs once per attempt.
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest
  /// Sees the final request, which is about to be sent. Runs once per attempt.
  func willSend(_ request: any RequestType, target: any TargetType)
  /// Sees the validated result of an attempt, before `process`.
  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType)
  /// Changes what the caller gets. Runs once per call, whatever happened.
  func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError>
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
}
