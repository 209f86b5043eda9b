import CHooks
import CMoya
import Glibc
import MoyaCore

/// A plugin's hooks for the bodies of responses. A plugin passes these hooks to the library as the extension
/// "moya.body/1".
struct PluginBodyHooks: @unchecked Sendable {
  fileprivate let hooks: moya_body_hooks

  /// `nil` if the plugin reads no bodies.
  init?(of table: PluginTable) throws(Failure) {
    guard let find = table.table.get_extension else { return nil }
    let name: StaticString = "moya.body/1"
    func malformed(_ reason: String) -> Failure {
      Failure(MOYA_ERROR_PLUGIN_TABLE, "moya.body/1 of plugin \(table.id) is malformed: \(reason)")
    }
    let (found, thrown) = Thrown.catching { thrown in
      moya_hook_extension(find, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), thrown)
    }
    if let thrown { throw malformed(thrown.sentence("get_extension")) }
    guard let found else { return nil }
    let size = Int(found.loadUnaligned(as: UInt32.self))
    let known = MemoryLayout<moya_body_hooks>.size
    guard SizedStruct.canBe(size), size >= known else {
      throw malformed("its size is \(size), which is no size of a table of hooks (\(known) or more, in eights)")
    }
    if SizedStruct.hasUnknownTail(found, size: size, known: known) {
      throw malformed("it uses a hook of a newer interface, which this host does not know")
    }
    hooks = found.loadUnaligned(as: moya_body_hooks.self)
  }
}

extension CPlugin: BodyEditingPlugin {
  var readsBodies: Bool { body != nil }
  var readsOnlyStreams: Bool { table.flags & UInt32(MOYA_PLUGIN_ONLY_STREAMS) != 0 }

  func open(_ head: inout HTTPURLResponse, to request: URLRequest?, of call: HookedCall) throws -> BodyEdit {
    guard let body, follows(call) else { return .skip }
    var response = Response(statusCode: head.statusCode, content: .data(Data()), request: nil, response: head)
    if let show = body.hooks.head {
      let hook = RunningHook(
        HookContext(.head, of: identity, call: call, request: request, result: .success(response)))
      let (status, thrown) = status(of: show, hook)
      if let thrown { throw CPlugin.failure(thrown, &hook.context.pointee) }
      let draft = hook.context.pointee.draft
      switch Int(status) {
      case MOYA_HOOK_OK, MOYA_BODY_SKIP, MOYA_HOOK_ANSWERED: break
      default: throw CPlugin.failure(status, &hook.context.pointee)
      }
      if let draft { head = draft.head.with(statusCode: draft.status, urlText: head.urlText) }
      if Int(status) == MOYA_BODY_SKIP { return .skip }
      if Int(status) == MOYA_HOOK_ANSWERED { return .replace(draft?.content ?? .data(Data())) }
      if draft != nil {
        response = Response(statusCode: head.statusCode, content: .data(Data()), request: nil, response: head)
      }
    }
    return .edit(CBodyEditor(self, body.hooks, request, call, response))
  }
}

extension WaitingCPlugin: BodyEditingPlugin {
  var readsBodies: Bool { plugin.readsBodies }
  var readsOnlyStreams: Bool { plugin.readsOnlyStreams }

  func open(_ head: inout HTTPURLResponse, to request: URLRequest?, of call: HookedCall) throws -> BodyEdit {
    try plugin.open(&head, to: request, of: call)
  }
}

/// Passes the body of one response through a plugin's `chunk` and `end`.
final class CBodyEditor: BodyEditor {
  private let plugin: CPlugin
  private let hooks: moya_body_hooks
  let request: URLRequest?
  private let call: HookedCall
  /// The hook that runs for each piece. `nil` before the first piece.
  private var repeated: RepeatedHook?
  /// The response without its body.
  let response: Response
  /// The bytes that the running hook has received.
  private var arrived = UnsafeRawBufferPointer(start: nil, count: 0)
  /// True if the running hook has passed on exactly the bytes that it has received. These bytes are not copied.
  private var passesArrived = false
  /// Copies of the bytes that the running hook has passed on. `nil` if it has passed on nothing, or if `passesArrived`
  /// is true.
  private var passed: BodyBuffer?

