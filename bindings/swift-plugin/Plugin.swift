// Plugins for libmoya in Swift, for programs in any language. Compile this file together with yours. A plugin is a type
// that conforms to `Plugin` and to a protocol for each of its hooks. A hook without its protocol costs nothing.
//
//     struct Client: PreparingPlugin {
//       static let id = "org.example.client"
//       static let version = "1.0.0"
//       init(_ setup: borrowing Call) {}
//       func prepare(_ call: inout Call) throws -> Answer {
//         try call.setRequestHeader("X-Client", "Swift")
//         return .proceed
//       }
//     }
//     let plugins: [any Plugin.Type] = [Client.self]  // the plugins of the module, at most 8
//
// The C headers moya/plugin.h and moya/plugin/tasks.h say what each hook and each function does, on which threads, and
// with which errors. The host is the library that loads the plugin. If a hook throws, the call fails with the text of
// the error. Its status is that of the `Failure`, or MOYA_ERROR_PLUGIN_HOOK for another error. Swift cannot catch a
// trap (`!`, an index out of range). A trap ends the process.
//
// A program in Swift does not need this file for its own plugins. They conform to `PluginType`.

import CMoya

/// A type of plugins. Its values are the instances: each provider that uses the plugin has one. If the type is a class,
/// its `deinit` is the hook `destroy`.
protocol Plugin: Sendable {
  /// A reversed domain name: "org.example.client".
  static var id: String { get }
  static var version: String { get }
  /// A sentence for people.
  static var about: String { get }
  /// The licence of the plugin, as an SPDX expression: "MIT".
  static var license: String { get }
  static var options: [Option] { get }
  /// The names of header fields that the plugin fills with secrets.
  static var secretHeaders: [String] { get }
  /// Whether hooks may call `defer`.
  static var waits: Bool { get }
  /// If true, the hooks after `prepare` run only for calls in which `prepare` has stored a value in the slot
  /// (MOYA_PLUGIN_NEEDS_SLOT).
  static var needsSlot: Bool { get }
  /// Makes an instance. May block. `setup` has the options. The plugin may store `setup.instance`.
  init(_ setup: borrowing Call) throws
}

extension Plugin {
  static var about: String { "" }
  static var license: String { "" }
  static var options: [Option] { [] }
  static var secretHeaders: [String] { [] }
  static var waits: Bool { false }
  static var needsSlot: Bool { false }
}

/// What prepare, sign, process and close return.
enum Answer: moya_status, Sendable {
  case proceed = 0
  /// In prepare only: the plugin has made the response, and nothing is sent.
  case answered = 1
  /// The call waits until its `Deferred` is resumed.
  case pending = 2
}

protocol PreparingPlugin: Plugin { func prepare(_ call: inout Call) throws -> Answer }
protocol SigningPlugin: Plugin { func sign(_ call: inout Call) throws -> Answer }
protocol SendingPlugin: Plugin { func willSend(_ call: inout Call) throws }
protocol ReceivingPlugin: Plugin { func didReceive(_ call: inout Call) throws }
/// Returns the milliseconds to wait before another attempt, or nil for none.
protocol RetryingPlugin: Plugin { func shouldRetry(_ call: inout Call) throws -> Int? }
protocol ProcessingPlugin: Plugin { func process(_ call: inout Call) throws -> Answer }
/// `instance` is the context of the plugin's instance, and not of a call. The hook may call `instance.defer()`.
protocol ClosingPlugin: Plugin { func close(_ instance: inout Call) throws -> Answer }
/// The hooks of moya/plugin/body.h. `head` returns false if the response does not concern the plugin.
protocol BodyPlugin: Plugin {
  func head(_ call: inout Call) throws -> Bool
  func chunk(_ call: inout Call, _ data: UnsafeRawBufferPointer) throws
  func end(_ call: inout Call) throws
}

/// An error with a negative status: `Failure("no token", status: MOYA_ERROR_ARGUMENT)`. If a hook fails its call with
/// this error, the flags say what the caller receives, for example `MOYA_FAIL_RESPONSE | MOYA_FAIL_VERBATIM`.
struct Failure: Error, CustomStringConvertible {
  let status: Int
  /// The MOYA_FAIL_… flags of moya/plugin.h. They have no effect if `init` or `close` throws the error.
  let flags: Int
  /// The text. If a function of the host failed, the text is the name of the function and the status.
  let description: String
  let message: String  // "" if a function of the host failed, because the host knows the reason

  /// Makes an error with a text for the caller. If the text is "", the caller reads the name of the status. A status
  /// that is not negative, or has more than 32 bits, becomes MOYA_ERROR_PLUGIN_HOOK.
  init(_ text: String, status: Int = MOYA_ERROR_PLUGIN_HOOK, flags: Int = 0) {
    let isStatus = status < 0 && moya_status(exactly: status) != nil
    (self.status, self.flags, message) = (isStatus ? status : MOYA_ERROR_PLUGIN_HOOK, flags, text)
    description = text.isEmpty ? "status \(self.status)" : text
  }
  /// Makes the error for a function of the host that has failed with this status.
  init(of function: String, _ status: moya_status) {
    (self.status, flags, message) = (Int(status), 0, "")
    description = "\(function) failed with status \(status)"
  }
  static func check(_ status: moya_status, _ function: String = #function) throws(Failure) {
    if status != 0 { throw Failure(of: function, status) }
  }
}

