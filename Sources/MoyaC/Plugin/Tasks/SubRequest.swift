import CMoya
import MoyaCore

/// The contents of a `moya_sub_request`, a request that a plugin makes for its own use.
///
/// The class is `@unchecked Sendable` because all its properties are constants.
final class SubRequest: @unchecked Sendable {
  /// The plugin that sends the request.
  let plugin: PluginIdentity
  let request: URLRequest
  let isBare: Bool
  private let followsRedirects: Bool
  private let name: String
  private let milliseconds: UInt32

  /// - Parameter timeLeft: The milliseconds that are left for the call to which the request belongs. `nil` means no
  ///   limit.
  init(
    _ pointer: UnsafePointer<moya_sub_request>?, of plugin: PluginIdentity, timeLeft: UInt32?
  ) throws(Failure) {
    let given = try moya_sub_request(copying: pointer)
    if given.flags & ~UInt32(MOYA_SUB_BARE | MOYA_SUB_NO_REDIRECTS) != 0 {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_sub_request.flags has a bit that is no MOYA_SUB_…")
    }
    self.plugin = plugin
    isBare = given.flags & UInt32(MOYA_SUB_BARE) != 0
    followsRedirects = given.flags & UInt32(MOYA_SUB_NO_REDIRECTS) == 0
    name =
      given.name == nil ? plugin.name : "\(plugin.name): \(try String(given.name, named: "moya_sub_request.name"))"
    let limit = given.timeout_ms == 0 ? 30_000 : given.timeout_ms
    milliseconds = min(limit, timeLeft ?? limit)
    if given.url == nil { throw .null("moya_sub_request.url") }
    var request = URLRequest(
      urlText: "", isURLChecked: false, method: nil, headerFields: try SubRequest.fields(given), body: .none,
      timeoutInterval: 60)
    try request.setURL(given.url)
    if given.method != nil { try request.setMethod(given.method) }
    try request.setBody(given.body, given.body_len)
    self.request = request
  }

  private static func fields(_ given: moya_sub_request) throws(Failure) -> HeaderFields {
    let headers = try CallerArray(
      given.headers, count: given.header_count, stride: given.header_stride, named: "moya_sub_request.headers")
    var fields = HeaderFields()
    for header in headers where header.value != nil || header.name == nil {
      try HostTable.checkFrames(header.name)
      let (name, value) = try HeaderFields.field(header.name, header.value)
      fields.append(name, value ?? "")
    }
    return fields
  }

  /// Makes the description of the call that sends this request.
  func description(for provider: Provider) -> CallDescription {
    var request = request
    request.timeoutInterval = provider.defaults.idleSeconds
    let stub = provider.defaults.hasRules ? nil : provider.defaults.stub
    let subject = CSubject(name: name, labels: [], sample: nil, user: nil)
    var description = CallDescription(
      subject, source: stub == nil ? .ready(request) : .failed(.underlying(MissingSample(), nil)), stub: stub,
      totalTimeout: max(1, milliseconds))
    if !followsRedirects { description.options = CallOptions(maximumRedirects: 0) }
    return description
  }
}

extension moya_sub_request: CallerStruct {
  static var firstSize: Int { 72 }
}
