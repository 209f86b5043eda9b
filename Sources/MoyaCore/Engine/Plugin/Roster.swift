/// Stores the plugins of a flight (a call with all its attempts) and its `Retrier`. If no plugin wants another attempt,
/// the `Retrier` decides. A roster is one object, so that each flight holds one reference.
///
/// The class is `@unchecked Sendable`: it never changes, but a plugin is the caller's code and need not be `Sendable`.
package final class Roster: CObject, @unchecked Sendable {
  package static let empty = Roster([])

  /// The number of plugins.
  package let count: Int
  package let retrier: (any Retrier)?

  /// The plugins that have the hook `prepare` or `sign`, in the order in which the hooks run.
  let preparing, signing: [Seat]
  /// The plugins that have the hook `willSend`, `didReceive`, `shouldRetry`, `process` or `releaseSlot`, in the order
  /// in which the hooks run. `ending` retains these plugins.
  let sending, receiving, deciding, processing, releasing: Row
  private let ending: [[Seat]]
  /// The plugins that read bodies of responses.
  let reading: [Seat]
  /// True if one of these plugins reads bodies that the caller does not stream.
  let readsWholeBodies: Bool
  /// The plugins whose hooks may change the request: those of `preparing`, then those of `signing`. `preparing` and
  /// `signing` retain the plugins, and `shaping` does not.
  let shaping: Row
  /// Plugins whose hooks run one after another. The elements are unmanaged references. If they were plain references,
  /// the compiler would retain an element while its hook runs, which costs time.
  package typealias Row = [LentSeat]
  package typealias LentSeat = Unmanaged<Seat>
  /// The plugins of `preparing`, which are the first part of `shaping`.
  package let preparingRow: Row

  /// The roster for calls for which no plugin has stored a value. It lacks the hooks that need a stored value. `nil` if
  /// no hook needs one.
  let idle: Roster?
  /// The same roster as `idle`. A read of `idle` retains the roster, and a read of this property does not.
  let lentIdle: Unmanaged<Roster>?

  /// True if there can be another attempt.
  let mayAskAgain: Bool
  /// True if a plugin or the `Retrier` receives the result of each attempt.
  let looksAtEnds: Bool
  /// True if a plugin receives the result of the call, or has a value to release after the call.
  let looksAtResults: Bool
  /// True if a plugin may store a value in `PluginContext.slot`. A noticing plugin stores its value in the subject.
  let storesValues: Bool
  /// True if a plugin's `finish` may wait.
  let mayWaitAtEnd: Bool
  /// True if all plugins are editing plugins and no hook can ask for another attempt. Then the hooks never make a
  /// flight wait.
  package let onlyEdits: Bool
  /// True if a plugin might read a request after its attempt has ended.
  let readsEndedRequests: Bool

  /// A plugin and its index. A seat is an object, so that calling a hook does not copy the plugin's existential.
  package final class Seat {
    let plugin: any PluginHooks
    package let index: Int
    /// The plugin as a `NoticingPlugin`. `nil` if it is of another type.
    let noticing: (any NoticingPlugin)?
    /// The plugin as an `EditingPlugin`. `nil` if it is of another type.
    package let editor: (any EditingPlugin)?
    /// The plugin as a `LimitedWait`. `nil` if its waits have no limit.
    let limited: (any LimitedWait)?
    /// The plugin as a `BodyEditingPlugin` or a `BodyPlugin`. Both are `nil` if the plugin does not read bodies.
    let bodyEditor: (any BodyEditingPlugin)?
    let bodyReader: (any BodyPlugin)?
    /// True if the plugin reads only the bodies that the caller streams.
    let readsOnlyStreams: Bool

    init(_ plugin: any PluginHooks, at index: Int) {
      self.plugin = plugin
      self.index = index
      noticing = plugin as? any NoticingPlugin
      editor = plugin as? any EditingPlugin
      limited = plugin as? any LimitedWait
      bodyEditor = (plugin as? any BodyEditingPlugin).flatMap { $0.readsBodies ? $0 : nil }
      bodyReader = (plugin as? any BodyPlugin).flatMap { $0.readsBodies ? $0 : nil }
      readsOnlyStreams = bodyEditor?.readsOnlyStreams ?? false
    }
  }

  /// - Parameter isOn: Tells whether the plugin at an index is on. If a plugin is off, none of its hooks is called.
  package convenience init(
    _ plugins: [any PluginHooks], retrier: (any Retrier)? = nil, isOn: (_ index: Int) -> Bool = { _ in true }
  ) {
    func needsValue(_ plugin: any PluginHooks) -> Bool { (plugin as? any SelectivePlugin)?.needsValue == true }
    let idle =
      plugins.contains(where: needsValue)
      ? Roster(plugins, retrier, nil, isOn) { index, hook in hook == .prepare || !needsValue(plugins[index]) } : nil
    self.init(plugins, retrier, idle, isOn) { _, _ in true }
  }

  /// Makes one list for each hook: the plugins that have this hook.
  /// - Parameter runs: A function that tells whether the hook `hook` of the plugin at `index` runs. If its argument
  ///   `hook` is `nil`, it tells whether the plugin receives bodies.
  private init(
    _ plugins: [any PluginHooks], _ retrier: (any Retrier)?, _ idle: Roster?, _ isOn: (_ index: Int) -> Bool,
    _ runs: (_ index: Int, _ hook: Hooks?) -> Bool
  ) {
    count = plugins.count
    self.retrier = retrier
    self.idle = idle
    lentIdle = idle.map { .passUnretained($0) }
    func having(_ hook: Hooks) -> [Seat] {
      plugins.enumerated().compactMap { index, plugin in
        guard isOn(index), runs(index, hook) else { return nil }
        let hooks = (plugin as? any SelectivePlugin)?.hooks ?? .all
        return hooks.contains(hook) ? Seat(plugin, at: index) : nil
      }
    }
    reading = plugins.enumerated().compactMap { index, plugin in
      guard isOn(index), runs(index, nil) else { return nil }
      let seat = Seat(plugin, at: index)
      return seat.bodyEditor != nil || seat.bodyReader != nil ? seat : nil
    }
    readsWholeBodies = reading.contains { !$0.readsOnlyStreams }
    preparing = having(.prepare)
    signing = having(.sign)
    preparingRow = preparing.map { .passUnretained($0) }
    shaping = preparingRow + signing.map { .passUnretained($0) }
    func row(_ seats: [Seat]) -> Row { seats.map { .passUnretained($0) } }
    ending = [.willSend, .didReceive, .shouldRetry, .process, .releaseSlot].map(having)
    sending = row(ending[0])
    receiving = row(ending[1])
    deciding = row(ending[2])
    processing = row(ending[3])
    releasing = row(ending[4])
    storesValues = !ending[4].allSatisfy { $0.noticing != nil }
    mayAskAgain = !deciding.isEmpty || retrier != nil
    looksAtEnds = !receiving.isEmpty || mayAskAgain
    looksAtResults = !processing.isEmpty || !releasing.isEmpty
    mayWaitAtEnd = ending[3].contains { $0.editor == nil }
    onlyEdits = !mayAskAgain && reading.isEmpty && plugins.allSatisfy { $0 is any EditingPlugin }
    readsEndedRequests =
      looksAtEnds || looksAtResults || !reading.isEmpty || !plugins.allSatisfy { $0 is any NoticingPlugin }
  }

  package var isEmpty: Bool { count == 0 }

  /// True if a plugin has a hook, or if there can be another attempt.
  package var hasHooks: Bool {
    mayAskAgain || !shaping.isEmpty || !reading.isEmpty
      || [sending, receiving, processing, releasing].contains { !$0.isEmpty }
  }
}

