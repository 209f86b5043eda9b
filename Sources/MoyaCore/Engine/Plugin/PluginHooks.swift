/// The hooks of a plugin, as the engine calls them. Every hook has a default that does nothing.
///
/// The hooks of each call run in this order: `prepare`, `sign`, `willSend`, the exchange, `didReceive`, `shouldRetry`,
/// `finish` (by default, this calls `process`), `releaseSlot`. Each hook runs for every plugin, in the order in which
/// the plugins were given. `shouldRetry` runs until a plugin wants another attempt. An attempt is one try to send the
/// request and get its response.
///
/// `didReceive` runs if and only if `willSend` ran. Hooks of one call never overlap. Hooks of different calls can run
/// at the same time. If equal calls share an exchange, `finish` (or `process`) runs for each call, and every other hook
/// runs once for all of them.
public protocol PluginHooks: SendableMetatype {
  /// Changes the request before it is sent, or waits, fails or supplies a response. Runs once per attempt.
  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation
  /// Adds fields that depend on the whole request, for example a signature. Runs once per attempt, after `prepare` of
  /// every plugin.
  func sign(_ request: URLRequest, context: PluginContext) -> Preparation
  /// Sees the final request, which is about to be sent. Runs once per attempt.
  func willSend(_ request: any RequestType, context: PluginContext)
  /// Sees the validated result of an attempt, before `process`.
  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext)
  /// Changes what the caller gets. Runs once per call, whatever happened.
  func process(_ result: Result<Response, MoyaError>, context: PluginContext) -> Result<Response, MoyaError>
  /// Changes what the caller gets, like `process`, but may wait. Default: returns the result of `process`.
  func finish(_ result: Result<Response, MoyaError>, context: PluginContext) -> Finish
  /// Decides whether the engine repeats an attempt that had this result. After one plugin asks for another attempt, the
  /// engine does not ask the later plugins. The engine does not call this hook in these cases:
  ///
  /// - The call was cancelled, or its total timeout is over.
  /// - The body of the request cannot be sent twice.
  /// - Another attempt would fail in the same way, for example because the URL is not valid.
  /// - The caller reads the response as a stream, and the head has arrived.
  /// - This was the 16th attempt. If a stream connects again, the count starts again.
  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision
  /// Releases the value that the plugin has stored for the call (`PluginContext.slot`). This hook is the last one of a
  /// call and runs after the last `process`.
  func releaseSlot(context: PluginContext)
}

extension PluginHooks {
  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation { .ready(request) }
  public func sign(_ request: URLRequest, context: PluginContext) -> Preparation { .ready(request) }
  public func willSend(_ request: any RequestType, context: PluginContext) {}
  public func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {}
  public func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> { result }
  public func finish(_ result: Result<Response, MoyaError>, context: PluginContext) -> Finish {
    .done(process(result, context: context))
  }
  public func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision { .no }
  public func releaseSlot(context: PluginContext) {}
}

/// A set of hooks.
package struct Hooks: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let prepare = Hooks(rawValue: 1 << 0)
  package static let willSend = Hooks(rawValue: 1 << 1)
  package static let didReceive = Hooks(rawValue: 1 << 2)
  package static let shouldRetry = Hooks(rawValue: 1 << 3)
  package static let process = Hooks(rawValue: 1 << 4)
  package static let releaseSlot = Hooks(rawValue: 1 << 5)
  package static let sign = Hooks(rawValue: 1 << 6)
  package static let all = Hooks(rawValue: 1 << 7 - 1)
}

/// A plugin that lists its hooks. The engine calls only the listed hooks. It assumes that any other plugin has all
/// hooks.
package protocol SelectivePlugin: PluginHooks {
  /// The hooks that the plugin has. The value must not change.
  var hooks: Hooks { get }
  /// If true, the hooks after `prepare` run only if the plugin has stored a value for the call.
  var needsValue: Bool { get }
}

extension SelectivePlugin {
  package var needsValue: Bool { false }
}

