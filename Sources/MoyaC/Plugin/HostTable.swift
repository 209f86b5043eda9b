import CMoya
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
    fillTarget(&table.pointee)
    fillRequest(&table.pointee)
    fillResult(&table.pointee)
    return UnsafePointer(table)
  }()

  private static func fillGeneral(_ host: inout moya_host) {
    host.log = { context, level, message in
      guard let message else { return }
      let plugin = HookContext.use(context) { $0.plugin }
      (plugin?.log ?? .standardError).write(String(repairing: message), level: level, from: plugin?.id)
    }
    host.fail = { context, message in
      guard let message else { return }
      HookContext.use(context) { $0.failure = String(repairing: message) }
    }
    host.get_extension = { _ in nil }
  }

  private static func fillTarget(_ host: inout moya_host) {
    host.target_name = { HookContext.text($0) { $0.keep($0.subject?.name) } }
    host.target_user = { HookContext.use($0) { $0.subject?.user } ?? nil }
    host.target_has_tag = { context, tag in
      guard let tag else { return 0 }
      return HookContext.use(context) { $0.subject?.hasTag(tag) == true } == true ? 1 : 0
    }
    host.attempt = { UInt32(clamping: HookContext.use($0) { $0.call?.attempt ?? 0 } ?? 0) }
    host.slot = { context in
      HookContext.use(context) { $0.call.flatMap { $0.slots?.slot($0.place, of: $0.count) } } ?? nil
    }
  }

  private static func fillRequest(_ host: inout moya_host) {
    host.request_method = { HookContext.text($0) { $0.keep($0.request?.httpMethod) } }
    host.request_url = { HookContext.text($0) { $0.keep($0.request?.urlText) } }
    host.request_body = { context in
      HookContext.text(context) { $0.keep($0.request?.httpBody.flatMap { BodyBuffer(copying: $0) }) }
    }
    host.request_header = { context, name in
      guard let name = try? String(name, named: "name") else { return moya_str() }
      return HookContext.text(context) { $0.keep($0.request?.headerFields[name]) }
    }
    host.request_header_count = { HookContext.use($0) { $0.request?.headerFields.fields.count ?? 0 } ?? 0 }
    host.request_header_at = { context, index, name, value in
      name?.pointee = moya_str()
      value?.pointee = moya_str()
      return HookContext.use(context) { context in
        guard let fields = context.request?.headerFields.fields, fields.indices ~= index else { return 0 }
        name?.pointee = context.keep(fields[index].name)
        value?.pointee = context.keep(fields[index].value)
        return 1
      } ?? 0
    }
    host.set_method = { context, method in
      HookContext.changeRequest(context) { (context) throws(Failure) in try context.request?.setMethod(method) }
    }
    host.set_url = { context, url in
      HookContext.changeRequest(context) { (context) throws(Failure) in try context.request?.setURL(url) }
    }
    host.set_header = { context, name, value in
      HookContext.changeRequest(context) { (context) throws(Failure) in try context.setHeader(name, value) }
    }
    host.set_request_body = { context, data, count in
      HookContext.changeRequest(context) { (context) throws(Failure) in try context.request?.setBody(data, count) }
    }
  }

  private static func fillResult(_ host: inout moya_host) {
    host.result_status = { handle in
      HookContext.status(handle) { context in
        if context.hasResponse { return moya_status(MOYA_OK) }
        guard let error = context.error else { return moya_status(MOYA_ERROR_STATE) }
        return Failure(error, target: "").status
      }
    }
    host.http_status = { Int32(truncatingIfNeeded: HookContext.use($0) { $0.httpStatus ?? 0 } ?? 0) }
    host.response_body = { context in
      HookContext.text(context) { $0.keep($0.content?.buffer) }
    }
    host.response_header = { context, name in
      guard let name else { return moya_str() }
      return HookContext.text(context) { context in
        context.keep(context.head.flatMap { FieldTable($0.eachField)?.value(of: name) })
      }
    }
    host.error_message = { context in
      HookContext.text(context) { context in
        context.keep(context.error.map { Failure($0, target: context.subject?.name ?? "").message.onOneLine })
      }
    }
    host.set_http_status = { context, status in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        guard 100...599 ~= status else { throw Failure(MOYA_ERROR_ARGUMENT, "the status is not 100 … 599") }
        draft.status = Int(status)
      }
    }
    host.set_body = { context, data, count in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        draft.content = .buffer(try .copying(data, count: count, named: "data"))
      }
    }
    host.set_response_header = { context, name, value in
      HookContext.changeResponse(context) { (draft) throws(Failure) in
        let (name, value) = try HeaderFields.field(name, value)
        draft.set(name, to: value)
      }
    }
  }
}

extension HookContext {
  /// A text that stays valid until the context ends. The text is `{NULL, 0}` if the context does not exist.
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

  @inline(__always)
  fileprivate static func changeRequest(
    _ handle: OpaquePointer?, _ body: (inout HookContext) throws(Failure) -> Void
  ) -> moya_status {
    status(handle) { context in
      guard context.maySetRequest, context.request != nil else { return moya_status(MOYA_ERROR_STATE) }
      return answering(nil) { () throws(Failure) in try body(&context) }
    }
  }

  fileprivate static func changeResponse(
    _ handle: OpaquePointer?, _ body: (inout ResponseDraft) throws(Failure) -> Void
  ) -> moya_status {
    status(handle) { context in
      guard context.maySetResponse else { return moya_status(MOYA_ERROR_STATE) }
      var draft = context.currentDraft
      return answering(nil) { () throws(Failure) in
        try body(&draft)
        context.draft = draft
      }
    }
  }
}
