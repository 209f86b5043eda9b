/// Runs the hooks of a plugin with the task-locals that their call carries.
///
/// A provider that carries no task-local has no such plugins, so its hooks cost nothing more.
package final class CarryingPlugin: SelectivePlugin, BodyPlugin {
  private let plugin: any PluginHooks
  private let reader: (any BodyPlugin)?
  package let hooks: Hooks
  package let readsBodies: Bool

  private init(_ plugin: any PluginHooks) {
    self.plugin = plugin
    reader = plugin as? any BodyPlugin
    hooks = (plugin as? any SelectivePlugin)?.hooks ?? .all
    readsBodies = reader?.readsBodies ?? false
  }

  /// Returns a plugin that runs the hooks of `plugin` with the task-locals of their call. A plugin of a module is
  /// returned unchanged: its hooks are not Swift code, and the engine treats such a plugin in a special way.
  package static func around(_ plugin: any PluginHooks) -> any PluginHooks {
    if plugin is any LimitedWait || plugin is any EditingPlugin || plugin is any BodyEditingPlugin { return plugin }
    return CarryingPlugin(plugin)
  }

  private func run<Output>(_ context: PluginContext, _ body: () -> Output) -> Output {
    CarriedValues.run(for: context.subject, body)
  }

  package func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    run(context) { plugin.prepare(request, context: context) }
  }

  package func sign(_ request: URLRequest, context: PluginContext) -> Preparation {
    run(context) { plugin.sign(request, context: context) }
  }

  package func willSend(_ request: any RequestType, context: PluginContext) {
    run(context) { plugin.willSend(request, context: context) }
  }

  package func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    run(context) { plugin.didReceive(result, context: context) }
  }

  package func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    run(context) { plugin.process(result, context: context) }
  }

  package func finish(_ result: Result<Response, MoyaError>, context: PluginContext) -> Finish {
    run(context) { plugin.finish(result, context: context) }
  }

  package func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    run(context) { plugin.shouldRetry(result, context: context) }
  }

  package func releaseSlot(context: PluginContext) {
    run(context) { plugin.releaseSlot(context: context) }
  }

  package func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse {
    guard let reader else { return .skip }
    var opened = head
    let use: Result<BodyUse, any Error> = run(context) { Result { try reader.open(&opened, context: context) } }
    head = opened
    guard case .read(let bodyReader) = try use.get() else { return try use.get() }
    return .read(CarryingReader(bodyReader, context.subject))
  }
}

// MARK: - CarryingReader

/// Runs the functions of a body's reader with the task-locals of the call.
private final class CarryingReader: BodyReader {
  private let reader: any BodyReader
  private let subject: any Subject

  init(_ reader: any BodyReader, _ subject: any Subject) {
    self.reader = reader
    self.subject = subject
  }

  func receive(_ bytes: Data) throws -> Data {
    let edited: Result<Data, any Error> = CarriedValues.run(for: subject) { Result { try reader.receive(bytes) } }
    return try edited.get()
  }

  func end() throws -> Data {
    let last: Result<Data, any Error> = CarriedValues.run(for: subject) { Result { try reader.end() } }
    return try last.get()
  }
}
