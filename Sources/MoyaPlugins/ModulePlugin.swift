import MoyaC
import MoyaCore

/// A plugin that is loaded from a module: a shared object that was written in C, C++, Rust or Swift for the plugin
/// interface of libmoya.
///
///     let limit = try ModulePlugin(path: "./limit.so", options: ["per_second": 5])
///     let provider = MoyaProvider<GitHub>(plugins: [limit])
///
/// Each `ModulePlugin` has its own instance of the plugin. The first provider that gets the `ModulePlugin` also sends
/// the plugin's own requests. These requests use the provider's session, and the hooks of the plugins after this one
/// run for them. A module is never unloaded. Any thread may use a `ModulePlugin`.
public final class ModulePlugin: PluginType, Sendable {
  private let loaded: LoadedPlugin

  /// Opens a module and makes an instance of a plugin.
  ///
  /// Before the file is opened, it is checked. It must be a complete shared object for this machine that contains
  /// plugins. The file, and the folders and links on its path, must belong to root or to the user of the process. Other
  /// users must not be able to change or replace them.
  ///
  /// - Parameters:
  ///   - path: A path with a slash, or a bare name, with or without `.so`. A bare name is looked for in the folders of
  ///     `MOYA_PLUGIN_PATH`.
  ///   - id: The id of the plugin. It can be `nil` if the module contains only one plugin.
  ///   - name: The name of the plugin in messages. If it is `nil`, messages use the plugin's id.
  ///   - options: The options of the plugin. Each value must be one that JSON can represent. The command `moya plugins
  ///     FILE` prints the plugin's description of its options.
  ///   - onlyTag: The hooks run only for targets with this tag. If it is `nil`, they run for all targets.
  ///   - notTag: The hooks do not run for targets with this tag.
  ///   - waitLimit: The longest time in seconds that a hook may wait. After that, the call fails. If it is `nil`, only
  ///     the total timeout of the call applies.
  ///   - allowsAnyFile: If true, the file may belong to another user, and other users may be able to change or replace
  ///     it.
  ///   - log: Receives the log lines of the plugin. While it receives a line that belongs to a call, the task-locals
  ///     that the provider carries have the values of that call. If `log` is `nil`, the lines go to standard error.
  ///     Then the environment variable `MOYA_LOG` names the lowest level that is written. Without this variable, no
  ///     line is written.
  /// - Throws: `ModuleError`, which names the file and the reason.
  public init(
    path: String, id: String? = nil, name: String? = nil, options: [String: Any] = [:], onlyTag: String? = nil,
    notTag: String? = nil, waitLimit: TimeInterval? = nil, allowsAnyFile: Bool = false,
    log: (@Sendable (_ level: LogLevel, _ line: String) -> Void)? = nil
  ) throws {
    var use = ModuleUse(path: path)
    use.id = id
    use.name = name
    if !options.isEmpty {
      do throws(ParameterEncodingError) { use.config = try JSONWriter.data(options, options: []) } catch {
        throw ModuleError(invalid: "the options of plugin \(path) are not JSON: \(error)")
      }
    }
    use.onlyTag = onlyTag
    use.notTag = notTag
    use.longestWait = waitLimit.map { max(1, $0.milliseconds) } ?? 0
    use.isAnyFileAllowed = allowsAnyFile
    if let log { use.log = { log(LogLevel(rawValue: $0) ?? .error, $1) } }
    loaded = try LoadedPlugin(use)
  }

  /// The importance of a log line.
  public enum LogLevel: Int32, Sendable {
    case debug, info, warning, error
  }

  /// The name of the plugin in messages.
  public var name: String { loaded.name }
  /// The plugin's id in reverse domain order.
  public var id: String { loaded.id }
  public var version: String { loaded.version }

  /// If false, the plugin's hooks do not run for calls that begin from now on. Calls under way are not affected.
  public var isEnabled: Bool {
    get { loaded.isEnabled }
    set { loaded.isEnabled = newValue }
  }

  /// Waits at most 2 seconds for the calls for which the plugin's hooks have run. Then gives the plugin at most 2
  /// seconds to end its own work, and destroys the plugin. Later calls of the provider fail.
  ///
  /// Call this function at the end of a program, because a plugin may have something left to send. If the object is
  /// freed earlier, the plugin ends its work on another thread. Do not call this function in a hook, or on the queue on
  /// which a call completes.
  ///
  /// - Returns: False if calls are still under way. The plugin then ends its work when the object is freed.
  @discardableResult
  public func close() -> Bool { loaded.close() }

  // MARK: Hooks

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    var edited: URLRequest? = request
    return loaded.edit(&edited, of: context.callThatWaits) ?? .ready(edited ?? request)
  }

  public func sign(_ request: URLRequest, context: PluginContext) -> Preparation {
    var signed: URLRequest? = request
    return loaded.sign(&signed, context.flight.description.upload, of: context.callThatWaits)
      ?? .ready(signed ?? request)
  }

  public func willSend(_ request: any RequestType, context: PluginContext) {
    loaded.willSend(request, context: context)
  }

  public func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    loaded.didReceive(result, context: context)
  }

  public func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    loaded.shouldRetry(result, context: context)
  }

  public func finish(_ result: Result<Response, MoyaError>, context: PluginContext) -> Finish {
    loaded.finish(result, to: context.request, of: context.callThatWaits)
  }

  public func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> { loaded.process(result, context: context) }

  public func releaseSlot(context: PluginContext) { loaded.releaseSlot(context: context) }
}

extension ModulePlugin: BodyPlugin {
  public var readsBodies: Bool { loaded.readsBodies }

  public func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse {
    try loaded.open(&head, context: context)
  }
}

extension ModulePlugin: SelectivePlugin {
  package var hooks: Hooks { loaded.hooks }
}

extension ModulePlugin: LimitedWait {
  package func edit(_ request: inout URLRequest?, of call: HookedCall) -> Preparation? {
    loaded.edit(&request, of: call)
  }

  package func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> Preparation? {
    loaded.sign(&request, upload, of: call)
  }

  package func finish(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) -> Finish {
    loaded.finish(result, to: request, of: call)
  }

  package var longestWait: UInt32 { loaded.longestWait }
  package func waitedTooLong(in hook: Hooks) -> MoyaError { loaded.waitedTooLong(in: hook) }
}

extension ModulePlugin: SendingPlugin {
  package var secretHeaders: [String] { loaded.secretHeaders }
  package func join(_ sender: PluginSender) { loaded.join(sender) }
}

/// The reason why a module cannot be used, or why a hook of its plugin made a call fail. In the second case it is the
/// underlying error of a `MoyaError`.
public typealias ModuleError = PluginFailure
