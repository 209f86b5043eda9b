import CMoya
import Dispatch
import Glibc
import MoyaCore
import Synchronization

/// A module's plugin, whose hooks run for the calls of a Swift program.
///
/// The instance belongs to a provider of the C API. This provider makes no calls itself. In each call, a `CSubject`
/// stands for the Swift target.
package final class LoadedPlugin: SelectivePlugin, LimitedWait, BodyPlugin, SendingPlugin {
  private let provider: Provider
  private let plugin: CPlugin
  /// The hooks of `plugin` in the form that can wait. `nil` if the plugin's hooks never wait.
  private let waiting: WaitingCPlugin?
  private let isOn = Atomic<Bool>(true)
  /// The calls under way that the plugin has seen.
  private let calls = DispatchGroup()
  /// True if the plugin is closed. `begun` also uses this lock while it stores the state of a call.
  private let isClosed = Protected(false)
  package let secretHeaders: [String]

  package init(_ use: ModuleUse) throws(PluginFailure) {
    do throws(Failure) {
      let provider = Provider(try use.settings())
      // `destroy` releases this reference.
      _ = provider.retainedAddress()
      self.provider = provider
      var isDone = false
      defer { if !isDone { provider.destroy() } }
      try use.add(to: provider)
      let hooks = provider.plugins.member(at: 0)?.hooks
      waiting = hooks as? WaitingCPlugin
      guard let plugin = waiting?.plugin ?? hooks as? CPlugin else {
        throw Failure(MOYA_ERROR_PLUGIN_TABLE, "plugin \(use.path) has no hooks")
      }
      self.plugin = plugin
      secretHeaders = provider.settings.log.secrets.headers
      isDone = true
    } catch { throw PluginFailure(error) }
  }

  deinit {
    let provider = provider
    if DispatchUse.isLost(since: generation) { return }
    // `destroy` runs on another thread, because the plugin's `close` may need this thread.
    DispatchQueue.global().async { provider.destroy() }
  }

  private let generation = Fork.generation

  // MARK: The plugin

  package var name: String { plugin.identity.name }
  package var id: String { String(repairing: plugin.table.id) }
  package var version: String { String(repairing: plugin.table.version) }

  package var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }

  package func join(_ sender: PluginSender) { plugin.identity.tasks.join(sender) }

  /// Makes later calls fail. Waits at most 2 seconds for the calls under way, and then closes and destroys the plugin.
  ///
  /// - Returns: False if calls are still under way, for example calls that can only end on this thread. The plugin is
  ///   then closed when this object is freed.
  package func close() -> Bool {
    // In a forked child, the calls of the parent never end, so the plugin cannot be closed.
    if DispatchUse.isLost(since: generation) { return false }
    isClosed.withLock { $0 = true }
    guard calls.wait(timeout: .now() + .seconds(2)) == .success else {
      provider.settings.log.warn("plugin \(name) is not closed, because calls that it has seen are under way")
      return false
    }
    provider.close()
    // A deferred context that was not resumed retains its call, and the call retains this object. Ending these contexts
    // lets the calls and this object be freed.
    plugin.identity.deferred.end()
    provider.destroy()
    return true
  }

  package var hooks: Hooks { plugin.hooks.union([.prepare, .releaseSlot]) }
  package var readsBodies: Bool { plugin.readsBodies }
  package var longestWait: UInt32 { waiting?.longestWait ?? 0 }

  package func waitedTooLong(in hook: Hooks) -> MoyaError {
    waiting?.waitedTooLong(in: hook) ?? .cancelled
  }

  // MARK: Calls

  /// A call that the plugin sees. `close` waits until this object is freed.
  private final class Visit: Sendable {
    /// The copy of the call's Swift target that the plugin reads. It also stores the pointer that the plugin sets for
    /// the call.
    let subject: CSubject
    private let calls: DispatchGroup

    init(_ subject: CSubject, in calls: DispatchGroup) {
      self.subject = subject
      self.calls = calls
      calls.enter()
    }

    deinit { calls.leave() }
  }

  /// The value that the engine stores for a Swift plugin and a call. A Swift plugin may contain several
  /// `LoadedPlugin`s, so the value has one state for each of them.
  private final class States: Sendable {
    let seen = Protected<[ObjectIdentifier: Seen]>([:])
  }

  /// What one `LoadedPlugin` knows about a call.
  private struct Seen {
    /// The call as the plugin sees it. `nil` if the plugin was off or closed when the call began.
    let visit: Visit?
    let isClosed: Bool
  }

  private func known(_ context: PluginContext) -> Seen? {
    (context.slot as? States)?.seen.withLock { $0[ObjectIdentifier(self)] }
  }

  /// Returns the state of a call. If the call has no state yet, makes one and stores it in `context.slot`. Only
  /// `prepare` and `process` call this function, because the engine may release the slot after these hooks.
  private func begun(_ call: HookedCall, _ context: PluginContext) -> Seen {
    if let known = known(context) { return known }
    // No lock is held here, because the target's properties can be code of the program.
    let visit = isEnabled ? Visit(LoadedPlugin.subject(of: call.slotOwner, context), in: calls) : nil
    return isClosed.withLock { isClosed in
      if let known = known(context) { return known }
      let seen = Seen(visit: isClosed ? nil : visit, isClosed: isClosed)
      let states = context.slot as? States ?? States()
      states.seen.withLock { $0[ObjectIdentifier(self)] = seen }
      context.slot = states
      return seen
    }
  }

  private static func subject(of subject: any Subject, _ context: PluginContext) -> CSubject {
    let made = CSubject(name: subject.name, labels: subject.tags.sorted(), sample: nil, user: nil)
    if context.isDownload { made.responseForm = MOYA_BODY_FILE }
    made.sendsForm = context.upload != nil
    made.hasOverrides = context.hasOverrides
    return made
  }

  /// Runs `body` with the call as the plugin sees it. Returns `nil` if the plugin does not see the call.
  ///
  /// While `body` runs, the task-locals have the values that they had when the call began. If the plugin writes a log
  /// line, the program's log closure sees these values.
  @discardableResult
  private func seeing<Answer>(
    _ seen: Seen?, _ call: HookedCall, _ context: PluginContext, _ body: (HookedCall) -> Answer
  ) -> Answer? {
    guard let owner = seen?.visit?.subject else { return nil }
    // If calls of several targets share a request, each target still has its own name. So for a target that shares
    // another target's request, the plugin reads a separate copy (a `CSubject`).
    let subject = call.subject === call.slotOwner ? owner : LoadedPlugin.subject(of: call.subject, context)
    // `mayWait` lets the plugin's hooks defer their contexts. It is false if the plugin's hooks never wait.
    return withExtendedLifetime((owner, subject)) {
      CarriedValues.run(for: call.subject) {
        body(call.seen(as: subject, slotsOf: owner, mayWait: waiting != nil))
      }
    }
  }

  @discardableResult
  private func seeing<Answer>(_ context: PluginContext, _ body: (HookedCall) -> Answer) -> Answer? {
    seeing(known(context), context.call, context, body)
  }

  // MARK: Hooks

  package func edit(_ request: inout URLRequest?, of call: HookedCall) -> Preparation? {
    guard let context = PluginContext(of: call) else { return nil }
    let seen = begun(call, context)
    if seen.isClosed {
      let failure = Failure(MOYA_ERROR_STATE, "plugin \(name) was closed")
      return .answered(.failure(.underlying(PluginFailure(failure), nil)))
    }
    let preparation = seeing(seen, call, context) { call -> Preparation? in
      if let waiting { return waiting.edit(&request, of: call) }
      return plugin.edit(&request, of: call).map { .answered($0) }
    }
    return preparation ?? nil
  }

  package func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> Preparation? {
    guard let context = PluginContext(of: call) else { return nil }
    let preparation = seeing(known(context), call, context) { call -> Preparation? in
      if let waiting { return waiting.sign(&request, upload, of: call) }
      return plugin.sign(&request, upload, of: call).map { .answered(.failure($0)) }
    }
    return preparation ?? nil
  }

  package func willSend(_ request: any RequestType, context: PluginContext) {
    seeing(context) { plugin.willSend(context.request, context.upload, of: $0) }
  }

  package func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse {
    guard let visit = known(context)?.visit else { return .skip }
    let call = context.call.seen(as: visit.subject, slotsOf: visit.subject, mayWait: false)
    let edit = try withExtendedLifetime(visit) {
      try CarriedValues.run(for: context.subject) { try plugin.open(&head, to: context.request, of: call) }
    }
    switch edit {
    case .skip: return .skip
    case .edit(let editor):
      return .read(CarryingReader.around(EditorReader(editor, of: visit), of: context.subject))
    case .replace(let body): return .replace(body.data)
    }
  }

  package func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    seeing(context) { plugin.didReceive(result, to: context.request, of: $0) }
  }

  package func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    seeing(context) { plugin.shouldRetry(result, to: context.request, of: $0) } ?? .no
  }

  package func finish(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) -> Finish {
    guard let context = PluginContext(of: call) else { return .done(result) }
    let finish = seeing(begun(call, context), call, context) { call in
      waiting?.finish(result, to: request, of: call) ?? .done(plugin.process(result, to: request, of: call))
    }
    return finish ?? .done(result)
  }

  package func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    let call = context.call
    let processed = seeing(begun(call, context), call, context) {
      plugin.process(result, to: context.request, of: $0)
    }
    return processed ?? result
  }

  package func releaseSlot(context: PluginContext) {
    guard let subject = known(context)?.visit?.subject else { return }
    let call = context.call.seen(as: subject, slotsOf: subject, mayWait: false)
    withExtendedLifetime(subject) {
      CarriedValues.run(for: context.subject) { plugin.releaseSlot(of: call) }
    }
    (context.slot as? States)?.seen.withLock { $0[ObjectIdentifier(self)] = nil }
  }

  /// Passes the pieces of a body to a `BodyEditor`. A Swift program's plugins receive pieces as `Data`, and a
  /// `BodyEditor` receives them as buffers.
  private final class EditorReader: BodyReader {
    private let editor: any BodyEditor
    /// Owns the copy of the target that the editor uses. The engine's slot for the call retains the visit too. But the
    /// engine may release the slot while a hook runs, so this object retains the visit itself.
    private let visit: Visit

    init(_ editor: any BodyEditor, of visit: Visit) {
      self.editor = editor
      self.visit = visit
    }

    func receive(_ bytes: Data) throws -> Data {
      guard let piece = try bytes.withUnsafeBytes({ try editor.receive($0) }) else { return bytes }
      return EditorReader.data(piece)
    }

    func end() throws -> Data { EditorReader.data(try editor.end()) }

    private static func data(_ piece: BodyPiece) -> Data {
      var data = Data()
      piece.withBytes { data = Data($0) }
      return data
    }
  }
}

