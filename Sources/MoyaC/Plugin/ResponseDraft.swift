import CMoya
import MoyaCore

/// A response that a plugin makes or changes while one of its hooks runs. One thread at a time uses it.
///
/// The first change of a header field copies the header section. Later changes are made in this copy. If a change
/// throws, the draft stays as it was.
final class ResponseDraft {
  var status = 200
  var content = TransferResponse.Content.data(Data()) { didSet { hasContent = true } }
  /// True if the plugin has set the body.
  private(set) var hasContent = false
  /// The response that has arrived. `nil` if the plugin makes a new one.
  private let base: Response?
  /// The draft's own copy of the header section. `nil` if the plugin has changed no field.
  private var section: HeaderBlock?
  /// The URL that the plugin has set.
  private(set) var ownURL: String?
  /// All facts (MOYA_INFO_…) of the draft. A fact that the plugin has set replaces the fact of the arrived response.
  /// `nil` if the plugin has set no fact.
  private var metrics: TransferMetrics?
  /// The number of attempts that the plugin has set.
  private var attempts: Int?

  init() { base = nil }

  init(_ response: Response) {
    status = response.statusCode
    content = response.content
    base = response
  }

  private static let emptyHead = HTTPURLResponse(urlText: "", statusCode: 0, fields: HeaderFields())

  private var baseHead: HTTPURLResponse { base?.response ?? ResponseDraft.emptyHead }

  /// An object whose header fields are those of the draft. Its status and its URL may be wrong, so do not use them.
  var head: HTTPURLResponse { section.map { baseHead.with(block: $0) } ?? baseHead }

  func response(to request: URLRequest?) -> Response {
    let url = ownURL ?? base?.response?.urlText ?? request?.urlText ?? ""
    let made = baseHead.with(statusCode: status, urlText: url, block: section)
    return Response(
      statusCode: status, content: content, request: nil, response: metrics.map { made.measured($0) } ?? made,
      attempt: attempts ?? base?.attemptCount ?? 0, fileURL: base?.fileURL)
  }

  // MARK: Facts

  func setURL(_ url: UnsafePointer<CChar>?) throws(Failure) {
    let url = URLReference.spelled(try String(url, named: "url"))
    try Failure.rules { () throws(TransferError) in try RequestRules.check(url: url) }
    ownURL = url
  }

  /// - Parameter what: One of MOYA_INFO_….
  func setInfo(_ what: moya_info, _ value: Int64) throws(Failure) {
    if value < 0 { throw .argument("value is \(value), not 0 or more") }
    if Int(what) == MOYA_INFO_ATTEMPTS {
      attempts = Int(Int32(clamping: value))
      return
    }
    var changed = metrics ?? base?.metrics ?? TransferMetrics()
    switch Int(what) {
    case MOYA_INFO_HTTP_VERSION:
      guard let version = Response.versions.first(where: { $0.value == value })?.key else {
        throw .argument("value is \(value), not 10, 11 or 20")
      }
      changed.httpVersion = version
    case MOYA_INFO_CONNECTION_REUSED: changed.reusedConnection = value != 0
    case MOYA_INFO_REMOTE_PORT: changed.remotePort = Int32(clamping: value)
    case MOYA_INFO_BYTES_UP: changed.bytesSent = value
    case MOYA_INFO_BYTES_DOWN: changed.bytesReceived = value
    case MOYA_INFO_NAME_LOOKUP_US: changed.nameLookup = value
    case MOYA_INFO_CONNECT_US: changed.connect = value
    case MOYA_INFO_TLS_US: changed.tlsHandshake = value
    case MOYA_INFO_FIRST_BYTE_US: changed.firstByte = value
    case MOYA_INFO_TOTAL_US: changed.total = value
    default: throw .unknown("what", what, "MOYA_INFO_…")
    }
    metrics = changed
  }

  /// Returns a fact of the draft (MOYA_INFO_…). Returns `nil` if the plugin has set no fact.
  func info(_ what: moya_info) -> Int64? {
    if Int(what) == MOYA_INFO_ATTEMPTS { return attempts.map { Int64($0) } }
    return metrics.map { Response.info(what, of: $0) }
  }

  // MARK: Header fields

