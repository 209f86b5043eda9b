/// Runs the hooks of a plugin with the task-locals that the call carries.
///
/// A provider that carries no task-local does not wrap its plugins in this type, so its hooks cost nothing more.
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

  /// Returns a plugin that runs the hooks of `plugin` with the task-locals of the call.
  ///
  /// If `plugin` comes from a module, returns it unchanged: the engine recognizes a plugin of a module by its type. The
  /// hooks of a module are not Swift code, so they read no task-locals. If a module writes log lines to a Swift
  /// closure, its plugin sets the task-locals for this closure.
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
    let use = try CarriedValues.run(for: context.subject) { try reader.open(&head, context: context) }
    guard case .read(let bodyReader) = use else { return use }
    return .read(CarryingReader.around(bodyReader, of: context.subject))
  }
}

// MARK: - CarryingReader

/// Runs the functions of a body's reader with the task-locals of the call.
package final class CarryingReader: BodyReader {
  private let reader: any BodyReader
  private let values: CarriedValues

  private init(_ reader: any BodyReader, _ values: CarriedValues) {
    self.reader = reader
    self.values = values
  }

  /// Returns a reader that runs the functions of `reader` with the task-locals of the call that `subject` describes. If
  /// the call carries no task-locals, returns `reader` itself.
  package static func around(_ reader: any BodyReader, of subject: any Subject) -> any BodyReader {
    guard let values = subject.carriedValues else { return reader }
    return CarryingReader(reader, values)
  }

  package func receive(_ bytes: Data) throws -> Data { try values.run { try reader.receive(bytes) } }

  package func end() throws -> Data { try values.run { try reader.end() } }
}
