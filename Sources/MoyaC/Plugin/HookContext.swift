import CMoya
import MoyaCore

/// What a `moya_context` names: one run of one hook. It lies in a `ContextSlot`. Not copyable: else each reading of a
/// property through the pointer retains and releases all the others.
struct HookContext: ~Copyable {
  enum Hook: String {
    case create
    case prepare
    case willSend = "will_send"
    case didReceive = "did_receive"
    case process
    case shouldRetry = "should_retry"
  }

  let hook: Hook
  let plugin: PluginIdentity
  /// `nil` in create.
  let context: PluginContext?
  var request: URLRequest?
  /// `nil` before there is one.
  private(set) var result: Result<Response, MoyaError>?
  var draft: ResponseDraft?
  var failure: String?
  private var kept: [BodyBuffer] = []

  init(
    _ hook: Hook, of plugin: PluginIdentity, context: consuming PluginContext?,
    result: Result<Response, MoyaError>? = nil
  ) {
    self.hook = hook
    self.plugin = plugin
    request = context?.request
    self.context = context
    self.result = result
  }

  var subject: CSubject? { context?.cSubject }

  // MARK: Texts and bodies, until the hook returns

  mutating func keep(_ text: String?) -> moya_str { keep(text.flatMap { BodyBuffer($0) }) }

  mutating func keep(_ buffer: BodyBuffer?) -> moya_str {
    if let buffer { kept.append(buffer) }
    return moya_str(buffer)
  }

  // MARK: The result

  var maySetRequest: Bool { hook == .prepare }
  var maySetResponse: Bool { hook == .prepare || hook == .process }

  /// The response with which the call would end now.
  var response: ResponseDraft? {
    if let draft { return draft }
    if case .success(let received) = result { return ResponseDraft(received) }
    return nil
  }

  var error: MoyaError? {
    if draft == nil, case .failure(let error) = result { return error }
    return nil
  }

  /// The response that a change starts from. For a failed result that is the part of a response which had arrived, or
  /// an empty one.
  var currentDraft: ResponseDraft { response ?? error?.response.map { ResponseDraft($0) } ?? ResponseDraft() }
}

extension PluginContext {
  /// A C plugin meets only calls of the C face.
  var cSubject: CSubject? {
    type(of: subject) == CSubject.self ? unsafeDowncast(subject, to: CSubject.self) : nil
  }

  /// The pointers that plugins keep for the call. The flight's, also when several wait for it.
  var slots: PluginSlots? {
    let subject = flight.order.subject
    return type(of: subject) == CSubject.self ? unsafeDowncast(subject, to: CSubject.self).slots : nil
  }
}
