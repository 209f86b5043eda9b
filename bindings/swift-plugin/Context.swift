// Wraps the host's functions that read or change a call. The types for plugins, which use this wrapper, are in
// Call.swift.

import CMoya

/// The functions of the host, a context, and the context of the plugin's instance. Copies may be passed to any thread,
/// because any thread may call the host's functions, and the host checks each context that it receives.
struct PluginContext: @unchecked Sendable {
  let host: UnsafePointer<moya_host>
  var handle: OpaquePointer?
  let instance: OpaquePointer?

  /// Returns a copy with the context of another hook. nil: the context is no longer valid.
  func with(_ handle: OpaquePointer?) -> PluginContext {
    PluginContext(host: host, handle: handle, instance: instance)
  }

  func table<Table>(_ name: String, _: Table.Type) throws(Failure) -> UnsafePointer<Table> {
    guard let found = host.pointee.get_extension(name) else {
      throw Failure("the library has no \(name)", status: MOYA_ERROR_STATE)
    }
    return found.assumingMemoryBound(to: Table.self)
  }
  /// Returns the text, or throws if it has a NUL byte, because the host would read only the part before this byte.
  static func whole(_ text: String) throws(Failure) -> String {
    if text.utf8.contains(0) { throw Failure("a text has a NUL byte", status: MOYA_ERROR_ARGUMENT) }
    return text
  }

  // The following functions use the context of the instance, because the context of the call may have ended.

  func logs(_ level: Int) -> Bool { host.pointee.log_enabled(instance, moya_log_level(clamping: level)) != 0 }
  func log(_ level: Int, _ line: String) { host.pointee.log(instance, moya_log_level(clamping: level), line) }
  func redact(_ text: String) -> String {
    let size = host.pointee.redact(instance, text, nil, 0)
    var bytes = [CChar](repeating: 0, count: size + 1)
    let whole = host.pointee.redact(instance, text, &bytes, bytes.count)
    return String(decoding: bytes.prefix(min(whole, size)).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Passes the text and the flags of an error to the host, and returns the error's status. If a function of the host
  /// failed, passes no text, because the host knows the reason.
  func failed(_ error: any Error) -> moya_status {
    let failure = error as? Failure ?? Failure("\(error)")
    let flags = UInt32(truncatingIfNeeded: failure.flags)
    if !failure.message.isEmpty {
      host.pointee.fail_with(handle, flags, failure.message)
    } else if flags != 0 {
      host.pointee.fail_with(handle, flags, nil)
    }
    return moya_status(failure.status)
  }
}

/// The functions that change a call, for `Call` and `Deferred`.
extension PluginContext {
  func setRequestMethod(_ method: String) throws(Failure) { try set(host.pointee.request_set_method, method) }
  func setRequestURL(_ url: String) throws(Failure) { try set(host.pointee.request_set_url, url) }
  func setRequestHeader(_ name: String, _ value: String?) throws(Failure) {
    try set(host.pointee.request_set_header, name, value)
  }
  func addRequestHeader(_ name: String, _ value: String) throws(Failure) {
    try set(host.pointee.request_add_header, name, value)
  }
  func setRequestBody(_ body: [UInt8]) throws(Failure) {
    try Failure.check(host.pointee.request_set_body(handle, body, body.count))
  }
  func setResponseStatus(_ status: Int) throws(Failure) {
    try Failure.check(host.pointee.response_set_status(handle, Int32(clamping: status)))
  }
  func setResponseHeader(_ name: String, _ value: String?) throws(Failure) {
    try set(host.pointee.response_set_header, name, value)
  }
  func addResponseHeader(_ name: String, _ value: String) throws(Failure) {
    try set(host.pointee.response_add_header, name, value)
  }
  func setResponseHeaders(_ fields: [(name: String, value: String)]) throws(Failure) {
    var bytes: [CChar] = []
    for field in fields { bytes += field.name.utf8CString + field.value.utf8CString }
    let status = bytes.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      func next(_ text: String) -> moya_str {
        defer { start = start.map { $0 + text.utf8.count + 1 } }
        return moya_str(data: start, len: text.utf8.count)
      }
      let list = fields.map { moya_field(name: next($0.name), value: next($0.value)) }
      return host.pointee.response_set_headers(handle, list, list.count)
    }
    try Failure.check(status)
  }
  func setResponseBody(_ body: [UInt8]) throws(Failure) {
    try Failure.check(host.pointee.response_set_body(handle, body, body.count))
  }
  func setResponseURL(_ url: String) throws(Failure) { try set(host.pointee.response_set_url, url) }
  func setResponseInfo(_ what: Int, _ value: Int) throws(Failure) {
    try Failure.check(host.pointee.response_set_info(handle, moya_info(clamping: what), Int64(value)))
  }

  private typealias SetText = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> moya_status
  private typealias SetField =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> moya_status

  private func set(_ set: SetText, _ value: String, _ function: String = #function) throws(Failure) {
    try Failure.check(set(handle, PluginContext.whole(value)), function)
  }
  private func set(_ set: SetField, _ name: String, _ value: String?, _ function: String = #function) throws(Failure) {
    let name = try PluginContext.whole(name)
    guard let value else { return try Failure.check(set(handle, name, nil), function) }
    try Failure.check(set(handle, name, PluginContext.whole(value)), function)
  }
}
