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
  /// Not retained: a plugin's is there as long as the plugin, which outlives its hooks.
  private let identity: Unmanaged<PluginIdentity>
  var plugin: PluginIdentity { identity.takeUnretainedValue() }
  /// `nil` in create.
  let call: HookedCall?
  var request: URLRequest?
  /// `nil` before there is one.
  private(set) var result: Result<Response, MoyaError>?
  /// What a hook seldom sets.
  var draft: ResponseDraft? {
    get { rare?.draft }
    set { changed.draft = newValue }
  }
  var failure: String? {
    get { rare?.failure }
    set { changed.failure = newValue }
  }
  private var rare: Rare?
  private var kept: [BodyBuffer] = []

  init(
    _ hook: Hook, of plugin: PluginIdentity, call: HookedCall?, request: consuming URLRequest? = nil,
    result: consuming Result<Response, MoyaError>? = nil
  ) {
    self.hook = hook
    identity = .passUnretained(plugin)
    self.call = call
    self.request = request
    self.result = result
  }

  private final class Rare {
    var draft: ResponseDraft?
    var failure: String?
  }

  private var changed: Rare {
    mutating get {
      if let rare { return rare }
      let made = Rare()
      rare = made
      return made
    }
  }

  var subject: CSubject? { call.flatMap { CSubject.of($0.subject) } }

  /// Sets a field of the request, for this plugin.
  mutating func setHeader(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) throws(Failure) {
    let isSet = identity._withUnsafeGuaranteedRef { $0.field.setKnown(name, value, in: &request) }
    if isSet { return }
    let field = plugin.field
    try request?.setHeader(name, value, keptBy: field)
  }

  // MARK: Texts and bodies, until the hook returns

  mutating func keep(_ text: String?) -> moya_str { keep(text.flatMap { BodyBuffer($0) }) }

  mutating func keep(_ buffer: BodyBuffer?) -> moya_str {
    if let buffer { kept.append(buffer) }
    return moya_str(buffer)
  }

  // MARK: The result

  var maySetRequest: Bool { hook == .prepare }
  var maySetResponse: Bool { hook == .prepare || hook == .process }

  // The response with which the call would end now, part by part; `nil`: there is none.
  var httpStatus: Int? { draft?.status ?? received?.statusCode }
  var content: TransferResponse.Content? { draft?.content ?? received?.content }
  /// Its status and URL are not used.
  var head: HTTPURLResponse? { draft == nil ? received?.response : draft?.head }
  var hasResponse: Bool { httpStatus != nil }

  private var received: Response? {
    if case .success(let response) = result { response } else { nil }
  }

  var error: MoyaError? {
    if draft == nil, case .failure(let error) = result { return error }
    return nil
  }

  /// The response that a change starts from. For a failed result that is the part of a response which had arrived, or
  /// an empty one.
  var currentDraft: ResponseDraft {
    draft ?? (received ?? error?.response).map { ResponseDraft($0) } ?? ResponseDraft()
  }
}

extension HookedCall {
  /// The pointers that plugins keep for the call.
  var slots: PluginSlots? { CSubject.of(slotOwner)?.slots }
}

extension CSubject {
  /// A C plugin meets only calls of the C face. In a tenth of the time that `as?` takes.
  fileprivate static func of(_ subject: any Subject) -> CSubject? {
    type(of: subject) == CSubject.self ? unsafeDowncast(subject, to: CSubject.self) : nil
  }
}