  fileprivate init(
    _ plugin: CPlugin, _ hooks: moya_body_hooks, _ request: URLRequest?, _ call: HookedCall, _ response: Response
  ) {
    self.plugin = plugin
    self.hooks = hooks
    self.request = request
    self.call = call
    self.response = response
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws -> BodyPiece? {
    guard let chunk = hooks.chunk else { return nil }
    if repeated?.canRun != true {
      repeated = RepeatedHook(HookContext(.chunk, of: plugin.identity, call: call, body: self))
    }
    return try run(bytes) { (instance, handle, thrown) in
      moya_hook_chunk(chunk, instance, handle, bytes.baseAddress, bytes.count, thrown)
    }
  }

  func end() throws -> BodyPiece {
    guard let end = hooks.end else { return .none }
    repeated = RepeatedHook(HookContext(.end, of: plugin.identity, call: call, body: self))
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    return try run(none) { (instance, handle, thrown) in moya_hook_status(end, instance, handle, thrown) } ?? .none
  }

  /// Runs the hook, and returns the bytes that it has passed on. Returns `nil` if these are exactly the bytes that it
  /// has received.
  @inline(__always)
  private func run(
    _ bytes: UnsafeRawBufferPointer,
    _ hook: (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
      -> moya_status
  ) throws -> BodyPiece? {
    arrived = bytes
    passesArrived = false
    guard let context = repeated?.context else { return nil }
    let (status, thrown) = plugin.status(repeated?.begin(), hook)
    defer { repeated?.end() }
    let copy = passed.take()
    if let thrown { throw CPlugin.failure(thrown, &context.pointee) }
    if status != moya_status(MOYA_OK) { throw CPlugin.failure(status, &context.pointee) }
    if passesArrived { return nil }
    return copy.map { .content(.buffer($0)) } ?? BodyPiece.none
  }

  /// Adds bytes to what the running hook has passed on. Returns false if there is no memory.
  func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let passed { return passed.append(bytes) }
    if passesArrived {
      guard copy(arrived) else { return false }
      passesArrived = false
      return pass(bytes)
    }
    if bytes.count != arrived.count || bytes.baseAddress != arrived.baseAddress { return copy(bytes) }
    passesArrived = true
    return true
  }

  private func copy(_ bytes: UnsafeRawBufferPointer) -> Bool {
    passed = BodyBuffer(copying: bytes)
    return passed != nil
  }
}

// MARK: - BodyTable

/// The functions of "moya.body/1". Each process has one table.
enum BodyTable {
  // The table is never changed and never freed.
  nonisolated(unsafe) static let pointer: UnsafePointer<moya_body> = {
    let table = UnsafeMutablePointer<moya_body>.allocate(capacity: 1)
    table.initialize(to: moya_body())
    table.pointee.size = UInt32(MemoryLayout<moya_body>.size)
    table.pointee.pass = { context, data, count in
      if context == nil || data == nil && count > 0 { return moya_status(MOYA_ERROR_NULL) }
      let status = HookContext.use(context) { context -> moya_status in
        guard let body = context.body else { return moya_status(MOYA_ERROR_STATE) }
        guard count >= 0, count < 1 << 40 else { return moya_status(MOYA_ERROR_MEMORY) }
        let isPassed = body._withUnsafeGuaranteedRef { $0.pass(UnsafeRawBufferPointer(start: data, count: count)) }
        return moya_status(isPassed ? MOYA_OK : MOYA_ERROR_MEMORY)
      }
      return status ?? moya_status(MOYA_ERROR_STATE)
    }
    return UnsafePointer(table)
  }()
}
