import CHooks
import CMoya
import MoyaCore
import MoyaNetwork

/// Makes a built-in plugin from its id.
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
    var member = try make(&config, Applies(tag: tag))
    provider.settings.log.secrets.add(config.secrets)
    member.table = moya_builtin_table(id)?.assumingMemoryBound(to: moya_plugin.self)
    return member
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
    let password = try config.secret("password") ?? ""
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
    let secret = try config.required(config.secret("secret"), "secret")
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
        secret: secret, algorithm: algorithm ?? .hmacSHA256, place: place, applies: { applies.to($0) }))
  }

  private func retry(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    PluginMember(hooks: try BuiltinRetry(&config, applies), mayRetry: true)
  }

  private func logger(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) -> PluginMember {
    PluginMember(hooks: try BuiltinLogger.plugin(&config, applies, provider))
  }
}

/// Says to which targets a built-in plugin applies.
struct Applies: Sendable {
  /// The tag that a target must have. `nil` means that the plugin applies to all targets.
  let tag: String?

  func to(_ target: any TargetType) -> Bool { tag.map { target.tags.contains($0) } ?? true }
}

/// Encodes a text as the name of a parameter in a URL.
enum QueryName {
  static func encoded(_ name: String) -> String {
    TextBuffer.string { $0.append(name, unless: ASCII.isQueryItem) }
  }
}

// MARK: - PluginConfig

/// The options of a built-in plugin. The plugin takes each option that it knows. An option that remains at the end is
/// unknown.
struct PluginConfig {
  let plugin: String
  private var rest: [String: Any]
  /// The secrets that the plugin has taken.
  private(set) var secrets: [String] = []

  /// - Parameter text: A JSON object. NULL means an empty object.
  init(_ text: UnsafePointer<CChar>?, of plugin: String) throws(Failure) {
    self.plugin = plugin
    let text = text == nil ? "{}" : try String(text, named: "config of \(plugin)")
    guard let (value, repeatedKey) = try? JSONReader.read(Data(text.utf8)), let rest = value as? [String: Any] else {
      throw Failure(MOYA_ERROR_ARGUMENT, "config of \(plugin) is not a JSON object")
    }
    if let repeatedKey {
      throw Failure(
        MOYA_ERROR_ARGUMENT, "config of \(plugin) has the key \"\(RequestRules.printable(repeatedKey))\" twice")
    }
    self.rest = rest
  }

  mutating func text(_ key: String) throws(Failure) -> String? { try take(key, "a text") }
  /// Takes a secret. The config has the secret as a text, or names a variable of the environment or a file that has it.
  mutating func secret(_ key: String) throws(Failure) -> String? {
    guard let value = rest.removeValue(forKey: key) else { return nil }
    do throws(DeclaredOption.Refusal) {
      let secret = try DeclaredOption.secret(value)
      secrets.append(secret)
      return secret
    } catch {
      throw Failure(MOYA_ERROR_ARGUMENT, "\"\(key)\" of \(plugin) \(error.sentence)")
    }
  }

  mutating func flag(_ key: String) throws(Failure) -> Bool? { try take(key, "true or false") }
  mutating func texts(_ key: String) throws(Failure) -> [String]? {
    guard let values: [Any] = try take(key, "a list of texts") else { return nil }
    return try values.map { (value) throws(Failure) in
      guard let text = value as? String else { throw wrong(key, "a list of texts") }
      return text
    }
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    let kind = "an integer of \(range.lowerBound) … \(range.upperBound)"
    guard let number: Int = try take(key, kind) else { return nil }
    guard range ~= number else { throw wrong(key, kind) }
    return number
  }

  mutating func integers(_ key: String, in range: ClosedRange<Int>) throws(Failure) -> [Int]? {
    let kind = "a list of integers of \(range.lowerBound) … \(range.upperBound)"
    guard let values: [Any] = try take(key, kind) else { return nil }
    return try values.map { (value) throws(Failure) in
      guard let number = value as? Int, range ~= number else { throw wrong(key, kind) }
      return number
    }
  }

