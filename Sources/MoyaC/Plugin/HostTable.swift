import CMoya
import Glibc
import MoyaCore

/// The table of functions that plugins may call. Each process has one table.
enum HostTable {
  // The table is never changed and never freed.
  nonisolated(unsafe) static let pointer: UnsafePointer<moya_host> = {
    let table = UnsafeMutablePointer<moya_host>.allocate(capacity: 1)
    table.initialize(to: moya_host())
    table.pointee.size = UInt32(MemoryLayout<moya_host>.size)
    table.pointee.abi = UInt32(MOYA_PLUGIN_ABI)
    fillGeneral(&table.pointee)
    fillWaiting(&table.pointee)
    fillOptions(&table.pointee)
    fillCall(&table.pointee)
    fillRequest(&table.pointee)
    fillResult(&table.pointee)
    fillAnswer(&table.pointee)
    return UnsafePointer(table)
  }()

  private static func fillGeneral(_ host: inout moya_host) {
    host.get_extension = { name in
      guard let name else { return nil }
      if strcmp(name, "moya.tasks/1") == 0 { return UnsafeRawPointer(TaskTable.pointer) }
      if strcmp(name, "moya.digest/1") == 0 { return UnsafeRawPointer(DigestTable.pointer) }
      if strcmp(name, "moya.body/1") == 0 { return UnsafeRawPointer(BodyTable.pointer) }
      return nil
    }
    host.log_enabled = { context, level in
      (HookContext.usePlugin(context) { $0.log.takes(level) } ?? HostLog.standardError.takes(level)) ? 1 : 0
    }
    host.log = { context, level, message in
      guard let message else { return }
      // The program's log function may destroy the plugin and its context. So the plugin is read from the context
      // before the log function runs.
      let plugin = HookContext.plugin(context)
      // While a hook runs, `LoadedPlugin` has set the task-locals. A plugin may also log with a deferred context on
      // another thread. The task-locals are set here for that case.
      let carried = HookContext.use(context) { $0.deferredCall?.subject.carriedValues } ?? nil
      CarriedValues.run(with: carried) {
        (plugin?.log ?? .standardError).write(String(repairing: message), level: level, from: plugin?.name)
      }
    }
    host.fail = { context, message in
      guard let message else { return }
      HookContext.use(context) { $0.fail(String(repairing: message), flags: 0) }
    }
    host.fail_with = { context, flags, message in
      let reason = message.map { String(repairing: $0) }
      HookContext.use(context) { $0.fail(reason, flags: flags) }
    }
    host.redact = { context, text, out, size in
      guard let text else { return 0 }
      let log = HookContext.plugin(context)?.log ?? .standardError
      let shown = log.shown(String(repairing: text))
      HostTable.copy(shown, to: out, size: size)
      return shown.count
    }
  }

  /// Copies a text and a NUL to a plugin's memory. If they do not fit, cuts the text after a whole character.
  private static func copy(_ text: [UInt8], to out: UnsafeMutablePointer<CChar>?, size: Int) {
    guard let out, size != 0 else { return }
    var count = min(text.count, Int(size: size) - 1)
    // A byte of the form 10xxxxxx is not the first byte of a character.
    while count > 0, count < text.count, text[count] & 0xC0 == 0x80 { count -= 1 }
    text.withUnsafeBytes { bytes in if let start = bytes.baseAddress { _ = memcpy(out, start, count) } }
    out[count] = 0
  }

  private static func fillWaiting(_ host: inout moya_host) {
    host.`defer` = { handle in
      if handle == nil { return moya_status(MOYA_ERROR_NULL) }
      let isDeferred = HookContext.instance(handle)?.tasks.deferClose() ?? HookContext.keep(handle)
      return moya_status(isDeferred ? MOYA_OK : MOYA_ERROR_STATE)
    }
    host.resume = { handle, answer in
      if handle == nil { return moya_status(MOYA_ERROR_NULL) }
      let isResumed =
        HookContext.instance(handle)?.tasks.resumeClose(with: answer)
        ?? WaitingCPlugin.resume(handle, with: answer)
      return moya_status(isResumed ? MOYA_OK : MOYA_ERROR_STATE)
    }
  }

  private static func fillOptions(_ host: inout moya_host) {
    host.option_text = { context, name in
      if case .text(let text)? = HostTable.option(context, name) { return moya_str(text) }
      return moya_str()
    }
    host.option_int = { context, name in
      if case .int(let number)? = HostTable.option(context, name) { return number }
      return 0
    }
    host.option_number = { context, name in
      switch HostTable.option(context, name) {
      case .number(let number)?: return number
      case .int(let number)?: return Double(number)
      default: return 0
      }
    }
    host.option_count = { context, name in
      if case .texts(let texts)? = HostTable.option(context, name) { return texts.count }
      return 0
    }
    host.option_at = { context, name, index in
      guard case .texts(let texts)? = HostTable.option(context, name), texts.indices ~= index else { return moya_str() }
      return moya_str(texts[index])
    }
  }

