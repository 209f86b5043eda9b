import CThread
import Synchronization

/// Sets a token on requests, and renews the token if the server rejects it. However many requests were rejected, the
/// plugin renews the token once. The rejected requests wait and are sent again with the new token. Requests that start
/// during the renewal wait too.
public final class TokenRefreshPlugin: PluginType, Sendable {
  /// Fetches a new token. Calls `answer` once, from any thread.
  ///
  /// The closure may send a request through a provider with this plugin, but this request must not need the token. If a
  /// request of the closure needs the token, the request fails at once. Otherwise the refresh and the request would
  /// wait for each other. A request belongs to the closure even if a task of the closure sends it, or if the completion
  /// of another request of the closure sends it. Any other request that needs the token waits for the refresh.
  public typealias Refresh = @Sendable (_ answer: @escaping @Sendable (Result<String, any Error>) -> Void) -> Void

  private let state: Protected<State>
  private let rules: Rules
  private let refresh: ContextualRefresh
  /// The error of a call that needs the token, although the token refresh itself makes this call.
  private let refreshOfItself: any Error

  /// A `Refresh` that also receives the context of the call that started the refresh.
  package typealias ContextualRefresh =
    @Sendable (_ context: PluginContext, _ answer: @escaping @Sendable (Result<String, any Error>) -> Void) -> Void

  private struct State {
    var token: String?
    /// Counts how often the token has changed.
    var generation = 0
    /// The current refresh. `nil` if there is none.
    var refresh: RefreshScope?
    var refreshing: Bool { refresh != nil }
    /// Why the last refresh returned no token.
    var failure: (any Error)?
    var waiting: [(PluginContext, URLRequest)] = []

    /// Begins a refresh for a call. `cause` is the refresh for which that call was made. Returns `nil` if a refresh is
    /// already running.
    mutating func begin(for cause: RefreshScope?) -> RefreshScope? {
      if refreshing { return nil }
      refresh = RefreshScope(for: cause)
      return refresh
    }
  }

  private struct Rules: Sendable {
    let applies: @Sendable (any TargetType) -> Bool
    let isRefused: @Sendable (Result<Response, MoyaError>) -> Bool
    let apply: @Sendable (String, any TargetType, inout URLRequest) -> Void
  }

  /// What a call remembers between its attempts.
  private struct Memory {
    var generation: Int
    var renewed = false
  }

  /// Makes a plugin.
  ///
  /// - Parameters:
  ///   - token: The current token. If it is `nil`, the first request fetches the first token.
  ///   - applies: Says whether a target needs the token. Default: a target with `needsAuth` or an authorization type.
  ///   - isRefused: Says whether a result means that the token is not valid, or no longer valid. Default: status 401.
  ///   - apply: Sets the token on a request. Default: sets `Authorization`, replacing an existing value.
  ///   - refresh: Fetches a new token.
  @preconcurrency
  public convenience init(
    token: String? = nil,
    applies: @escaping @Sendable (any TargetType) -> Bool = TokenRefreshPlugin.needsToken,
    isRefused: @escaping @Sendable (Result<Response, MoyaError>) -> Bool = TokenRefreshPlugin.isUnauthorized,
    apply: @escaping @Sendable (String, any TargetType, inout URLRequest) -> Void = TokenRefreshPlugin.authorize,
    refresh: @escaping Refresh
  ) {
    self.init(
      token: token, applies: applies, isRefused: isRefused, apply: apply, refreshOfItself: RefreshOfItself(),
      refreshing: { _, answer in RefreshScope.handedToTasks { refresh(answer) } })
  }

  package init(
    token: String?, applies: @escaping @Sendable (any TargetType) -> Bool,
    isRefused: @escaping @Sendable (Result<Response, MoyaError>) -> Bool,
    apply: @escaping @Sendable (String, any TargetType, inout URLRequest) -> Void, refreshOfItself: any Error,
    refreshing refresh: @escaping ContextualRefresh
  ) {
    state = Protected(State(token: token))
    rules = Rules(applies: applies, isRefused: isRefused, apply: apply)
    self.refreshOfItself = refreshOfItself
    self.refresh = refresh
  }