extension CallDescription {
  func isTouched(by roster: Roster) -> Bool { !roster.shaping.isEmpty || upload != nil }

  /// Returns true if nothing runs before the backend gets the request, and if neither another attempt nor a wait of a
  /// plugin can follow. Then the total timeout begins when the backend gets the request, so the flight stores no start
  /// time.
  func isSentAtOnce(with roster: Roster) -> Bool {
    guard isReady else { return false }
    return !isTouched(by: roster) && roster.sending.isEmpty && !roster.mayAskAgain && !roster.mayWaitAtEnd
      && !mayRetry
  }
}

/// A plugin whose hooks `willSend`, `didReceive`, `shouldRetry` and `releaseSlot` receive the call as a `HookedCall`. A
/// `HookedCall` costs less than a `PluginContext`.
package protocol NoticingPlugin: AnyObject, SelectivePlugin {
  /// Runs the `willSend` hook.
  /// - Parameter upload: the file or the form that is the body, if the request does not have it yet.
  func willSend(_ request: URLRequest?, _ upload: Upload?, of call: HookedCall)
  /// Runs the `didReceive` hook.
  /// - Parameter request: in this function and in `shouldRetry`, the request as the plugins last prepared it.
  func didReceive(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall)
  func shouldRetry(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> RetryDecision
  func releaseSlot(of call: HookedCall)
}

/// Calls the functions of a noticing plugin from the hooks that every plugin has.
extension NoticingPlugin {
  package func willSend(_ request: any RequestType, context: PluginContext) {
    willSend(context.request, context.flight.description.upload, of: context.call)
  }

  package func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    didReceive(result, to: context.request, of: context.call)
  }

  package func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    shouldRetry(result, to: context.request, of: context.call)
  }

  package func releaseSlot(context: PluginContext) { releaseSlot(of: context.call) }
}

