import CMoya
import Glibc
import MoyaCore

/// A fast path for a blocking call that a stub answers at once. Apart from hooks of plugins, nothing can change such a
/// call.
///
/// The target is checked without a copy. If the provider has no plugins, only the response is made. If all plugins only
/// edit requests (`EditingPlugin`), the request and the subject are made too. The subject is the copy of the target
/// that plugins read.
///
/// The fast path works only for a target without special options and without errors. Any other target takes the normal
/// path, which reports the errors.
enum ImmediateStub {
  /// Returns the response. Returns `nil` if the call cannot take the fast path.
  static func answer(_ pointer: UnsafePointer<moya_target>?, of provider: Provider) throws(Failure) -> CResponse? {
    guard let target = moya_target(known: pointer), isImmediate(target.stub, provider.defaults), target.isPlain,
      let roster = provider.plainRoster, isASCII(target.name), isMethod(target.method), hasFields(target),
      let validation = try? ValidationType(target), let sample = try? FixedSample(target.sample),
      let url = provider.defaults.urls.known(URLParts(base: target.base_url, path: target.path, values: nil)),
      !Frame.isInside
    else { return nil }
    if !roster.isEmpty { return try edited(target, url, sample, validation, roster, provider) }
    guard let response = sample.response(to: url), validation.accepts(response.statusCode) else { return nil }
    return try? CResponse(response)
  }

  /// Makes the response and calls the hooks of the plugins. These plugins only edit requests (`EditingPlugin`).
  private static func edited(
    _ target: moya_target, _ url: consuming String, _ sample: consuming FixedSample, _ validation: ValidationType,
    _ roster: Roster, _ provider: Provider
  ) throws(Failure) -> CResponse {
    let name = target.name.map { String(cString: $0) } ?? "unnamed"
    let fields = try HeaderFields(
      target.headers, count: target.header_count, stride: target.header_stride, excess: MOYA_ERROR_INVALID_REQUEST,
      named: "moya_target.headers")
    let request = URLRequest(
      urlText: consume url, isURLChecked: true, method: target.method.map { String(cString: $0) },
      headerFields: consume fields,
      body: .none, timeoutInterval: provider.defaults.idleSeconds)
    let subject = CSubject(name: name, labels: [], sample: consume sample, user: target.user)
    defer { provider.leave() }
    guard
      let result = HookedStub.result(
        for: consume request, about: subject, validation: validation,
        totalTimeout: target.timeout_ms > 0 ? target.timeout_ms : nil, roster, provider.session.rules)
    else { throw .closed }
    return try CResponse(consume result, target: name)
  }

  private static func isImmediate(_ stub: moya_stub_behavior, _ defaults: CallDefaults) -> Bool {
    Int(stub) == MOYA_STUB_IMMEDIATE || Int(stub) == MOYA_STUB_DEFAULT && defaults.stub == .immediate
  }

  private static func isASCII(_ text: UnsafePointer<CChar>?) -> Bool {
    guard let text else { return true }
    return bytes(text).map(ASCII.isASCII) ?? false
  }

  private static func isMethod(_ method: UnsafePointer<CChar>?) -> Bool {
    guard let method else { return true }
    return strcmp(method, "GET") == 0
      || bytes(method).map(ASCII.isToken) == true && !ASCII.equalIgnoringCase(method, "CONNECT")
  }

  /// Returns true if the target has only a few header fields and all of them are valid. They are so few that their
  /// total size needs no check.
  private static func hasFields(_ target: moya_target) -> Bool {
    if target.header_count == 0 { return true }
    guard target.header_count <= 100,
      let fields = try? CallerArray(
        target.headers, count: target.header_count, stride: target.header_stride, named: "")
    else { return false }
    return fields.allSatisfy { field in
      guard let name = field.name.flatMap(bytes), let value = field.value.flatMap(bytes) else { return false }
      return ASCII.isToken(name) && ASCII.isASCII(value) && ASCII.isFieldValue(value)
    }
  }

  /// Returns the bytes of a text. Returns `nil` if the text is too long for the fast path.
  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8>? {
    let limit = 4096
    let length = strnlen(text, limit)
    if length == limit { return nil }
    return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length)
  }
}

extension moya_target {
  /// Copies a target. Returns `nil` if the target was not compiled with the header of this library version.
  fileprivate init?(known pointer: UnsafePointer<moya_target>?) {
    guard let source = UnsafeRawPointer(pointer),
      source.loadUnaligned(as: UInt32.self) == UInt32(MemoryLayout<moya_target>.size)
    else { return nil }
    if HandleCheck.isOn { HandleCheck.use(source, as: HandleCheck.target, in: "a call") }
    self = source.loadUnaligned(as: moya_target.self)
  }

  /// True if the target sets nothing except a name, a URL, header fields and a sample.
  fileprivate var isPlain: Bool {
    !hasOptions && task == nil && download == nil && credential == nil && tag_count | path_value_count == 0
  }
}
