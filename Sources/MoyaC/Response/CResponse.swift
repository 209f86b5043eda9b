import CMoya
import Glibc
import MoyaCore
import Synchronization

/// A `moya_response`. The handle is the `Response` object itself, so that no second object is allocated. Most callers
/// only read the status and the body.
struct CResponse: Sendable {
  let response: Response

  /// Throws `.memory` if the body must be copied and memory is short.
  init(_ response: Response) throws(Failure) {
    self.response = response
    if case .data = response.content, parts == nil { throw .memory("the body") }
  }

  /// Makes the response from a call's result. Throws if the result is a failure.
  @inline(__always)
  init(_ result: Result<Response, MoyaError>, target: @autoclosure () -> String) throws(Failure) {
    switch consume result {
    case .success(let response):
      do throws(Failure) { try self.init(response) } catch { throw error.about(target()) }
    case .failure(let error): throw Failure(error, target: target())
    }
  }

  /// The copies and texts that were made from the response for C callers. `nil` if the body must be copied and there is
  /// no memory for the copy.
  private var parts: ResponseParts? {
    if let known = response.made.load()?.parts as? ResponseParts { return known }
    guard let buffer = response.content.buffer else { return nil }
    return response.made.storeIfNil(Response.Made(ResponseParts(buffer))).parts as? ResponseParts
  }

  /// The decoded body.
  var body: moya_str { CResponse.body(of: response) }

  static func body(of response: Response) -> moya_str {
    if case .buffer(let buffer) = response.content { return moya_str(buffer) }
    return moya_str(CResponse(alive: response).parts?.body)
  }

  var url: moya_str {
    keep(.url) {
      BodyBuffer(response.response?.urlText ?? response.request?.urlText ?? response.stubURLText ?? "")
    }
  }

  /// The reason phrase of the status line. `{NULL, 0}` if there is none.
  var reason: moya_str {
    guard let phrase = response.response?.reason, !phrase.isEmpty else { return moya_str() }
    return keep(.reason) { phrase.withUnsafeBytes { BodyBuffer(copying: $0) } }
  }

  /// The path of a downloaded file.
  var file: moya_str {
    guard let file = response.fileURL else { return moya_str() }
    return keep(.file) { BodyBuffer(file.path) }
  }

  /// The header fields. `nil` if memory is short.
  var fields: FieldTable? {
    guard let parts else { return nil }
    return parts.fields.load()
      ?? FieldTable(response.response.map { .response($0) }).map { parts.fields.storeIfNil($0) }
  }

  /// The trailer fields. `nil` if memory is short.
  var trailers: FieldTable? {
    guard let parts else { return nil }
    return parts.trailers.load()
      ?? FieldTable(response.metrics?.trailerBlock.map { .trailers($0) }).map { parts.trailers.storeIfNil($0) }
  }

  func header(_ name: UnsafePointer<CChar>) -> moya_str {
    guard let values = fields?.values(of: name), let first = values.first else { return moya_str() }
    if values.count == 1 { return first }
    // The key is the name in lower case, as bytes and not as a string. A string would change a name that is not UTF-8,
    // and different spellings of one name must have the same key.
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name)).map(ASCII.lowercase)
    return keep(.header(bytes)) { BodyBuffer(joining: values) }
  }

  /// Returns the body as JSON. Throws `.memory` if memory is short.
  func json() throws(Failure) -> BodyJSON {
    guard let parts else { throw .memory("the body") }
    if let known = parts.json.load() { return known.value }
    let body = parts.body
    return parts.json.storeIfNil(PerProcess { _ in BodyJSON(body) }).value
  }

  /// Returns a text that lives as long as the response.
  ///
  /// If there is no memory for the text, nothing is stored. The next caller who asks for the text calls `make` again.
  func keep<E: Error>(_ asked: ResponseTexts.Asked, _ make: () throws(E) -> BodyBuffer?) throws(E) -> moya_str {
    guard let parts else { return moya_str() }
    if let known = parts.texts.find(asked) { return moya_str(known) }
    guard let text = try make() else { return moya_str() }
    parts.texts.add(text, as: asked)
    return moya_str(text)
  }
}

extension Response: Handle {}

/// The functions that `Handle` has for objects. `CResponse` has its own, because a struct cannot be a `Handle`.
extension CResponse {
  private init(alive response: Response) { self.response = response }

  consuming func retainedHandle() -> OpaquePointer { response.retainedHandle() }

  var borrowedHandle: OpaquePointer { response.borrowedHandle }

  static func from(_ handle: OpaquePointer?, function: StaticString = #function) -> CResponse? {
    Response.from(handle, function: function).map { CResponse(alive: $0) }
  }

  static func required(
    _ handle: OpaquePointer?, named name: @autoclosure () -> String, function: StaticString = #function
  ) throws(Failure) -> CResponse {
    try CResponse(alive: Response.required(handle, named: name(), function: function))
  }

  static func release(_ handle: OpaquePointer?, function: StaticString = #function) {
    Response.release(handle, function: function)
  }

  /// Lends the handle to a callback while `body` runs.
  func lent<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) {
      HandleCheck.isOn ? HandleCheck.lend(response) { body(borrowedHandle) } : body(borrowedHandle)
    }
  }
}