  /// The current token.
  public var token: String? { state.withLock { $0.token } }

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    guard rules.applies(context.target) else { return .ready(request) }
    enum Step { case go(String, Int), wait(starts: RefreshScope?), fail(any Error) }
    let cause = context.flight.description.refresh
    let memory = context.slot as? Memory
    let step = state.withLock { state in
      if let memory, memory.renewed, memory.generation == state.generation, !state.refreshing,
        let failure = state.failure
      {
        return Step.fail(failure)
      }
      if let token = state.token, !state.refreshing { return Step.go(token, state.generation) }
      if let cause, let refresh = state.refresh, cause.serves(refresh) { return .fail(refreshOfItself) }
      state.waiting.append((context, request))
      return .wait(starts: state.begin(for: cause))
    }
    switch step {
    case .go(let token, let generation): return .ready(authorized(request, token, generation, context))
    case .wait(let starts):
      if let starts { start(starts, context) }
      return .pending
    case .fail(let error): return .answered(.failure(.underlying(error, nil)))
    }
  }

  public func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    guard var memory = context.slot as? Memory, !memory.renewed, rules.isRefused(result) else { return .no }
    memory.renewed = true
    context.slot = memory
    let cause = context.flight.description.refresh
    let starts = state.withLock { state in
      // If another request was rejected too, the token may already be new, or a refresh may be running. Then no refresh
      // begins here.
      state.generation == memory.generation ? state.begin(for: cause) : nil
    }
    if let starts { start(starts, context) }
    return .now
  }

  private func start(_ scope: RefreshScope, _ context: PluginContext) {
    scope.run { refresh(context) { self.finish($0) } }
  }

  private func finish(_ result: Result<String, any Error>) {
    let (waiting, generation) = state.withLock { state in
      guard state.refreshing else { return ([(PluginContext, URLRequest)](), 0) }
      state.refresh = nil
      switch result {
      case .success(let token):
        state.token = token
        state.generation += 1
        state.failure = nil
      case .failure(let error): state.failure = error
      }
      defer { state.waiting = [] }
      return (state.waiting, state.generation)
    }
    for (context, request) in waiting {
      switch result {
      case .success(let token): context.resumeElsewhere(.ready(authorized(request, token, generation, context)))
      case .failure(let error): context.resumeElsewhere(.answered(.failure(.underlying(error, nil))))
      }
    }
  }

  private func authorized(
    _ request: URLRequest, _ token: String, _ generation: Int, _ context: PluginContext
  ) -> URLRequest {
    let renewed = (context.slot as? Memory)?.renewed ?? false
    context.slot = Memory(generation: generation, renewed: renewed)
    var request = request
    rules.apply(token, context.target, &request)
    return request
  }
}

extension TokenRefreshPlugin {
  /// Returns true if the target needs the user's credentials, or has an authorization type.
  public static func needsToken(_ target: any TargetType) -> Bool {
    target.needsAuth || (target as? any AccessTokenAuthorizable)?.authorizationType != nil
  }

  /// Returns true for a response with status 401, whether or not validation rejected the response.
  public static func isUnauthorized(_ result: Result<Response, MoyaError>) -> Bool {
    result.response?.statusCode == 401
  }

  /// Sets `Authorization` to the token, in the target's scheme or as a bearer token (RFC 6750).
  public static func authorize(_ token: String, _ target: any TargetType, _ request: inout URLRequest) {
    let type = (target as? any AccessTokenAuthorizable)?.authorizationType ?? .bearer
    request.setValue("\(type.value) \(token)", forHTTPHeaderField: "Authorization")
  }
}

/// One refresh of a token. Each call that the code of the refresh makes, on a thread or in a task, stores a reference
/// to this object. So the plugin can see that such a call must not wait for the refresh, which waits for the call.
package final class RefreshScope: CObject, Sendable {
  /// The refresh whose call started this refresh. `nil` if no refresh made that call.
  private let outer: RefreshScope?
  private static let haveBegun = Atomic<Bool>(false)

  package init(for call: RefreshScope?) {
    outer = call
    RefreshScope.haveBegun.store(true, ordering: .relaxed)
  }

  /// Returns true if `other` is this refresh, or a refresh whose call led to this refresh, directly or through further
  /// refreshes.
  func serves(_ other: RefreshScope?) -> Bool { self === other || outer?.serves(other) == true }

  /// Runs `body`. Calls that `body` makes on this thread belong to this refresh.
  package func run<Value>(_ body: () -> Value) -> Value {
    let place = moya_thread_refresh()
    let previous = place.pointee
    place.pointee = address
    defer { place.pointee = previous }
    return body()
  }

  /// The refresh for which this thread runs code. `nil` if this thread runs code for no refresh.
  package static var ofThisThread: RefreshScope? {
    moya_thread_refresh().pointee.map { RefreshScope.at($0) }
  }

  /// The refresh for which the current task runs. A task inherits it from the code that created it.
  @TaskLocal private static var inherited: RefreshScope?

  package static var ofThisTask: RefreshScope? { haveBegun.load(ordering: .relaxed) ? inherited : nil }

  /// The refresh for which this thread or the current task runs code.
  package static var current: RefreshScope? { ofThisThread ?? ofThisTask }

  /// Runs `body`. Calls that `body` makes belong to the refresh `scope`, or to no refresh if `scope` is `nil`. The
  /// refresh of this thread and the refresh of the current task are ignored while `body` runs.
  package static func run<Value>(for scope: RefreshScope?, _ body: () -> Value) -> Value {
    if !haveBegun.load(ordering: .relaxed) { return body() }
    let place = moya_thread_refresh()
    let previous = place.pointee
    place.pointee = scope?.address
    defer { place.pointee = previous }
    return $inherited.withValue(scope) { body() }
  }

  /// Runs `body`. The tasks that `body` creates belong to the refresh of this thread.
  static func handedToTasks(_ body: () -> Void) { $inherited.withValue(ofThisThread) { body() } }
}

/// The error of a call that needs the token, although the token refresh itself makes this call.
package struct RefreshOfItself: LocalizedError, CustomStringConvertible {
  package static let text =
    "the call needs the token, and is made to get it: it would wait for itself. Make it without the token"

  package var errorDescription: String? { RefreshOfItself.text }
  package var description: String { RefreshOfItself.text }
}