// MARK: - ModuleUse

/// Which plugin of which module a Swift program uses, and how.
package struct ModuleUse {
  package let path: String
  package var id: String?
  package var name: String?
  /// The options, as a JSON object.
  package var config: Data?
  package var onlyTag: String?
  package var notTag: String?
  package var longestWait: UInt32 = 0
  package var isAnyFileAllowed = false
  /// Receives the log lines of the plugin. If `nil`, the lines go where MOYA_LOG says.
  package var log: (@Sendable (_ level: Int32, _ line: String) -> Void)?

  package init(path: String) { self.path = path }

  /// Returns the settings of the provider to which the plugin's instance belongs.
  fileprivate func settings() throws(Failure) -> ProviderSettings {
    var options = moya_provider_options()
    options.size = UInt32(MemoryLayout<moya_provider_options>.size)
    guard let log else { return try ModuleUse.settings(options) }
    var handler = moya_log_handler()
    handler.size = UInt32(MemoryLayout<moya_log_handler>.size)
    handler.user = LineReceiver(log).retainedAddress()
    handler.release_user = { user in if let user { _ = LineReceiver.taken(at: user) } }
    handler.log = { (user, level, text, count) in
      guard let user, let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: count)
      LineReceiver.at(user).receive(
        level, String(decoding: bytes, as: UTF8.self))
    }
    return try withUnsafePointer(to: handler) { (handler) throws(Failure) in
      options.log = handler
      return try ModuleUse.settings(options)
    }
  }

  private static func settings(_ options: moya_provider_options) throws(Failure) -> ProviderSettings {
    try withUnsafePointer(to: options) { (options) throws(Failure) in
      var settings = try ProviderSettings(options)
      settings.sendsNothing = true
      return settings
    }
  }

  fileprivate func add(to provider: Provider) throws(Failure) {
    var use = moya_plugin_use()
    use.size = UInt32(MemoryLayout<moya_plugin_use>.size)
    use.flags = isAnyFileAllowed ? UInt32(MOYA_USE_ANY_FILE) : 0
    use.wait_ms = longestWait
    var copies: [UnsafeMutablePointer<CChar>] = []
    defer { for copy in copies { free(copy) } }
    func text(_ text: String?, _ name: String) throws(Failure) -> UnsafePointer<CChar>? {
      guard let text else { return nil }
      if text.utf8.contains(0) { throw Failure(MOYA_ERROR_ARGUMENT, "\(name) contains a NUL") }
      guard let copy = strdup(text) else { throw .memory(name) }
      copies.append(copy)
      return UnsafePointer(copy)
    }
    use.path = try text(path, "path")
    use.id = try text(id, "id")
    use.name = try text(name, "name")
    use.config = try text(config.map { String(decoding: $0, as: UTF8.self) }, "options")
    use.only_tag = try text(onlyTag, "onlyTag")
    use.not_tag = try text(notTag, "notTag")
    try PluginUse(use).add(to: provider)
  }

  /// Holds the Swift closure that receives log lines, so that C can refer to the closure by a pointer.
  private final class LineReceiver: CObject, Sendable {
    let receive: @Sendable (Int32, String) -> Void

    init(_ receive: @escaping @Sendable (Int32, String) -> Void) { self.receive = receive }
  }
}