  private static func option(_ context: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> OptionValue? {
    guard let name else { return nil }
    guard let plugin = HookContext.plugin(context) else { return nil }
    let value = plugin.options?.value(name)
    if value == nil, plugin.isNewlyMissed(name) {
      plugin.log.write(
        "reads the option \"\(RequestRules.printable(String(repairing: name)))\", which it does not declare",
        level: moya_log_level(MOYA_LOG_WARNING), from: plugin.name)
    }
    return value
  }

  private static func fillCall(_ host: inout moya_host) {
    host.target_name = { HookContext.text($0) { context in context.targetName() } }
    host.target_user = { HookContext.use($0) { $0.ofSubject { $0.user } ?? nil } ?? nil }
    host.target_is_as_sent = { HookContext.use($0) { $0.ofSubject { $0.isTakenAsSent } } == true ? 1 : 0 }
    host.target_has_overrides = { HookContext.use($0) { $0.ofSubject { $0.hasOverrides } } == true ? 1 : 0 }
    host.target_has_tag = { context, tag in
      guard let tag else { return 0 }
      return HookContext.use(context) { $0.ofSubject { $0.hasTag(tag) } } == true ? 1 : 0
    }
    host.attempt = { UInt32(clamping: HookContext.use($0) { $0.call?.attempt ?? 0 } ?? 0) }
    host.time_left_ms = { context in
      HookContext.use(context) { context in
        context.timeLeft.map { Int64($0) } ?? -1
      } ?? -1
    }
    host.slot = { HookContext.use($0) { $0.storedSlot } ?? nil }
    host.set_slot = { context, value in
      HookContext.status(context) { context in
        guard let call = context.call else { return moya_status(MOYA_ERROR_STATE) }
        let deferred = context.deferredCall
        let isSet = call.setSlot(value) { deferred?.isAwaited ?? true }
        return moya_status(isSet ? MOYA_OK : MOYA_ERROR_STATE)
      }
    }
  }

  private static func fillRequest(_ host: inout moya_host) {
    host.request_method = { context in
      HookContext.text(context) { context in
        if let usual = context.usualMethod { return usual }
        if let known = context.known(.method) { return known }
        return context.knownRequest.map { context.keep($0.httpMethod ?? "GET", as: .method) } ?? moya_str()
      }
    }
    host.request_url = { HookContext.text($0) { context in context.requestURL() } }
    host.request_header = { context, name in
      guard let name else { return moya_str() }
      return HookContext.text(context) { context in context.requestHeader(name) }
    }
    host.request_header_count = { HookContext.use($0) { $0.requestFields?.fields.count ?? 0 } ?? 0 }
    host.request_header_at = { context, index, name, value in
      HostTable.field(context, index, name, value) { context in
        context.requestFields
      }
    }
    host.request_headers = { HostTable.list($0, $1) { context in context.requestFields } }
    host.request_body_kind = { moya_body_kind(HookContext.use($0) { $0.requestBodyKind } ?? MOYA_BODY_NONE) }
    host.request_body_size = { context in
      HookContext.use(context) { context in
        if let count = context.request?.dataCount, count > 0 { return Int64(count) }
        switch context.requestBodyKind {
        case MOYA_BODY_NONE: return 0
        case MOYA_BODY_BYTES: return Int64(context.knownRequest?.dataCount ?? 0)
        case MOYA_BODY_STREAM: return context.streamLength
        default: if case .file(let path)? = context.requestBody { return HostTable.size(of: path) } else { return 0 }
        }
      } ?? 0
    }
    host.request_body = { context in
      HookContext.text(context) { context in
        if let known = context.known(.requestBody) { return known }
        switch context.requestBody {
        case .bytes(let data)?: return data.withUnsafeBytes { context.keep($0, as: .requestBody) }
        case .file(let path)?: return context.keep(path, as: .requestBody)
        default: return moya_str()
        }
      }
    }
    host.request_set_method = { context, method in
      HookContext.changeRequest(context) { (request, _) throws(Failure) in try request.setMethod(method) }
    }
    host.request_set_url = { context, url in
      HookContext.changeRequest(context, inSign: true) { (request, isSigning) throws(Failure) in
        let before = request
        try request.setURL(url)
        guard isSigning else { return }
        guard URLReference.differOnlyInQuery(before.urlText, request.urlText) else {
          request = before
          throw Failure(MOYA_ERROR_INVALID_URL, "sign may change only the query of the URL")
        }
        // `sign` cannot see the user and password in a URL. So the new URL gets the user and password of the old URL.
        let set = URLReference(request.urlText).removingUserInformation()
        request.urlText = set.takingUserInformation(of: URLReference(before.urlText)).text
      }
    }
    host.request_set_header = { context, name, value in
      HookContext.status(context) { context in
        guard context.maySetFields, context.request != nil else { return moya_status(MOYA_ERROR_STATE) }
        // If the plugin has set this field before, the field was checked at that time.
        if context.setKnownHeader(name, value) { return moya_status(MOYA_OK) }
        return context.answering { (context) throws(Failure) in
          try HostTable.checkFrames(name)
          try context.setHeader(name, value)
        }
      }
    }
    host.request_add_header = { context, name, value in
      HookContext.changeRequest(context, inSign: true) { (request, _) throws(Failure) in
        try HostTable.checkFrames(name)
        let (name, value) = try HeaderFields.field(name, value)
        guard let value else { throw .null("value") }
        request.headerFields.append(name, value)
      }
    }
    host.request_set_body = { context, data, count in
      HookContext.changeRequest(context) { (request, _) throws(Failure) in try request.setBody(data, count) }
    }
  }

  /// Throws if a plugin sets one of the header fields that only the library writes. They say where a message ends, or
  /// they apply to one connection (RFC 9110 §7.6.1).
  static func checkFrames(_ name: UnsafePointer<CChar>?) throws(Failure) {
    guard let name else { return }
    // The shortest name in `framing` has 2 bytes, and the longest has 19.
    let length = strnlen(name, 20)
    guard 2...19 ~= length else { return }
    let text = UnsafeRawBufferPointer(start: name, count: length)
    let isOne = framing.contains { known in
      ASCII.equalIgnoringCase(text, UnsafeRawBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
    }
    guard isOne else { return }
    throw Failure(MOYA_ERROR_INVALID_REQUEST, "a plugin cannot set this field: it is for the library to write")
  }

  private static let framing: [StaticString] = [
    "Connection", "Content-Length", "Expect", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer",
    "Transfer-Encoding", "Upgrade",
  ]

  private static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : -1
  }

  private static func field(
    _ context: OpaquePointer?, _ index: Int, _ name: UnsafeMutablePointer<moya_str>?,
    _ value: UnsafeMutablePointer<moya_str>?, in table: (inout HookContext) -> FieldList?
  ) -> Int32 {
    name?.pointee = moya_str()
    value?.pointee = moya_str()
    return HookContext.use(context) { context in
      table(&context)?.answer(index, name, value) == moya_status(MOYA_OK) ? 1 : 0
    } ?? 0
  }

  /// Returns all fields for the plugin, and stores their number in `count`.
  private static func list(
    _ context: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?, in table: (inout HookContext) -> FieldList?
  ) -> UnsafePointer<moya_field>? {
    guard let count else { return nil }
    count.pointee = 0
    return HookContext.use(context) { context in
      guard let fields = table(&context)?.fields, !fields.isEmpty else { return nil }
      count.pointee = fields.count
      return fields.baseAddress
    } ?? nil
  }

  private static func fillResult(_ host: inout moya_host) {
    host.result_status = { handle in
      HookContext.status(handle) { context in
        if context.hasResponse { return moya_status(MOYA_OK) }
        guard let error = context.error else { return moya_status(MOYA_ERROR_STATE) }
        return Failure(error, target: "").status
      }
    }
    host.error_message = { context in
      HookContext.text(context) { context in
        if let known = context.known(.errorMessage) { return known }
        guard let error = context.error else { return moya_str() }
        let name = context.subject?.name ?? ""
        return context.keep(Failure(error, target: name).message.onOneLine, as: .errorMessage)
      }
    }
    host.result_info = { context, what in
      HookContext.use(context) { context in
        if let fact = context.draft?.info(what) { return fact }
        guard context.hasResult else { return -1 }
        if Int(what) == MOYA_INFO_ATTEMPTS { return context.call.map { Int64($0.attempt) } ?? -1 }
        return context.arrivedInfo(what)
      } ?? -1
    }
    host.remote_address = { context in
      HookContext.text(context) { context in
        if let known = context.known(.remoteAddress) { return known }
        guard let address = context.arrived?.response?.remoteAddress, !address.isEmpty else { return moya_str() }
        return context.keep(address, as: .remoteAddress)
      }
    }
    host.http_status = { Int32(truncatingIfNeeded: HookContext.use($0) { $0.httpStatus ?? 0 } ?? 0) }
    host.response_url = { context in
      HookContext.text(context) { context in
        if let known = context.known(.responseURL) { return known }
        guard context.httpStatus != nil else { return moya_str() }
        let response = context.arrived
        let url =
          context.draft?.ownURL ?? response?.response?.urlText ?? response?.request?.urlText ?? response?.stubURLText
          ?? context.knownRequest?.urlText
        return url.map { context.keep($0, as: .responseURL) } ?? moya_str()
      }
    }
    host.response_header = { context, name in
      guard let name else { return moya_str() }
      return HookContext.text(context) { context in context.responseHeader(name) }
    }
    host.response_header_count = { HookContext.use($0) { $0.responseFields?.fields.count ?? 0 } ?? 0 }
    host.response_header_at = { context, index, name, value in
      HostTable.field(context, index, name, value) { context in context.responseFields }
    }
    host.response_headers = { HostTable.list($0, $1) { context in context.responseFields } }
    host.response_body_kind = { moya_body_kind(HookContext.use($0) { $0.responseBodyKind } ?? MOYA_BODY_NONE) }
    host.response_body = { context in
      HookContext.text(context) { context in
        switch context.responseBodyKind {
        case MOYA_BODY_FILE where context.hook != .prepare:
          if let known = context.known(.responseBody) { return known }
          return context.arrived?.fileURL.map { context.keep($0.path, as: .responseBody) } ?? moya_str()
        case MOYA_BODY_STREAM where context.hook != .prepare: return moya_str()
        default: return context.responseBody()
        }
      }
    }
  }

  private static func fillAnswer(_ host: inout moya_host) {
    host.response_set_status = { context, status in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        guard 100...599 ~= status else { throw Failure(MOYA_ERROR_ARGUMENT, "the status is not 100 … 599") }
        draft.status = Int(status)
      }
    }
    host.response_set_header = { context, name, value in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        let name = try ResponseDraft.checked(name: name)
        try draft.set(name, to: value == nil ? nil : ResponseDraft.checked(value: value))
      }
    }
    host.response_add_header = { context, name, value in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        try draft.add(ResponseDraft.checked(name: name), ResponseDraft.checked(value: value))
      }
    }
    host.response_set_headers = { context, fields, count in
      HookContext.changeResponse(context) { (draft) throws(Failure) in try draft.setAll(fields, count: count) }
    }
    host.response_set_body = { context, data, count in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        draft.content = .buffer(try .copying(data, count: count, named: "data"))
      }
    }
    host.response_set_url = { context, url in
      HookContext.changeFacts(context) { (draft) throws(Failure) in try draft.setURL(url) }
    }
    host.response_set_info = { context, what, value in
      HookContext.changeFacts(context) { (draft) throws(Failure) in try draft.setInfo(what, value) }
    }
  }
}

