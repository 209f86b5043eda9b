/// The hooks of a plugin, as the engine calls them. Every hook has a default that does nothing.
///
/// Of each call: `prepare` of every plugin, then `willSend` of every plugin, then the exchange, then `didReceive` of
/// every plugin, `shouldRetry` of each until one says yes, and at the end `process`: always in the order in which the
/// plugins were given. `didReceive` runs if and only if `willSend` ran. Hooks of one call never overlap; hooks of
/// different calls may run at the same time. When equal calls share an exchange, only `process` runs for each.
public protocol PluginHooks {
  /// Changes the request before it is sent, or waits, fails or answers by itself. Once per attempt.
  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation
  /// The request is final and about to be sent. Once per attempt.
  func willSend(_ request: any RequestType, context: PluginContext)
  /// The result of an attempt, validated, before `process`.
  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext)
  /// Changes what the caller gets. Once per call, whatever happened.
  func process(_ result: Result<Response, MoyaError>, context: PluginContext) -> Result<Response, MoyaError>
  /// Decides on the result of an attempt that could be repeated: not of one that was cancelled or ran out of the total
  /// timeout, whose body is a stream, or that could not be sent as it was. The first plugin that says yes decides;
  /// those behind it are not asked.
  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision
  /// Gives up what the plugin has kept in its slot. The last that a call asks of a plugin, after the last `process`.
  func releaseSlot(context: PluginContext)
}

extension PluginHooks {
  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation { .ready(request) }
  public func willSend(_ request: any RequestType, context: PluginContext) {}
  public func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {}
  public func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> { result }
  public func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision { .no }
  public func releaseSlot(context: PluginContext) {}
}
