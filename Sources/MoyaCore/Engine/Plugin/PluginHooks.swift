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

/// Hooks of a plugin.
package struct Hooks: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let prepare = Hooks(rawValue: 1 << 0)
  package static let willSend = Hooks(rawValue: 1 << 1)
  package static let didReceive = Hooks(rawValue: 1 << 2)
  package static let shouldRetry = Hooks(rawValue: 1 << 3)
  package static let process = Hooks(rawValue: 1 << 4)
  package static let releaseSlot = Hooks(rawValue: 1 << 5)
  package static let all = Hooks(rawValue: 1 << 6 - 1)
}

/// A plugin of which it is known which hooks it has: no others are called. Any other plugin has them all.
package protocol SelectivePlugin: PluginHooks {
  /// Does not change.
  var hooks: Hooks { get }
}

/// What a plugin's `prepare` says.
public enum Preparation: Sendable {
  /// Go on with this request.
  case ready(URLRequest)
  /// The plugin has the result already (a cache hit, a recorded answer). Nothing is sent, no further `prepare` and no
  /// `willSend` runs; `process` does.
  case answered(Result<Response, MoyaError>)
  /// Not yet: the plugin calls `context.resume(_:)` later, once, from any thread. The call's total timeout goes on, and
  /// a cancel ends the wait.
  case pending
}

/// What a plugin's `shouldRetry` says.
public enum RetryDecision: Hashable, Sendable {
  case no
  /// Try again after this many seconds, unless the call's total timeout would be over by then.
  case after(seconds: TimeInterval)

  public static var now: RetryDecision { .after(seconds: 0) }
}

/// One flight, as one plugin sees it in a hook.
public struct PluginContext: Sendable {
  package let flight: Flight
  /// The plugin's place in the roster.
  package let index: Int
  /// 1 for the first attempt, 2 for the first retry …
  public let attempt: Int
  /// The waiter of a shared flight for which `process` runs; else `nil`.
  private let guest: Waiter?
  /// The waiter leaves: the flight goes on elsewhere, and its request belongs to that thread.
  private let isLeaving: Bool

  init(_ flight: Flight, _ index: Int, for guest: Waiter? = nil, isLeaving: Bool = false) {
    self.flight = flight
    self.index = index
    self.guest = guest
    self.isLeaving = isLeaving
    attempt = isLeaving ? flight.attempt : flight.attemptUnderWay
  }

  package var subject: any Subject { guest?.subject ?? flight.order.subject }

  /// The same without the flight.
  package var call: HookedCall {
    HookedCall(
      subject, slotsOf: guest == nil ? nil : flight.order.subject, place: index, of: flight.roster.count,
      attempt: attempt)
  }

  /// As last prepared; `nil` before that, and for a caller that gives up while others wait on.
  package var request: URLRequest? { isLeaving ? nil : flight.request }

  /// The request's method, as last prepared.
  public var method: Method { Method(rawValue: request?.httpMethod ?? "GET") }

  /// Anything of this plugin's own, for this call only. Lives from `prepare` until the call has completed; calls that
  /// share an exchange share it. Any thread.
  public var slot: Any? {
    get { flight.locked.withLock { $0.slots[index] }?.value }
    nonmutating set {
      let slot = newValue.map { Flight.Slot(value: $0) }
      flight.locked.withLock { $0.slots[index] = slot }
    }
  }

  /// As `resume`, where the executor moves the flight: for a face whose ends belong on one thread.
  package func resumeThere(_ preparation: Preparation) {
    flight.lane.executor.perform { resume(preparation) }
  }

  /// Ends the `.pending` preparation of this attempt. Any thread.
  /// - Returns: false when it changed nothing: it came again, the preparation is over, or the call was given up.
  @discardableResult
  public func resume(_ preparation: Preparation) -> Bool {
    flight.resume(preparation, index: index, attempt: attempt)
  }
}

/// A request that is about to be sent, for `willSend`.
public protocol RequestType {
  /// The request as the plugins prepared it.
  var request: URLRequest? { get }
  /// Fields that the session adds where the request has none of that name.
  var sessionHeaders: [String: String] { get }

  /// Answers an authentication challenge of the server. The last call before the request is sent counts.
  @discardableResult
  func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self
  @discardableResult
  func authenticate(with credential: URLCredential) -> Self

  /// Gives the request as a curl command line, secrets included: redaction is the logger's.
  @discardableResult
  func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}

extension RequestType {
  @discardableResult
  public func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence = .forSession
  ) -> Self {
    authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
  }
}

/// What the engine hands to `willSend`. Used on one thread, while the hooks run.
final class OutgoingRequest: RequestType {
  let request: URLRequest?
  let sessionFields: HeaderFields
  private(set) var credential: URLCredential?

  init(request: URLRequest, sessionFields: HeaderFields) {
    self.request = request
    self.sessionFields = sessionFields
  }

  var sessionHeaders: [String: String] { sessionFields.dictionary }

  func authenticate(with credential: URLCredential) -> Self {
    self.credential = credential
    return self
  }

  func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
    handler(request.map { CURLCommand.text(for: $0, adding: sessionFields, credential: credential) } ?? "")
    return self
  }
}