/// A plugin that changes the request in place, without a copy, and never waits. Its hooks need no flight, so a call
/// with only such plugins and an immediate stub runs without a flight (`HookedStub`).
package protocol EditingPlugin: NoticingPlugin {
  /// Runs the `prepare` hook of this plugin. It may also run the hooks of the next plugins in `preparingRow`. The
  /// caller runs those that have not run. When this function returns, `request` must not be `nil`.
  /// - Parameters:
  /// - roster: the plugins of the call. If this parameter were the row, a caller would retain the row.
  /// - next: the index in `preparingRow` of the plugin after this one. Afterwards it is the index of the first plugin
  ///   whose hook has not run.
  /// - Returns: the result that a plugin supplies, so that no request is sent; `nil` to continue with the request. The
  ///   plugin that supplies a result is the last one whose hook has run.
  func edit(
    _ request: inout URLRequest?, of call: HookedCall, in roster: Roster, from next: inout Int
  ) -> Result<Response, MoyaError>?
  /// Runs the `sign` hook. When this function returns, `request` must not be `nil`.
  /// - Returns: why the call fails; `nil` to continue with the request.
  func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> MoyaError?
  func process(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> Result<Response, MoyaError>
}

/// A plugin whose hooks may wait, but only for a limited time. A hook makes a `PluginContext(awaiting:)` only if it
/// waits. So a hook that does not wait costs little more than a hook of an editing plugin.
package protocol LimitedWait: AnyObject, PluginHooks, Sendable {
  /// Runs the `prepare` hook.
  /// - Parameter request: if this function returns `.pending`, `request` may be `nil`. Otherwise it must not be `nil`.
  /// - Returns: `nil` to continue with the request, which the hook has left in `request`.
  func edit(_ request: inout URLRequest?, of call: HookedCall) -> Preparation?
  /// Runs the `sign` hook.
  /// - Returns: `nil` to continue with the request, which the hook has left in `request`.
  func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> Preparation?
  /// Runs the `process` hook.
  func finish(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) -> Finish
  /// The limit in milliseconds. 0 means no limit.
  var longestWait: UInt32 { get }
  /// Returns the error of a call that has waited in this hook for longer than `longestWait`.
  func waitedTooLong(in hook: Hooks) -> MoyaError
}

/// One call, as a noticing or editing plugin sees it in a hook.
///
/// This value does not retain the objects to which it refers, because the call holds them while its hooks run.
package struct HookedCall {
  package unowned(unsafe) let subject: any Subject
  /// The object that stores the plugins' values for the call. If several calls share one flight, this is the subject of
  /// the flight, otherwise it is `subject`.
  package unowned(unsafe) let slotOwner: any Subject
  /// The plugin's index in the roster. `count` is the number of plugins in the roster.
  package var place: Int
  package let count: Int
  /// The attempt's number, from 1.
  package let attempt: Int
  private let deadline: Deadline
  /// What waits while the plugin waits: the flight, or in a `finish` hook the object that runs these hooks
  /// (`finishing`). `nil` if the hook cannot wait.
  fileprivate unowned(unsafe) let flight: Flight?
  fileprivate unowned(unsafe) let finishing: Finishing?

  init(
    _ subject: any Subject, slotsOf owner: (any Subject)? = nil, place: Int, of count: Int, attempt: Int,
    deadline: Deadline, awaitedBy flight: Flight? = nil, in finishing: Finishing? = nil
  ) {
    self.subject = subject
    slotOwner = owner ?? subject
    self.place = place
    self.count = count
    self.attempt = attempt
    self.deadline = deadline
    self.flight = flight
    self.finishing = finishing
  }

  /// Returns the same call with another `subject` and `slotOwner`. If `mayWait` is false, the hook cannot wait.
  package func seen(as subject: any Subject, slotsOf owner: any Subject, mayWait: Bool) -> HookedCall {
    HookedCall(
      subject, slotsOf: owner, place: place, of: count, attempt: attempt, deadline: deadline,
      awaitedBy: mayWait ? flight : nil, in: mayWait ? finishing : nil)
  }

  /// Returns the milliseconds until the total timeout of the call. Returns `nil` if the call has no total timeout.
  /// - Parameters:
  /// - request: the request of the call, which can have a total timeout of its own.
  /// - hasEnded: true if the attempt has ended. The default timeout of a stream or a download then no longer applies.
  package func timeLeft(for request: URLRequest?, hasEnded: Bool) -> UInt32? {
    if hasEnded, deadline.endsWithHead(of: request?.totalTimeout) { return nil }
    let remaining = deadline.remaining(of: request?.totalTimeout)
    return remaining == 0 ? nil : remaining
  }
}

extension PluginContext {
  /// Makes the context of the hook that runs now. Returns `nil` if the hook cannot wait.
  ///
  /// Call this only on the thread of the hook.
  package init?(of call: HookedCall) {
    guard let flight = call.flight else { return nil }
    // `isSigning` must not be read in a `finish` hook: while this hook runs for one waiter of a shared flight, another
    // thread may change the flight.
    let isSigning = call.finishing == nil && flight.isSigning
    self.init(flight, call.place, attempt: call.attempt, isSigning: isSigning, in: call.finishing)
  }

  /// Makes the context of a plugin that waits in a hook of this call. From now on, the plugin can resume. Returns `nil`
  /// if the hook cannot wait.
  ///
  /// Call this only while the hook runs, on the thread of the hook.
  /// - Parameter request: in `prepare` and `sign`, the request as the hook has changed it. The flight needs it while
  ///   the plugin waits.
  package init?(awaiting call: HookedCall, with request: URLRequest?) {
    self.init(of: call)
    if call.finishing != nil { return }
    flight.request = request
    flight.expectAnswer(of: hookRun)
  }
}

extension EditingPlugin {
  /// Runs only the `prepare` hook of this plugin.
  package func edit(_ request: inout URLRequest?, of call: HookedCall) -> Result<Response, MoyaError>? {
    var next = 0
    return edit(&request, of: call, in: .empty, from: &next)
  }
}

/// Calls the functions of an editing plugin from the hooks that every plugin has.
extension EditingPlugin {
  package func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    var edited: URLRequest? = request
    if let answer = edit(&edited, of: context.call) { return .answered(answer) }
    return .ready(edited ?? request)
  }

  package func sign(_ request: URLRequest, context: PluginContext) -> Preparation {
    var signed: URLRequest? = request
    if let error = sign(&signed, context.flight.description.upload, of: context.call) {
      return .answered(.failure(error))
    }
    return .ready(signed ?? request)
  }

  package func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    process(result, to: context.request, of: context.call)
  }
}