extension TransferResponse.Content {
  /// The body, followed by a zero byte.
  ///
  /// If the memory of the body already ends with a zero byte, uses this memory. Otherwise uses a copy. `nil` if there
  /// is no memory for a copy.
  var buffer: BodyBuffer? {
    switch self {
    case .buffer(let buffer): buffer
    case .data(let data): BodyBuffer(copying: data)
    }
  }
}

// MARK: - Facts of the exchange

/// Facts about how the response was received, for example times, the server's address and the redirects.
extension CResponse {
  func info(_ what: moya_info) -> Int64 { response.info(what) }

  var remoteAddress: moya_str {
    guard let address = response.metrics?.remoteAddress, !address.isEmpty else { return moya_str() }
    return keep(.remoteAddress) { BodyBuffer(address) }
  }

  var redirects: [TransferMetrics.Redirection] { response.metrics?.redirects ?? [] }

  /// Returns the URL of one of the redirects. The text is `{NULL, 0}` if memory is short.
  func redirectURL(_ index: Int) -> moya_str { keep(.redirect(index)) { BodyBuffer(redirects[index].urlText) } }
}

extension Response {
  /// Returns a fact about the response (MOYA_INFO_…). −1 if the fact is not known or does not exist.
  func info(_ what: moya_info) -> Int64 {
    if Int(what) == MOYA_INFO_ATTEMPTS { return attemptCount > 0 ? Int64(attemptCount) : -1 }
    return metrics.map { Response.info(what, of: $0) } ?? -1
  }

  /// Returns a fact about a transfer (MOYA_INFO_…). −1 if the fact does not exist.
  static func info(_ what: moya_info, of metrics: TransferMetrics) -> Int64 {
    switch Int(what) {
    case MOYA_INFO_HTTP_VERSION: Response.versions[metrics.httpVersion] ?? -1
    case MOYA_INFO_CONNECTION_REUSED: metrics.reusedConnection ? 1 : 0
    case MOYA_INFO_REMOTE_PORT: Int64(metrics.remotePort)
    case MOYA_INFO_BYTES_UP: metrics.bytesSent
    case MOYA_INFO_BYTES_DOWN: metrics.bytesReceived
    case MOYA_INFO_NAME_LOOKUP_US: metrics.nameLookup
    case MOYA_INFO_CONNECT_US: metrics.connect
    case MOYA_INFO_TLS_US: metrics.tlsHandshake
    case MOYA_INFO_FIRST_BYTE_US: metrics.firstByte
    case MOYA_INFO_TOTAL_US: metrics.total
    default: -1
    }
  }

  /// Returns a fact (MOYA_INFO_…) without making a `TransferMetrics`. Returns `nil` if the fact does not exist, or if
  /// the metrics do not come from the transport but from `HTTPURLResponse.measured(_:)`.
  static func info(_ what: moya_info, of head: HTTPURLResponse) -> Int64? {
    switch Int(what) {
    case MOYA_INFO_HTTP_VERSION: head.ownVersion.map { version(of: $0) }
    case MOYA_INFO_CONNECTION_REUSED: head.number(of: .isReused)
    case MOYA_INFO_REMOTE_PORT: head.number(of: .remotePort)
    case MOYA_INFO_BYTES_UP: head.number(of: .bytesSent)
    case MOYA_INFO_BYTES_DOWN: head.number(of: .bytesReceived)
    case MOYA_INFO_NAME_LOOKUP_US: head.number(of: .nameLookup)
    case MOYA_INFO_CONNECT_US: head.number(of: .connect)
    case MOYA_INFO_TLS_US: head.number(of: .tlsHandshake)
    case MOYA_INFO_FIRST_BYTE_US: head.number(of: .firstByte)
    case MOYA_INFO_TOTAL_US: head.number(of: .total)
    default: nil
    }
  }

  /// Returns the number of an HTTP version. Makes a text only for rare versions.
  private static func version(of text: StaticString) -> Int64 {
    let isUsual = text.utf8CodeUnitCount == 8 && memcmp(text.utf8Start, "HTTP/1.1", 8) == 0
    return isUsual ? 11 : versions[text.description, default: -1]
  }

  static let versions: [String: Int64] = ["HTTP/1.0": 10, "HTTP/1.1": 11, "HTTP/2": 20]
}

// MARK: - Responses made from parts

extension CResponse {
  /// Makes a response from copies of the parts that the caller passes (`moya_response_create`).
  init(status: Int32, url: String, headers: CallerArray<moya_header>, body: BodyBuffer) throws(Failure) {
    _ = ResponseParts.typesAreMade
    guard 100...599 ~= status else { throw .argument("http_status is \(status), not 100 … 599") }
    let block = HeaderBlock()
    for (index, header) in headers.enumerated() {
      let name = try CResponse.bytes(header.name, refusing: [0x3A, 0x0D, 0x0A], named: "headers[\(index)].name")
      if name.isEmpty { throw .argument("headers[\(index)].name is empty") }
      let value = try CResponse.bytes(header.value, refusing: [0x0D, 0x0A], named: "headers[\(index)].value")
      guard block.appendField(name, value) else { throw .memory("headers") }
    }
    let head = HTTPURLResponse(urlText: url, statusCode: Int(status), block: block)
    try self.init(Response(statusCode: Int(status), content: .buffer(body), request: nil, response: head))
  }

  private static func bytes(
    _ text: UnsafePointer<CChar>?, refusing bad: [UInt8], named name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard let text else { throw .null(name()) }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    if bytes.contains(where: bad.contains) { throw .argument("\(name()) has a character that cannot be there") }
    return bytes
  }
}
