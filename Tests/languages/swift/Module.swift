// The plugins that Tests/languages/plugins.c loads, in Swift.
import CMoya

let plugins: [any Plugin.Type] = [Bare.self, All.self, Editor.self, Thrower.self, Waiter.self, Timed.self]

/// Has no hooks.
struct Bare: Plugin {
  static let id = "org.libmoya.none"
  static let version = "1.0.0"
  init(_ setup: borrowing Call) {}
}

/// Has all hooks.
struct All: PreparingPlugin, SigningPlugin, SendingPlugin, ReceivingPlugin, RetryingPlugin, ProcessingPlugin,
  ClosingPlugin, BodyPlugin
{
  static let id = "org.libmoya.all"
  static let version = "1.0.0"
  static let about = "Has all hooks."
  static let secretHeaders = ["X-One", "X-Two"]
  static let waits = true
  let instance: Instance
  init(_ setup: borrowing Call) { instance = setup.instance }
  func prepare(_ call: inout Call) -> Answer { noted("prepare", &call) }
  func sign(_ call: inout Call) throws -> Answer {
    let url = call.withRequestURL { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
    try call.setRequestHeader("X-Signature", "\(call.requestMethod ?? "?") \(url ?? "?")")
    guard try instance.random(32).contains(where: { $0 != 0 }), instance.nowUs > 0,
      instance.dateUs > 1_600_000_000_000_000
    else { throw Failure("no random bytes, or no clock") }
    let fox = Array("The quick brown fox jumps over the lazy dog".utf8)
    let sum =
      try instance.hash(MOYA_HASH_SHA1, Array("abc".utf8))
      + instance.hmac(MOYA_HASH_SHA256, key: Array("key".utf8), fox)
    let digits = Array("0123456789abcdef")
    try call.setRequestHeader("X-Digest", String(sum.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    return .proceed
  }
  func willSend(_ call: inout Call) { _ = noted("will_send", &call) }
  func didReceive(_ call: inout Call) { _ = noted("did_receive", &call) }
  func shouldRetry(_ call: inout Call) -> Int? {
    _ = noted("should_retry", &call)
    return nil
  }
  func process(_ call: inout Call) -> Answer { noted("process", &call) }
  func close(_ instance: inout Call) -> Answer { noted("close", &instance) }
  func head(_ call: inout Call) throws -> Bool {
    try call.setResponseHeader("Content-Length", nil)
    return true
  }
  func chunk(_ call: inout Call, _ data: UnsafeRawBufferPointer) throws { try call.pass(data) }
  func end(_ call: inout Call) throws { try Array("!".utf8).withUnsafeBytes { try call.pass($0) } }
  private func noted(_ hook: String, _ call: inout Call) -> Answer {
    call.log(MOYA_LOG_INFO, hook)
    return .proceed
  }
}

/// Changes the request and the response, and has an object in its slot.
struct Editor: PreparingPlugin, ProcessingPlugin {
  static let id = "org.libmoya.editor"
  static let version = "1.0.0"
  static let options = [
    Option(name: "value", kind: .text, about: "A value.", required: true),
    Option(name: "many", kind: .texts, preset: #"["a", "b"]"#),
  ]

  final class Value: Sendable {
    let text: String
    let instance: Instance
    init(_ text: String, _ instance: Instance) { (self.text, self.instance) = (text, instance) }
    deinit { instance.log(MOYA_LOG_INFO, "the slot is free") }
  }
  let value: String
  let instance: Instance
  init(_ setup: borrowing Call) {
    value = setup.optionText("value") + (setup.optionTexts("many").last ?? "")
    instance = setup.instance
  }

  func prepare(_ call: inout Call) throws -> Answer {
    guard call.attempt == 1, call.requestHeader("X-Value") == nil, call.slot == nil else {
      throw Failure("the call is not new")
    }
    try call.setSlot(Value(value, instance))
    guard refuses({ try $0.setSlot(Value("other", instance)) }, &call),
      refuses({ try $0.setRequestHeader("A", "\0") }, &call),
      refuses({ try $0.setRequestHeader("Content-Length", "1") }, &call)
    else { throw Failure("a wrong change was made") }
    try call.setRequestHeader("X-Value", value)
    return .proceed
  }
  private func refuses(_ change: (inout Call) throws -> Void, _ call: inout Call) -> Bool {
    do { try change(&call) } catch { return true }
    return false
  }
  func process(_ call: inout Call) throws -> Answer {
    let body = String(decoding: call.responseBody ?? [], as: UTF8.self)
    let value = (call.slot as? Value)?.text ?? "?"
    let field = call.requestHeaders.first { $0.name.lowercased() == "x-value" }?.value ?? "?"
    try call.setResponseStatus(201)
    try call.setResponseHeaders([("X-One", "a"), ("X-Empty", "")])
    let isListed = call.responseHeaders.map { "\($0.name): \($0.value)" } == ["X-One: a", "X-Empty: "]
    guard isListed, refuses({ try $0.setResponseHeaders([("X-One", "a\0b")]) }, &call) else {
      throw Failure("the list of fields is another one")
    }
    try call.setResponseBody(Array("\(body) \(value) \(field) \(call.targetName ?? "?")".utf8))
    return .proceed
  }
}

/// Fails in the hook that the option names.
struct Thrower: PreparingPlugin, SendingPlugin, RetryingPlugin, ProcessingPlugin {
  static let id = "org.libmoya.thrower"
  static let version = "1.0.0"
  static let options = [Option(name: "in", kind: .text), Option(name: "what", kind: .text)]
  enum Other: Error { case plain }

  let hook, what: String
  init(_ setup: borrowing Call) throws {
    (hook, what) = (setup.optionText("in"), setup.optionText("what"))
    try fail("create")
  }
  func fail(_ hook: String) throws {
    guard hook == self.hook else { return }
    switch what {
    case "error": throw Failure("an error with a status", status: MOYA_ERROR_ARGUMENT)
    case "success": throw Failure("an error that is none", status: MOYA_OK)
    case "far": throw Failure("an error with no status", status: .min)
    case "empty": throw Failure("", status: MOYA_ERROR_ARGUMENT)
    default: throw Other.plain
    }
  }
  func fail(_ hook: String, _ call: inout Call) throws {
    guard hook == self.hook else { return }
    switch what {
    case "host": try call.setRequestURL("no url")
    case "host's text": do { try call.setRequestURL("no url") } catch { throw Failure("\(error)") }
    default: try fail(hook)
    }
  }
  func prepare(_ call: inout Call) throws -> Answer {
    try fail("prepare", &call)
    return .proceed
  }
  func willSend(_ call: inout Call) throws { try fail("will_send", &call) }
  func shouldRetry(_ call: inout Call) throws -> Int? {
    try fail("should_retry")
    return nil
  }
  func process(_ call: inout Call) throws -> Answer {
    try fail("process")
    return .proceed
  }
}

/// Waits in `prepare`. For some rows, `process` writes what it has read of the request or the response into the body.
struct Waiter: PreparingPlugin, ProcessingPlugin {
  static let id = "org.libmoya.waiter"
  static let version = "1.0.0"
  static let waits = true
  static let options = [Option(name: "how", kind: .text, required: true)]

  let how: String
  init(_ setup: borrowing Call) { how = setup.optionText("how") }

  func process(_ call: inout Call) throws -> Answer {
    switch how {
    case "edited":
      let text = "\(call.requestMethod ?? "?") \(call.requestURL ?? "?") \(call.requestHeader("X-Many") ?? "?")"
      try call.setResponseBody(Array(text.utf8))
    case "stored":
      let field = call.responseHeader("X-Many") ?? "?"
      let text = "\(call.responseURL ?? "?") \(call.resultInfo(MOYA_INFO_HTTP_VERSION)) \(field)"
      try call.setResponseBody(Array(text.utf8))
    case "hidden":
      let text = Waiter.secret
      guard call.redact(text) == call.instance.redact(text) else { throw Failure("two texts") }
      try call.setResponseBody(call.responseBody.map { $0 + Array(call.redact(text).utf8) } ?? [])
    default: break
    }
    return .proceed
  }
  private static let secret = "?token=hunter2\n€"

  func prepare(_ call: inout Call) throws -> Answer {
    if how == "instance" {
      try call.instance.after(ms: 3_600_000) { call, error in
        call.instance.log(MOYA_LOG_INFO, error.map { "\($0)" } ?? "the timer ran")
        try call.instance.after(ms: 1) { _, _ in }
      }
      return .proceed
    }
    let waiting = try call.defer()
    if call.requestURL != nil { throw Failure("a call that waits is not empty") }
    switch how {
    case "timer": try waiting.resume(afterMs: 1)
    case "error": waiting.resume(throwing: Failure("no", status: MOYA_ERROR_ARGUMENT))
    case "dropped": break
    case "undone": return .proceed
    case "failed": throw Failure("after all", status: MOYA_ERROR_ARGUMENT)
    case "forgotten": try waiting.after(ms: 1) { _, _ in }
    case "moved": try waiting.work { _, _ in }
    case "thread": try waiting.work { waiting, _ in waiting.resume() }
    case "run":
      try waiting.after(ms: 1) { waiting, error in
        if let error { waiting.resume(throwing: error) } else { waiting.resume() }
      }
    case "edited":
      try waiting.setRequestMethod("PUT")
      try waiting.setRequestURL("http://offline.invalid/moved")
      try waiting.addRequestHeader("X-Many", "a")
      try waiting.addRequestHeader("X-Many", "b")
      waiting.resume()
    case "stored":
      try waiting.setResponseBody([])
      try waiting.setResponseURL("http://offline.invalid/stored")
      try waiting.addResponseHeader("X-Many", "a")
      try waiting.addResponseHeader("X-Many", "b")
      try waiting.setResponseInfo(MOYA_INFO_HTTP_VERSION, 20)
      waiting.resume(.answered)
    case "hidden":
      try waiting.setResponseBody(Array(waiting.redact(Waiter.secret).utf8))
      waiting.resume(.answered)
    case "verbatim":
      waiting.resume(throwing: Failure("again", status: MOYA_ERROR_ARGUMENT, flags: MOYA_FAIL_VERBATIM))
    case "nameless":
      waiting.resume(throwing: Failure("", status: MOYA_ERROR_ARGUMENT, flags: MOYA_FAIL_VERBATIM))
    case "response":
      try waiting.setResponseStatus(503)
      waiting.resume(throwing: Failure("refused", status: MOYA_ERROR_ARGUMENT, flags: MOYA_FAIL_RESPONSE))
    case "answer":
      try waiting.setResponseBody(Array("answered".utf8))
      waiting.resume(.answered)
    case "work":
      try waiting.work { waiting, _ in
        do { try waiting.setResponseBody(Array("answered".utf8)) } catch {}
        waiting.resume(.answered)
      }
    case "send", "resend":
      let url = how == "send" ? "http://offline.invalid/sub" : "no url"
      let request = PluginRequest(
        url: url, method: "POST", headers: [("X-Sub", "1"), ("X-Empty", "")], body: Array("question".utf8))
      try waiting.send(request) { waiting, result, error in
        if let error { return _ = waiting.resume(throwing: error) }
        if result.requestHeader("X-Empty") != "" { return _ = waiting.resume(throwing: Failure("no empty field")) }
        let text = "\(String(decoding: result.responseBody ?? [], as: UTF8.self)) \(result.httpStatus)"
        do { try waiting.setResponseBody(Array(text.utf8)) } catch {}
        waiting.resume(.answered)
      }
    default: throw Failure("how?")
    }
    return .pending
  }
}

/// Has two timers. The plugin cancels the first one, and the end of the instance ends the second one.
struct Timed: Plugin {
  static let id = "org.libmoya.timed"
  static let version = "1.0.0"
  init(_ setup: borrowing Call) throws {
    let hour = 3_600_000
    let task = try setup.instance.after(ms: hour) { call, _ in call.log(MOYA_LOG_ERROR, "a cancelled timer ran") }
    if (try? setup.instance.random(-1)) != nil || (try? setup.instance.hash(.max, [])) != nil {
      throw Failure("wrong numbers are accepted")
    }
    if !task.cancel() { throw Failure("a timer was not cancelled") }
    try setup.instance.after(ms: hour) { call, error in
      call.log(MOYA_LOG_INFO, "the timer ended with \(error?.status ?? MOYA_OK)")
      throw Failure("a timer that throws")
    }
  }
}
