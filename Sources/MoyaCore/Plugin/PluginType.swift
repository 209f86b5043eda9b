/// Watches and changes requests and results: a plugin in Moya's spelling, whose four hooks get the target. A plugin
/// that needs more, such as to wait, to answer by itself or to ask for another attempt, implements the forms with a
/// `PluginContext` instead. When which hook runs is said in `PluginHooks`.
public protocol PluginType: PluginHooks {
  /// Changes the request before it is sent. Once per attempt.
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest
  /// The request is final and about to be sent. Once per attempt.
  func willSend(_ request: any RequestType, target: any TargetType)
  /// The result of an attempt, validated, before `process`.
  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType)
  /// Changes what the caller gets. Once per call, whatever happened.
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