/// An option that the user of a plugin may set.
struct Option: Sendable {
  enum Kind: Int, Sendable { case flag = 1, int, number, text, secret, texts, json }

  var name: String
  var kind: Kind
  var about = ""
  var required = false
  /// The value of an option that the config omits, as JSON. If this is empty, the value is 0, false, "", [] or null.
  var preset = ""
  /// The possible values of a text: "text|json".
  var choices = ""
  /// The range of an integer; both 0: any integer.
  var least = 0, most = 0
}

// MARK: - Tables

/// An instance of a plugin. It casts the plugin to the protocol of each hook once, when it is made. It stores hooks and
/// not the plugin, because a call of a method of an `any Plugin` would copy the plugin.
private final class Instantiated: Sendable {
  typealias Hook<Result> = @Sendable (inout Call) throws -> Result

  let context: PluginContext
  let prepare, sign, process, close: Hook<Answer>?
  let willSend, didReceive, end: Hook<Void>?
  let shouldRetry: Hook<Int?>?
  let head: Hook<Bool>?
  let chunk: (@Sendable (inout Call, UnsafeRawBufferPointer) throws -> Void)?

  init(_ plugin: any Plugin, _ context: PluginContext) {
    self.context = context
    prepare = (plugin as? any PreparingPlugin).map { $0.prepare }
    sign = (plugin as? any SigningPlugin).map { $0.sign }
    willSend = (plugin as? any SendingPlugin).map { $0.willSend }
    didReceive = (plugin as? any ReceivingPlugin).map { $0.didReceive }
    shouldRetry = (plugin as? any RetryingPlugin).map { $0.shouldRetry }
    process = (plugin as? any ProcessingPlugin).map { $0.process }
    close = (plugin as? any ClosingPlugin).map { $0.close }
    let body = plugin as? any BodyPlugin
    head = body.map { $0.head }
    chunk = body.map { $0.chunk }
    end = body.map { $0.end }
  }

  /// Runs a hook that returns a status.
  static func status(
    _ instance: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ run: (Instantiated, inout Call) throws -> moya_status?
  ) -> moya_status {
    let it = Unmanaged<Instantiated>.fromOpaque(instance!)
    let context = it._withUnsafeGuaranteedRef { $0.context.with(handle) }
    var call = Call(context)
    do {
      let status = try it._withUnsafeGuaranteedRef { try run($0, &call) } ?? 0
      guard let end = call.hook?.ends(), end.dropped, status == Answer.pending.rawValue else { return status }
      return context.failed(Failure.dropped)
    } catch {
      let hasContext = call.hook?.ends().hasContext ?? true
      return hasContext ? context.failed(error) : moya_status((error as? Failure)?.status ?? MOYA_ERROR_PLUGIN_HOOK)
    }
  }

  /// Runs a hook that returns no status. If the hook throws, the error goes to the log.
  static func run<Result>(
    _ instance: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, otherwise: Result,
    _ run: (Instantiated, inout Call) throws -> Result?
  ) -> Result {
    let it = Unmanaged<Instantiated>.fromOpaque(instance!)
    let context = it._withUnsafeGuaranteedRef { $0.context.with(handle) }
    var call = Call(context)
    do { return try it._withUnsafeGuaranteedRef { try run($0, &call) } ?? otherwise } catch {
      context.log(MOYA_LOG_ERROR, "\(error)")
      return otherwise
    }
  }
}

