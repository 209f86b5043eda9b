import CMoya
import MoyaCore

/// The services that plugins get: one table per process.
enum HostTable {
  // Never changed, never freed.
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
      HostLog.write(message, level: level, plugin: HookContext.at(context)?.pointee.plugin)
    }
    host.fail = { context, message in
      guard let message else { return }
      HookContext.at(context)?.pointee.failure = String(repairing: message)
    }
    host.get_extension = { _ in nil }
  }

  private static func fillTarget(_ host: inout moya_host) {
    host.target_name = { context in
      guard let context = HookContext.at(context) else { return moya_str() }
      return context.pointee.keep(context.pointee.subject?.name)
    }
    host.target_user = { HookContext.at($0)?.pointee.subject?.user }
    host.target_has_tag = { context, tag in
      guard let tag, let subject = HookContext.at(context)?.pointee.subject else { return false }
      return subject.hasTag(tag)
    }
    host.attempt = { UInt32(clamping: HookContext.at($0)?.pointee.call?.attempt ?? 0) }
    host.slot = { context in
      guard let context = HookContext.at(context), let call = context.pointee.call else { return nil }
      return call.slots?.slot(call.index, of: call.flight.roster.plugins.count)
    }
  }

  private static func fillRequest(_ host: inout moya_host) {
    host.request_method = { context in
      guard let context = HookContext.at(context) else { return moya_str() }
      return context.pointee.keep(context.pointee.request?.httpMethod)
    }
    host.request_url = { context in
      guard let context = HookContext.at(context) else { return moya_str() }
      return context.pointee.keep(context.pointee.request?.urlText)
    }
    host.request_body = { context in
      guard let context = HookContext.at(context), let body = context.pointee.request?.httpBody else {
        return moya_str()
      }
      return context.pointee.keep(.data(body))
    }
    host.request_header = { context, name in
      guard let context = HookContext.at(context), let name = try? String(name, named: "name") else {
        return moya_str()
      }
      return context.pointee.keep(context.pointee.request?.headerFields[name])
    }
    host.request_header_count = { HookContext.at($0)?.pointee.request?.headerFields.fields.count ?? 0 }
    host.request_header_at = { context, index, name, value in
      name?.pointee = moya_str()
      value?.pointee = moya_str()
      guard let context = HookContext.at(context), let fields = context.pointee.request?.headerFields.fields,
        fields.indices ~= index
      else { return false }
      name?.pointee = context.pointee.keep(fields[index].name)
      value?.pointee = context.pointee.keep(fields[index].value)
      return true
    }
    host.set_method = { context, method in
      HookContext.changeRequest(context) { (request) throws(Failure) in
        let method = try String(method, named: "method")
        try Failure.rules { () throws(TransferError) in try RequestRules.check(method: method) }
        request.httpMethod = method
      }
    }
    host.set_url = { context, url in
      HookContext.changeRequest(context) { (request) throws(Failure) in
        let url = InternationalHost.converted(try String(url, named: "url"))
        try Failure.rules { () throws(TransferError) in try RequestRules.check(url: url) }
        request.urlText = url
      }
    }
    host.set_header = { context, name, value in
      HookContext.changeRequest(context) { (request) throws(Failure) in
        let (name, value) = try field(name, value)
        request.headerFields.set(name, to: value)
      }
    }
    host.set_request_body = { context, data, count in
      HookContext.changeRequest(context) { (request) throws(Failure) in
        let bytes = try elements(data?.assumingMemoryBound(to: UInt8.self), count: count, named: "data")
        request.body = count == 0 ? .none : .data(try Data(copying: UnsafeRawBufferPointer(bytes), named: "data"))
      }
    }
  }

  private static func fillResult(_ host: inout moya_host) {
    host.result_status = { handle in
      guard let context = HookContext.at(handle) else { return HookContext.missing(handle) }
      if context.pointee.answer != nil { return Status.ok.rawValue }
      guard let error = context.pointee.error else { return Status.state.rawValue }
      return Failure(error, target: "").status.rawValue
    }
    host.http_status = { Int32(truncatingIfNeeded: HookContext.at($0)?.pointee.answer?.status ?? 0) }
    host.response_body = { context in
      guard let context = HookContext.at(context), let answer = context.pointee.answer else { return moya_str() }
      return context.pointee.keep(answer.content)
    }
    host.response_header = { context, name in
      guard let context = HookContext.at(context), let name, let head = context.pointee.answer?.head else {
        return moya_str()
      }
      return context.pointee.keep(FieldTable(head)?.value(of: name))
    }
    host.error_message = { context in
      guard let context = HookContext.at(context), let error = context.pointee.error else { return moya_str() }
      return context.pointee.keep(Failure(error, target: context.pointee.subject?.name ?? "").message)
    }
    host.set_http_status = { context, status in
      HookContext.changeAnswer(context) { (draft) throws(Failure) in
        guard 100...599 ~= status else { throw Failure(.argument, "the status is not 100 … 599") }
        draft.status = Int(status)
      }
    }
    host.set_body = { context, data, count in
      HookContext.changeAnswer(context) { (draft) throws(Failure) in
        let bytes = try elements(data?.assumingMemoryBound(to: UInt8.self), count: count, named: "data")
        let buffer = BodyBuffer(copying: UnsafeRawBufferPointer(bytes))
        guard buffer.count == count else { throw .memory("data") }
        draft.content = .buffer(buffer)
      }
    }
    host.set_response_header = { context, name, value in
      HookContext.changeAnswer(context) { (draft) throws(Failure) in
        let (name, value) = try field(name, value)
        draft.set(name, to: value)
      }
    }
  }
}

extension HookContext {
  /// `nil`: NULL, or not the context of a hook that runs on this thread.
  fileprivate static func at(_ context: OpaquePointer?) -> UnsafeMutablePointer<HookContext>? {
    RunningHook.context(context)
  }

  fileprivate static func missing(_ context: OpaquePointer?) -> moya_status {
    context == nil ? Status.null.rawValue : Status.state.rawValue
  }

  fileprivate static func changeRequest(
    _ handle: OpaquePointer?, _ body: (inout URLRequest) throws(Failure) -> Void
  ) -> moya_status {
    guard let context = at(handle) else { return missing(handle) }
    guard context.pointee.maySetRequest, var request = context.pointee.request else { return Status.state.rawValue }
    return answering(nil) { () throws(Failure) in
      try body(&request)
      context.pointee.request = request
    }
  }

  fileprivate static func changeAnswer(
    _ handle: OpaquePointer?, _ body: (inout AnswerDraft) throws(Failure) -> Void
  ) -> moya_status {
    guard let context = at(handle) else { return missing(handle) }
    guard context.pointee.maySetAnswer else { return Status.state.rawValue }
    var draft = context.pointee.currentDraft
    return answering(nil) { () throws(Failure) in
      try body(&draft)
      context.pointee.draft = draft
    }
  }
}

/// A field that a plugin sets: checked. A NULL value removes it.
private func field(
  _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) throws(Failure) -> (name: String, value: String?) {
  let name = try String(name, named: "name")
  let value = value == nil ? nil : try String(value, named: "value")
  try Failure.rules { () throws(TransferError) in try RequestRules.check(name: name, value: value ?? "") }
  return (name, value)
}

extension Failure {
  fileprivate static func rules(_ body: () throws(TransferError) -> Void) throws(Failure) {
    do throws(TransferError) { try body() } catch { throw Failure(error) }
  }
}
