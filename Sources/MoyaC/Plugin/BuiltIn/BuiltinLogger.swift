import CMoya
import MoyaCore
import Synchronization

/// "moya.logger": `NetworkLoggerPlugin` with settings from a config. The lines of the plugin go to the provider's log.
///
/// The class is `@unchecked Sendable` because `logger` is only changed under the lock of `Fork.guarded`, before its
/// first use.
final class BuiltinLogger: PluginType, @unchecked Sendable {
  private let logger: NetworkLoggerPlugin
  private let secrets: SecretValues
  /// The names of the values that the logger hides. The secret header fields of plugins are missing here; `ready` adds
  /// them.
  private let redaction: Redaction
  private let isReady = Atomic<Bool>(false)

  private init(_ logger: NetworkLoggerPlugin, _ secrets: SecretValues) {
    self.logger = logger
    self.secrets = secrets
    redaction = logger.configuration.redaction
  }

  func willSend(_ request: any RequestType, target: any TargetType) { ready.willSend(request, target: target) }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    ready.didReceive(result, target: target)
  }

  /// The logger. It hides the secret header fields of all plugins, even of those that were added later.
  private var ready: NetworkLoggerPlugin {
    if isReady.load(ordering: .acquiring) { return logger }
    var redaction = redaction
    redaction.headers.formUnion(secrets.headers)
    return Fork.guarded {
      if !isReady.load(ordering: .relaxed) { logger.configuration.redaction = redaction }
      isReady.store(true, ordering: .releasing)
      return logger
    }
  }

  private enum Form { case text, json, curl }

  static func plugin(
    _ config: inout PluginConfig, _ applies: Applies, _ provider: Provider
  ) throws(Failure) -> any PluginHooks {
    let form = try config.choice("form", ["text": Form.text, "json": .json, "curl": .curl]) ?? .text
    let level = try config.choice(
      "level",
      ["debug": MOYA_LOG_DEBUG, "info": MOYA_LOG_INFO, "warning": MOYA_LOG_WARNING, "error": MOYA_LOG_ERROR])
    var options: NetworkLoggerPlugin.Configuration.LogOptions = .requestMethod
    if try config.flag("request_headers") ?? true { options.insert(.requestHeaders) }
    if try config.flag("request_body") ?? false { options.insert(.requestBody) }
    if try config.flag("response_body") ?? false { options.insert(.successResponseBody) }
    if try config.flag("error_body") ?? false { options.insert(.errorResponseBody) }
    let limit = try config.integer("max_body", in: 0...(1 << 30)) ?? 65536
    var redaction = Redaction.default
    redaction.headers.formUnion(try config.texts("redact_headers") ?? [])
    redaction.parameters.formUnion(try config.texts("redact_parameters") ?? [])
    try config.end()

    switch form {
    case .text: break
    case .json: options.insert(.formatAsJSON)
    case .curl: options.insert(.formatRequestAscURL)
    }
    let shown: NetworkLoggerPlugin.Configuration.Formatter.DataFormatterType = { data in
      let text = String(decoding: data.prefix(limit), as: UTF8.self)
      return data.count > limit ? text + "… (\(data.count) bytes)" : text
    }
    let name = form == .json ? nil : config.plugin
    let severity = moya_log_level(level ?? MOYA_LOG_INFO)
    var formatter = NetworkLoggerPlugin.Configuration.Formatter(
      entry: { identifier, message, _ in "\(identifier): \(message)" }, requestData: shown, responseData: shown,
      curlSeparator: " ")
    formatter.writesHTTP = true
    let logger = NetworkLoggerPlugin(
      configuration: NetworkLoggerPlugin.Configuration(
        formatter: formatter,
        output: { [unowned provider] target, items in
          guard applies.to(target) else { return }
          provider.inCallback {
            for item in items { provider.settings.log.put(item, level: severity, from: name) }
          }
        },
        logOptions: options, redaction: redaction))
    return BuiltinLogger(logger, provider.settings.log.secrets)
  }
}