  /// Takes a key whose value is a word. Returns the value that `values` has for this word. Returns `nil` if the config
  /// omits the key. Throws if `values` does not contain the word.
  mutating func choice<Value>(_ key: String, _ values: KeyValuePairs<String, Value>) throws(Failure) -> Value? {
    let kind = "one of " + values.map { "\"\($0.key)\"" }.joined(separator: ", ")
    guard let word: String = try take(key, kind) else { return nil }
    guard let value = values.first(where: { $0.key == word })?.value else { throw wrong(key, kind) }
    return value
  }

  func required<Value>(_ value: Value?, _ key: String) throws(Failure) -> Value {
    guard let value else { throw Failure(MOYA_ERROR_ARGUMENT, "\(plugin) needs \"\(key)\" in its config") }
    return value
  }

  func wrong(_ key: String, _ kind: String) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "\"\(key)\" of \(plugin) must be \(kind)")
  }

  /// Throws if an option remains. Call this function after the plugin has taken its last option.
  func end() throws(Failure) {
    guard let key = rest.keys.min() else { return }
    throw Failure(MOYA_ERROR_ARGUMENT, "\(plugin) knows no key \"\(RequestRules.printable(key))\"")
  }

  private mutating func take<Value>(_ key: String, _ kind: String) throws(Failure) -> Value? {
    guard let value = rest.removeValue(forKey: key) else { return nil }
    guard let value = value as? Value else { throw wrong(key, kind) }
    return value
  }
}

// MARK: - BuiltinFunctions

/// The contents of a `moya_builtin`.
///
/// The class is `@unchecked Sendable` because its functions are C functions that any thread may call. Only the thread
/// that adds the plugin changes `unread`.
final class BuiltinFunctions: @unchecked Sendable {
  let `struct`: moya_builtin
  let context: CallerContext
  /// The target whose call gets a new token. It is `nil` once the target has been read. The functions and data that
  /// belong to the target are released in every case.
  private var unread: UnsafePointer<moya_target>?
  /// The description of the refresh call, until the plugin is destroyed. It was read from the target.
  private let kept = Protected<CallDescription?>(nil)

  init(_ pointer: UnsafePointer<moya_builtin>?) throws(Failure) {
    `struct` = pointer == nil ? moya_builtin() : try moya_builtin(copying: pointer)
    context = CallerContext(`struct`.user, release: `struct`.release_user)
    unread = `struct`.refresh_target
  }

  func check() throws(Failure) {
    guard `struct`.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_builtin.reserved is not 0") }
  }

  /// If the target was not read, releases the functions and data of the target. Call this function before the exported
  /// C function returns, because the caller may free the target after that.
  func discardUnread() {
    if let target = exchange(&unread, with: nil) { CallDescription.discard(target) }
  }

  /// Gets a new token for a call. The function passes exactly one result to `answer`.
  typealias Refresher =
    @Sendable (
      _ context: PluginContext, _ answer: @escaping @Sendable (Result<String, any Error>) -> Void
    ) -> Void

  /// Returns the function that gets a new token. `nil` if the program does not renew tokens.
  func refresher(for provider: Provider, _ rules: AccessTokenRules) throws(Failure) -> Refresher? {
    if let refresh = `struct`.refresh {
      if `struct`.refresh_target != nil {
        throw Failure(MOYA_ERROR_ARGUMENT, "moya_builtin has a refresh, and a refresh_target beside it")
      }
      return { [self, unowned provider] _, answer in
        let handle = CRefresh(rules, answer)
        provider.inCallback { refresh(self.context.user, handle.retainedHandle()) }
      }
    }
    guard let target = exchange(&unread, with: nil) else { return nil }
    let description = try provider.description(of: target)
    kept.withLock { $0 = description }
    return { [self, unowned provider] context, answer in
      guard let description = kept.withLock({ $0 }) else { return answer(.failure(TransferError.cancelled)) }
      provider.sendAside(description, from: context) { answer(rules.token(in: $0)) }
    }
  }

  /// Frees the description when the plugin is destroyed. Until then the description holds a reference to the provider,
  /// because its `release` is a callback of the provider.
  func forget() { _ = kept.withLock { $0.take() } }
}