extension HookContext {
  /// Returns a text that stays valid until the context ends. The text is `{NULL, 0}` if the context does not exist.
  @inline(__always)
  fileprivate static func text(_ handle: OpaquePointer?, _ body: (inout HookContext) -> moya_str) -> moya_str {
    use(handle, body) ?? moya_str()
  }

  @inline(__always)
  fileprivate static func status(
    _ handle: OpaquePointer?, _ body: (inout HookContext) -> moya_status
  ) -> moya_status {
    use(handle, body) ?? (handle == nil ? moya_status(MOYA_ERROR_NULL) : moya_status(MOYA_ERROR_STATE))
  }

  fileprivate static func changeRequest(
    _ handle: OpaquePointer?, inSign: Bool = false,
    _ body: (_ request: inout URLRequest, _ isSigning: Bool) throws(Failure) -> Void
  ) -> moya_status {
    status(handle) { context in
      let isSigning = context.hook == .sign
      guard inSign ? context.maySetFields : context.maySetRequest, context.request != nil else {
        return moya_status(MOYA_ERROR_STATE)
      }
      return context.answering { (context) throws(Failure) in
        try context.changeRequest { (request) throws(Failure) in try body(&request, isSigning) }
      }
    }
  }

  fileprivate static func changeResponse(
    _ handle: OpaquePointer?, _ body: (ResponseDraft) throws(Failure) -> Void
  ) -> moya_status {
    status(handle) { context in
      guard context.maySetResponse else { return moya_status(MOYA_ERROR_STATE) }
      return context.answering { (context) throws(Failure) in try context.changeResponse(body) }
    }
  }

  fileprivate static func changeFacts(
    _ handle: OpaquePointer?, _ body: (ResponseDraft) throws(Failure) -> Void
  ) -> moya_status {
    status(handle) { context in
      guard context.maySetFacts else { return moya_status(MOYA_ERROR_STATE) }
      return context.answering { (context) throws(Failure) in try context.changeResponse(body) }
    }
  }
}