/// The host does not tell `create` for which plugin it makes an instance. So each plugin of a module has its own
/// `create`.
private let creates:
  [@convention(c) (
    UnsafePointer<moya_host>?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> moya_status] = [
    { create(0, $0, $1, $2) }, { create(1, $0, $1, $2) }, { create(2, $0, $1, $2) }, { create(3, $0, $1, $2) },
    { create(4, $0, $1, $2) }, { create(5, $0, $1, $2) }, { create(6, $0, $1, $2) }, { create(7, $0, $1, $2) },
  ]

private func create(
  _ index: Int, _ host: UnsafePointer<moya_host>?, _ handle: OpaquePointer?,
  _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> moya_status {
  let context = PluginContext(host: host!, handle: handle, instance: handle)
  do {
    let made = Instantiated(try plugins[index].init(Call(context)), context)
    instance!.pointee = Unmanaged.passRetained(made).toOpaque()
    return 0
  } catch { return context.failed(error) }
}

private func table(_ type: any Plugin.Type, _ create: moya_plugin.Create) -> UnsafePointer<moya_plugin>? {
  var it = moya_plugin()
  it.size = UInt32(MemoryLayout<moya_plugin>.size)
  it.option_size = UInt32(MemoryLayout<moya_option>.size)
  it.flags = UInt32((type.waits ? MOYA_PLUGIN_WAITS : 0) | (type.needsSlot ? MOYA_PLUGIN_NEEDS_SLOT : 0))
  (it.id, it.version) = (stays(type.id), stays(type.version))
  (it.about, it.license) = (stays(type.about), stays(type.license))
  it.options = stays(type.options.map(\.lowered) + [moya_option()])
  it.secret_headers = stays(type.secretHeaders.map(named) + [nil])
  it.create = create
  it.destroy = { Unmanaged<Instantiated>.fromOpaque($0!).release() }
  it.release_slot = { Unmanaged<PluginSlot>.fromOpaque($1!).release() }
  if type is any ClosingPlugin.Type {
    it.close = { Instantiated.status($0, $1) { try $0.close?(&$1).rawValue } }
  }
  if type is any PreparingPlugin.Type {
    it.prepare = { Instantiated.status($0, $1) { try $0.prepare?(&$1).rawValue } }
  }
  if type is any SigningPlugin.Type {
    it.sign = { Instantiated.status($0, $1) { try $0.sign?(&$1).rawValue } }
  }
  if type is any SendingPlugin.Type {
    it.will_send = { Instantiated.run($0, $1, otherwise: ()) { try $0.willSend?(&$1) } }
  }
  if type is any ReceivingPlugin.Type {
    it.did_receive = { Instantiated.run($0, $1, otherwise: ()) { try $0.didReceive?(&$1) } }
  }
  if type is any RetryingPlugin.Type {
    it.should_retry = {
      Instantiated.run($0, $1, otherwise: Int64(MOYA_RETRY_NONE)) { try $0.shouldRetry?(&$1).map(Int64.init) }
    }
  }
  if type is any ProcessingPlugin.Type {
    it.process = { Instantiated.status($0, $1) { try $0.process?(&$1).rawValue } }
  }
  if type is any BodyPlugin.Type {
    it.get_extension = { String(cString: $0!) == MOYA_BODY ? UnsafeRawPointer(body) : nil }
  }
  return stays([it])
}

extension moya_plugin {
  fileprivate typealias Create =
    @convention(c) (
      UnsafePointer<moya_host>?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> moya_status
}

private nonisolated(unsafe) let body: UnsafePointer<moya_body_hooks>? = stays([
  moya_body_hooks(
    size: UInt32(MemoryLayout<moya_body_hooks>.size), reserved: 0,
    head: { Instantiated.status($0, $1) { try $0.head?(&$1) == false ? moya_status(MOYA_BODY_SKIP) : 0 } },
    chunk: { instance, context, data, len in
      Instantiated.status(instance, context) {
        try $0.chunk?(&$1, UnsafeRawBufferPointer(start: data, count: len))
        return 0
      }
    },
    end: {
      Instantiated.status($0, $1) {
        try $0.end?(&$1); return 0
      }
    })
])

/// The table of the module. The host wants it in static memory.
private nonisolated(unsafe) var module = moya_module(size: 16, abi: UInt32(MOYA_PLUGIN_ABI), plugins: nil)
private let isFilled: Bool = {
  let tables = zip(plugins, creates).map { table($0, $1) }
  module.plugins = stays(tables + [nil])
  return plugins.count <= creates.count
}()

@_cdecl("moya_plugin_entry")
public func moyaPluginEntry(_ hostABI: UInt32) -> UnsafeRawPointer? {
  guard hostABI >= UInt32(MOYA_PLUGIN_ABI), isFilled else { return nil }
  return withUnsafePointer(to: &module) { UnsafeRawPointer($0) }
}

extension Option {
  fileprivate var lowered: moya_option {
    moya_option(
      name: named(name), about: stays(about), kind: UInt32(kind.rawValue), required: required ? 1 : 0,
      preset: stays(preset), choices: stays(choices), least: Int64(least), most: Int64(most))
  }
}

/// Copies the elements. The copy exists until the process ends.
private func stays<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
  let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
  _ = copy.initialize(from: elements)
  return UnsafePointer(copy.baseAddress)
}
private func stays(_ text: String) -> UnsafePointer<CChar>? { text.isEmpty ? nil : named(text) }
/// Returns a C text for a name in a list. NULL would end the list, so an empty name is "", which the library refuses.
private func named(_ name: String) -> UnsafePointer<CChar>? { UnsafePointer(PluginTexts.copy(name).baseAddress) }

/// C texts that live as long as this object. `copy` makes a C text that no object owns: it lives until the caller
/// deallocates it.
final class PluginTexts {
  private var made: [UnsafeMutableBufferPointer<CChar>] = []
  /// Returns NULL for an empty text.
  func add(_ text: String) -> UnsafePointer<CChar>? { text.isEmpty ? nil : whole(text) }
  func whole(_ text: String) -> UnsafePointer<CChar>? {
    made.append(PluginTexts.copy(text))
    return UnsafePointer(made.last!.baseAddress)
  }
  static func copy(_ text: String) -> UnsafeMutableBufferPointer<CChar> {
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
    _ = copy.initialize(from: text.utf8CString)
    return copy
  }
  deinit { for it in made { it.deallocate() } }
}
