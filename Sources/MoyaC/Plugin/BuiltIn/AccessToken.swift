import CMoya
import MoyaCore

/// How to put a token on requests, and which responses mean that the server refuses the token.
struct AccessTokenRules: Sendable {
  static let plugin = "moya.access-token"

  let token: String?
  let applies: Applies
  private let scheme: String
  private let header: String
  private let statuses: Set<Int>
  private let keyPath: JSONKeyPath
  private let keyPathText: String

  init(_ config: inout PluginConfig, _ applies: Applies) throws(Failure) {
    self.applies = applies
    token = try config.secret("token")
    scheme = try config.text("scheme") ?? "Bearer"
    header = try config.text("header") ?? "Authorization"
    statuses = Set(try config.integers("statuses", in: 100...599) ?? [401])
    keyPathText = try config.text("key_path") ?? "access_token"
    keyPath = JSONKeyPath(stringLiteral: keyPathText)
    do throws(TransferError) { try RequestRules.check(name: header, value: "") } catch {
      throw config.wrong("header", "the name of a header field")
    }
    if !ASCII.isFieldValue(scheme) { throw config.wrong("scheme", "a text without control characters") }
    if let token, !ASCII.isFieldValue(token) { throw config.wrong("token", "a text without control characters") }
  }

  func put(_ token: String, on request: inout URLRequest) {
    request.setValue(scheme.isEmpty ? token : "\(scheme) \(token)", forHTTPHeaderField: header)
  }

  func refuses(_ result: Result<Response, MoyaError>) -> Bool {
    result.response.map { statuses.contains($0.statusCode) } ?? false
  }

  /// Returns the token that the response to a refresh target contains.
  func token(in result: Result<Response, MoyaError>) -> Result<String, any Error> {
    switch result {
    case .failure(let error): return .failure(error)
    case .success(let response):
      guard 200...299 ~= response.statusCode else {
        return .failure(failure("the refresh was answered with status \(response.statusCode)"))
      }
      guard case .string(let token)? = try? JSONLookup(response.data).value(at: keyPath), ASCII.isFieldValue(token)
      else { return .failure(failure("the answer of the refresh has no token at \(keyPathText)")) }
      return .success(token)
    }
  }

  func failure(_ text: String, _ status: moya_status = moya_status(MOYA_ERROR_PLUGIN_HOOK)) -> PluginFailure {
    PluginFailure(status, of: AccessTokenRules.plugin, in: .prepare, text: text)
  }
}

/// "moya.access-token": `TokenRefreshPlugin` with settings from a config.
///
/// Each process has its own `TokenRefreshPlugin`. If a refresh is under way at a fork, only the parent receives the
/// response to it.
final class AccessToken: SelectivePlugin, Sendable {
  let hooks: Hooks
  private let plugin: PerProcess<TokenRefreshPlugin>

  init(_ rules: AccessTokenRules, _ refresher: BuiltinFunctions.Refresher?, identity: PluginIdentity) {
    hooks = refresher == nil ? .prepare : [.prepare, .shouldRetry]
    plugin = PerProcess { _ in
      TokenRefreshPlugin(
        token: rules.token, applies: { rules.applies.to($0) },
        isRefused: { refresher != nil && rules.refuses($0) },
        apply: { token, _, request in rules.put(token, on: &request) },
        refreshOfItself: rules.failure(RefreshOfItself.text, moya_status(MOYA_ERROR_STATE)),
        refreshing: { context, answer in
          if let refresher { refresher(context, answer) } else { answer(.failure(rules.failure("there is no token"))) }
        })
    }
  }

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    plugin.value.prepare(request, context: context)
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    plugin.value.shouldRetry(result, context: context)
  }
}

// MARK: - CRefresh

/// A `moya_refresh`: the program must give a new token, or say that there is none. If the program releases its last
/// reference without such an answer, the refresh fails.
final class CRefresh: Handle, Sendable {
  private let rules: AccessTokenRules
  private let answer: @Sendable (Result<String, any Error>) -> Void
  private let isAnswered = Once()
  /// The refresh to which this object belongs. Calls that `run` makes belong to this refresh too, so they do not wait
  /// for its new token.
  private let scope = RefreshScope.ofThisThread
  private let generation = Fork.generation

  init(_ rules: AccessTokenRules, _ answer: @escaping @Sendable (Result<String, any Error>) -> Void) {
    self.rules = rules
    self.answer = answer
  }

  deinit {
    if generation == Fork.generation, isAnswered.pass() {
      answer(.failure(rules.failure("the refresh was released without an answer")))
    }
  }

  func succeed(_ token: String) throws(Failure) {
    guard ASCII.isFieldValue(token) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "token has a control character")
    }
    try end(.success(token))
  }

  func fail(_ status: moya_status, _ message: String?) throws(Failure) {
    try end(.failure(rules.failure(message ?? "there is no new token", status)))
  }

  /// Runs `work` on this thread. Calls that `work` makes do not wait for this refresh.
  func run(_ work: () -> Void) throws(Failure) {
    if generation != Fork.generation { throw .inherited("refresh") }
    if let scope { scope.run(work) } else { work() }
  }

  private func end(_ result: Result<String, any Error>) throws(Failure) {
    if generation != Fork.generation { throw .inherited("refresh") }
    guard isAnswered.pass() else { throw Failure(MOYA_ERROR_STATE, "the refresh was answered before") }
    answer(result)
  }
}