  /// Sets a field. Replaces the first field of this name and removes the other fields of this name. If there is no such
  /// field, adds the field. If the value is `nil`, removes all fields of this name.
  func set(_ name: UnsafeRawBufferPointer, to value: UnsafeRawBufferPointer?) throws(Failure) {
    guard has(name) else {
      if let value { try add(name, value) }
      return
    }
    let block = HeaderBlock(capacity: ResponseDraft.usualSize)
    var isWhole = true
    var isPut = false
    eachField { known, old in
      guard ASCII.equalIgnoringCase(known, name) else {
        isWhole = isWhole && block.appendField(known, old)
        return
      }
      if isPut { return }
      isPut = true
      if let value { isWhole = isWhole && block.appendField(known, value) }
    }
    guard isWhole else { throw .memory("the field") }
    section = block
  }

  func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(Failure) {
    if section == nil { section = try copiedSection() }
    guard section?.appendField(name, value) == true else { throw .memory("the field") }
  }

  /// Replaces all fields.
  func setAll(_ fields: UnsafePointer<moya_field>?, count: Int) throws(Failure) {
    if fields == nil, count > 0 { throw .null("fields") }
    guard count >= 0 else { throw .argument("count is too large") }
    let fields = UnsafeBufferPointer(start: fields, count: count)
    // The line end of the empty status line.
    var size = 2
    for index in fields.indices {
      let field = fields[index]
      try ResponseDraft.check(field, at: index)
      // Each line also has a colon and a line end.
      size += field.name.len + field.value.len + 3
    }
    let block = HeaderBlock(capacity: size)
    for field in fields {
      guard block.appendField(field.name.bytes, field.value.bytes) else { throw .memory("the fields") }
    }
    section = block
  }

  private static let usualSize = 512

  private func copiedSection() throws(Failure) -> HeaderBlock {
    let block = HeaderBlock(capacity: ResponseDraft.usualSize)
    var isWhole = true
    eachField { name, value in isWhole = isWhole && block.appendField(name, value) }
    guard isWhole else { throw .memory("the fields") }
    return block
  }

  private func has(_ name: UnsafeRawBufferPointer) -> Bool {
    var isFound = false
    eachField { known, _ in isFound = isFound || ASCII.equalIgnoringCase(known, name) }
    return isFound
  }

  private func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    if let section { section.eachField(body) } else { baseHead.eachField(body) }
  }

  // MARK: Checks

  /// Checks a field of a list. The rules are those of `checked(name:)` and `checked(value:)`.
  private static func check(_ field: moya_field, at index: Int) throws(Failure) {
    let name = try CallerText.bytes(field.name, named: "fields[\(index)].name")
    guard ASCII.isToken(name.assumingMemoryBound(to: UInt8.self)) else {
      throw Failure(MOYA_ERROR_INVALID_REQUEST, "fields[\(index)].name is not the name of a field")
    }
    let value = try CallerText.bytes(field.value, named: "fields[\(index)].value")
    guard isValue(value) else {
      throw Failure(MOYA_ERROR_INVALID_REQUEST, "fields[\(index)].value contains a line end or a NUL")
    }
  }

  private static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if ASCII.isFieldValue(bytes.assumingMemoryBound(to: UInt8.self)) { return true }
    return !bytes.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
  }

  /// Checks the name of a field. Content-Length is allowed, because a plugin may repeat what a server has sent.
  static func checked(name: UnsafePointer<CChar>?) throws(Failure) -> UnsafeRawBufferPointer {
    let name = try CallerText.bytes(name, named: "name")
    guard ASCII.isToken(name.assumingMemoryBound(to: UInt8.self)) else {
      throw Failure(MOYA_ERROR_INVALID_REQUEST, "name is not the name of a field")
    }
    return name
  }

  /// Checks the value of a field. A value need not be UTF-8 (RFC 9110 §5.5). It may have control characters, because
  /// the library accepts them from servers, and a plugin may repeat what a server has sent. A zero cannot occur here,
  /// because it ends the text.
  static func checked(value: UnsafePointer<CChar>?) throws(Failure) -> UnsafeRawBufferPointer {
    let value = try CallerText.bytes(value, named: "value")
    guard isValue(value) else {
      throw Failure(MOYA_ERROR_INVALID_REQUEST, "value contains a line end")
    }
    return value
  }
}