/// What a plugin's `prepare` returns.
public enum Preparation: Sendable {
  /// Continue with this request.
  case ready(URLRequest)
  /// The plugin already has the result, for example from a cache or a recording. Nothing is sent. No further `prepare`,
  /// no `sign` and no `willSend` runs, but `process` runs.
  case answered(Result<Response, MoyaError>)
  /// The plugin has no answer yet. The plugin must call `context.resume(_:)` later, once, from any thread. The call's
  /// total timeout continues, and a cancel ends the wait.
  case pending
}

/// What a plugin's `finish` returns.
public enum Finish: Sendable {
  /// The result for the later plugins and the caller.
  case done(Result<Response, MoyaError>)
  /// The plugin has no result yet. The plugin must call `context.resume(_:)` with a result later, once, from any
  /// thread. The call's total timeout continues, and a cancel ends the wait.
  case pending
}

/// What a plugin's `shouldRetry` returns.
public enum RetryDecision: Hashable, Sendable {
  case no
  /// Try again after this many seconds, unless the call's total timeout would be over by then.
  case after(seconds: TimeInterval)

  public static var now: RetryDecision { .after(seconds: 0) }
}

/// One flight (a call with all its attempts), as one plugin sees it in a hook.
public struct PluginContext: Sendable {
  package let flight: Flight
  /// The plugin's index in the roster, which is the list of plugins.
  package let index: Int
  /// The number of the attempt: 1 for the first attempt, 2 for the first retry, and so on.
  public let attempt: Int
  /// If several callers share the flight, the caller for whom `process` runs. Otherwise `nil`.
  private let guest: Waiter?
  /// True if this caller's call was cancelled while other callers share the flight. The flight continues on another
  /// thread, which owns the request, so this caller's hooks must not use the request.
  private let isLeaving: Bool
  /// True if this is the context of `sign`.
  private let isSigning: Bool
  /// In the context of a `finish` hook, the object that runs the `finish` hooks. Otherwise `nil`.
  private let finishing: Finishing?

  init(
    _ flight: Flight, _ index: Int, isSigning: Bool = false, for guest: Waiter? = nil, isLeaving: Bool = false,
    in finishing: Finishing? = nil
  ) {
    self.flight = flight
    self.index = index
    self.guest = guest
    self.isLeaving = isLeaving
    self.isSigning = isSigning
    self.finishing = finishing
    attempt = isLeaving ? flight.attempt : flight.attemptUnderWay
  }

  init(_ flight: Flight, _ index: Int, attempt: Int, isSigning: Bool, in finishing: Finishing?) {
    self.flight = flight
    self.index = index
    self.attempt = attempt
    self.finishing = finishing
    guest = finishing?.guest
    isLeaving = finishing?.isLeaving ?? false
    self.isSigning = isSigning
  }

  /// Identifies the run of the hook (`prepare` or `sign`) to which this context belongs.
  var hookRun: HookRun { HookRun(plugin: index, attempt: attempt, hook: isSigning ? .sign : .prepare) }

  package var subject: any Subject { guest?.subject ?? flight.description.subject }

  /// The call, for plugins that do not need the flight itself.
  package var call: HookedCall {
    HookedCall(
      subject, slotsOf: guest == nil ? nil : flight.description.subject, place: index, of: flight.roster.count,
      attempt: attempt, deadline: flight.deadline)
  }

  /// Like `call`, for a hook that may wait.
  package var callThatWaits: HookedCall {
    HookedCall(
      subject, slotsOf: guest == nil ? nil : flight.description.subject, place: index, of: flight.roster.count,
      attempt: attempt, deadline: flight.deadline, awaitedBy: flight, in: finishing)
  }

  /// The request as the plugins last prepared it. `nil` before the request is made. Also `nil` for a caller that
  /// cancels while other callers still wait.
  package var request: URLRequest? { isLeaving ? nil : flight.request }

  /// True if the response's body is written to a file.
  package var isDownload: Bool { flight.description.download != nil }
  /// True if the target has connection settings of its own.
  package var hasOverrides: Bool { flight.description.options?.overrides != nil }
  /// The file or the form that the request sends as its body.
  package var upload: Upload? { flight.description.upload }

  /// The method of the request, as the plugins last prepared it.
  public var method: Method { Method(rawValue: request?.httpMethod ?? "GET") }

