import CMoya
import MoyaCore
import MoyaNetwork

/// Makes the plugins of the library by their ids.
struct BuiltinPlugins {
  private let functions: BuiltinFunctions
  private unowned let provider: Provider

  init(_ functions: BuiltinFunctions, for provider: Provider) {
    self.functions = functions
    self.provider = provider
  }

  func make(_ id: String, _ text: UnsafePointer<CChar>?) throws(Failure) -> PluginMember {
    guard let make = makers[id] else {
      let known = makers.keys.sorted().joined(separator: ", ")
      throw Failure(
        MOYA_ERROR_ARGUMENT, "the library has no plugin \(RequestRules.printable(id)), but it has \(known)")
    }
    var config = try PluginConfig(text, of: id)
    let tag = try config.text("tag")
    return try make(&config, Applies(tag: tag))
  }

  private typealias Make = (inout PluginConfig, Applies) throws(Failure) -> PluginMember

  private var makers: [String: Make] {
    [
      "moya.access-token": accessToken, "moya.credentials": credentials, "moya.logger": logger,
      "moya.activity": activity, "moya.signing": signing, "moya.retry": retry,
    ]
  }

  private func accessToken(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    let rules = try AccessTokenRules(&config, applies)
    try config.end()
    let source = try functions.refresher(for: provider, rules)
    guard rules.token != nil || source != nil else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya.access-token needs \"token\" in its config, refresh or refresh_target")
    }
    let hooks = AccessToken(rules, source, identity: PluginIdentity(config.plugin, log: provider.settings.log))
    return PluginMember(
      hooks: hooks, mayRetry: source != nil, mayWait: source != nil, destroy: { [functions] in functions.forget() })
  }

  private func credentials(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    let user = try config.required(config.text("user"), "user")
    let password = try config.text("password") ?? ""
    try config.end()
    let credential = URLCredential(user: user, password: password, persistence: .forSession)
    return PluginMember(hooks: CredentialsPlugin { applies.to($0) ? credential : nil })
  }

  private func activity(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    try config.end()
    guard let tell = functions.struct.activity else { throw .null("moya_builtin.activity") }
    let plugin = NetworkActivityPlugin { [functions, unowned provider] change, target in
      guard applies.to(target) else { return }
      let kind = change == .began ? MOYA_ACTIVITY_BEGAN : MOYA_ACTIVITY_ENDED
      provider.inCallback { target.path.withCString { tell(functions.context.user, moya_activity(kind), $0) } }
    }
    return PluginMember(hooks: plugin)
  }

  private func signing(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    let secret = try config.required(config.text("secret"), "secret")
    let algorithm = try config.choice(
      "algorithm", ["hmac-sha256": SigningPlugin.Algorithm.hmacSHA256, "md5": .md5])
    let (query, header) = (try config.text("query"), try config.text("header"))
    try config.end()
    if query != nil, header != nil { throw config.wrong("header", "left out beside \"query\"") }
    if let header {
      do throws(TransferError) { try RequestRules.check(name: header, value: "") } catch {
        throw config.wrong("header", "the name of a header field")
      }
    }
    let place = header.map { SigningPlugin.Place.header($0) } ?? .query(QueryName.encoded(query ?? "sign"))
    return PluginMember(
      hooks: SigningPlugin(
        secret: secret, algorithm: algorithm ?? .hmacSHA256, place: place, applies: { applies.to($0) }),
      isLast: true)
  }

  private func retry(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    PluginMember(hooks: try BuiltinRetry(&config, applies), mayRetry: true)
  }

  private func logger(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    PluginMember(hooks: try BuiltinLogger.plugin(&config, applies, provider))
  }
}

/// Which targets a plugin of the library is for.
struct Applies: Sendable {
  /// `nil`: all.
  let tag: String?

  func to(_ target: any TargetType) -> Bool { tag.map { target.tags.contains($0) } ?? true }
}

/// A text as the name of a parameter in a URL.
enum QueryName {
  static func encoded(_ name: String) -> String {
    TextBuffer.string { $0.append(name, unless: ASCII.isQueryItem) }
  }
}