  /// A value that this plugin stores for this call. It exists from `prepare` until the call has completed. Calls that
  /// share an exchange share this value. Any thread may use this property.
  public var slot: Any? {
    get { flight.locked.withLock { $0.slots[index] }?.value }
    nonmutating set {
      let slot = newValue.map { Flight.Slot(value: $0) }
      flight.locked.withLock { $0.slots[index] = slot }
    }
  }

  /// Gives the answer of a `prepare` or `sign` that returned `.pending`. The flight continues on the thread that
  /// `Executor.perform` uses. So this function runs no hook, unless the executor performs work at once
  /// (`DirectExecutor`).
  @discardableResult
  package func resumeElsewhere(_ preparation: Preparation) -> Bool {
    flight.resumeElsewhere(preparation, of: hookRun)
  }

  /// Gives the result of a `finish` that returned `.pending`. The call continues on the thread that `Executor.perform`
  /// uses. So this function runs no hook, unless the executor performs work at once.
  @discardableResult
  package func resumeElsewhere(_ result: Result<Response, MoyaError>) -> Bool {
    finishing?.resume(result, index: index) ?? false
  }

  /// True if a call of `resume` can still have an effect.
  package var isAwaited: Bool {
    finishing?.awaits(index: index) ?? flight.awaits(hookRun)
  }

  /// True if the call was cancelled, so that the result of a `.pending` finish will not be used.
  package var isGivenUp: Bool { finishing?.isGivenUp == true }

  /// Stores work that runs once, as soon as the call no longer waits for the plugin, whatever ended the wait.
  /// - Returns: false if the call does not wait for the plugin. Then the work does not run.
  package func whenOver(_ work: @escaping @Sendable () -> Void) -> Bool {
    finishing?.whenOver(index: index, work) ?? flight.whenOver(hookRun, work)
  }

  /// Runs `work` after a delay. The executor that runs the call's hooks sets the timer.
  package func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) {
    _ = flight.lane.executor.schedule(afterMilliseconds: delay, work)
  }

  /// Gives the answer of a `prepare` or `sign` that returned `.pending`. Any thread may call this function.
  /// - Returns: false if `resume` had no effect. Either the plugin has already given an answer, or this attempt no
  ///   longer waits for one, or the call was cancelled.
  @discardableResult
  public func resume(_ preparation: Preparation) -> Bool {
    flight.resume(preparation, of: hookRun)
  }

  /// Gives the result of a `finish` that returned `.pending`. Any thread may call this function.
  /// - Returns: false if `resume` had no effect. Either the plugin has already given a result, or the call has ended.
  @discardableResult
  public func resume(_ result: Result<Response, MoyaError>) -> Bool { resumeElsewhere(result) }
}

/// A request that is about to be sent, for `willSend`.
public protocol RequestType: SendableMetatype {
  /// The request as the plugins prepared it.
  var request: URLRequest? { get }
  /// Fields that the session adds if the request has no field of the same name.
  var sessionHeaders: [String: String] { get }

  /// Sets the credential for an authentication challenge of the server. If a plugin calls this several times, the last
  /// call before the request is sent counts.
  @discardableResult
  func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self
  @discardableResult
  func authenticate(with credential: URLCredential) -> Self

  /// Passes the request to `handler` as a curl command line. The command line includes the secrets of the request.
  @preconcurrency @discardableResult
  func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self
}

extension RequestType {
  @discardableResult
  public func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence = .forSession
  ) -> Self {
    authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
  }
}

/// What the engine passes to `willSend`. Only one thread uses this object, while the hooks run.
final class OutgoingRequest: RequestType {
  let request: URLRequest?
  let sessionFields: HeaderFields
  /// The names of secret fields of this session. A redirect to another origin drops these fields.
  let secretHeaders: [String]
  private(set) var credential: URLCredential?

  init(request: URLRequest, session: SessionRules) {
    self.request = request
    sessionFields = session.fields
    secretHeaders = session.options.originBoundHeaders
  }

  var sessionHeaders: [String: String] { sessionFields.dictionary }

  func authenticate(with credential: URLCredential) -> Self {
    self.credential = credential
    return self
  }

  func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self {
    handler(request.map { CURLCommand.text(for: $0, adding: sessionFields, credential: credential) } ?? "")
    return self
  }
}
