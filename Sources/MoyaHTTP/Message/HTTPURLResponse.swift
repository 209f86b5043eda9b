import FoundationEssentials

/// The head of an HTTP response: its status and its header section. The section is stored as it was received and is not
/// parsed in advance. Each read of a field scans the section.
///
/// The class is `@unchecked Sendable` because its superclass is open, so the compiler cannot check it. Nothing changes
/// after `init`.
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public let statusCode: Int
  private let head: Head
  package let record: TransferRecord?
  package let wasRedirected: Bool

  private enum Head {
    case fields(HeaderFields)
    case block(HeaderBlock)
  }

  /// Foundation's initializer. It never fails here, and ignores the version.
  public convenience init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) {
    self.init(url.absoluteString, statusCode, .fields(HeaderFields(headerFields ?? [:])))
  }

  /// Makes the head of a response with status 200. `mimeType` and `name` become its `Content-Type`, and `length`
  /// becomes its `Content-Length`. A length below 0 means that the length is unknown. Without a media type, `name` is
  /// ignored.
  public override convenience init(
    url: URL, mimeType: String?, expectedContentLength length: Int, textEncodingName name: String?
  ) {
    var fields = HeaderFields()
    if let mimeType { fields.set("Content-Type", to: mimeType + (name.map { "; charset=\($0)" } ?? "")) }
    if length >= 0 { fields.set("Content-Length", to: "\(length)") }
    self.init(url.absoluteString, 200, .fields(fields))
  }

  /// Makes the head of a response without a URL, with status 200.
  public convenience init() { self.init("", 200, .fields(HeaderFields())) }

  /// Makes the head. The URL is not parsed here, so pass only a text that is known to be well-formed.
  public convenience init(urlText: String, statusCode: Int, fields: HeaderFields) {
    self.init(urlText, statusCode, .fields(fields))
  }

  /// Makes the head of a response for the transport. Each read of a field scans the header section.
  package convenience init(
    urlText: String, statusCode: Int, block: HeaderBlock, record: consuming TransferRecord? = nil
  ) {
    self.init(urlText, statusCode, .block(block), record)
  }

  private init(_ urlText: String, _ statusCode: Int, _ head: Head, _ record: consuming TransferRecord? = nil) {
    self.statusCode = statusCode
    self.head = head
    wasRedirected = record?.wasRedirected ?? false
    self.record = record
    super.init(urlText: urlText)
  }

  /// Returns a copy of the response with another value for a field. All other fields stay the same, byte by byte. If
  /// `value` is `nil`, the copy has no field with this name. Otherwise the copy has one such field, at the place of the
  /// first one. If the response has no such field, the copy has it at the end.
  package func setting(_ name: String, to value: String?) -> HTTPURLResponse {
    let block = withoutFields
    var value = value
    eachField { known, old in
      guard name.withBytes({ ASCII.equalIgnoringCase(known, UnsafeRawBufferPointer($0)) }) else {
        _ = block.appendField(known, old)
        return
      }
      value.take()?.withBytes { _ = block.appendField(known, UnsafeRawBufferPointer($0)) }
    }
    value?.withBytes { value in
      name.withBytes { _ = block.appendField(UnsafeRawBufferPointer($0), UnsafeRawBufferPointer(value)) }
    }
    return HTTPURLResponse(urlText, statusCode, .block(block), record)
  }

  /// A new header section without fields. It has the status line of this response, if the response has one.
  private var withoutFields: HeaderBlock {
    switch head {
    case .fields: HeaderBlock()
    case .block(let block): block.withoutFields()
    }
  }

  /// Returns the same response with another status and URL.
  package func with(statusCode: Int, urlText: String) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, head, record)
  }

  /// Returns the same response with another status and URL, and with the header section `block`. If `block` is `nil`,
  /// the header section stays. Do not change `block` afterwards.
  package func with(statusCode: Int, urlText: String, block: HeaderBlock?) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, block.map { .block($0) } ?? head, record)
  }

  /// Returns the same response with another status and header section.
  package func with(statusCode: Int, fields: HeaderFields) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, .fields(fields), record)
  }

  /// Returns the same response with the header section `block`. Do not change `block` afterwards.
  package func with(block: HeaderBlock) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, .block(block), record)
  }

  /// Returns the same response with the metrics of `other`. If `other` has none, does not change the metrics.
  package func measured(like other: HTTPURLResponse?) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, head, other?.record ?? record)
  }

  /// Returns the same response with these metrics. This is for a backend that has measured them.
  public func measured(_ metrics: TransferMetrics) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, head, TransferRecord(metrics))
  }

  /// Times and sizes of the transfer. `nil` if there was no transfer, for example for a stub.
  public var metrics: TransferMetrics? { record?.metrics }

  /// The IP address of the server, as `metrics` has it. `nil` if there was no transfer.
  package var remoteAddress: String? { record?.remoteAddress }

  /// Returns one of the numbers in `metrics`, and makes no `TransferMetrics` for this. `nil` if there was no transfer,
  /// or if the metrics do not come from the transport but from `measured(_:)`.
  package func number(of fact: TransferFact) -> Int64? { record?.value(of: fact) }
  /// The HTTP version in `metrics`. `nil` in the same cases as `number(of:)`.
  package var ownVersion: StaticString? { record?.ownVersion }

  /// The header section, in the order in which it was received.
  public var headerFields: HeaderFields {
    switch head {
    case .fields(let fields): fields
    case .block(let block): block.fields
    }
  }

  /// Calls `body` with every field in order, as the bytes that were received. A value need not be UTF-8 (RFC 9110
  /// §5.5).
  package func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    switch head {
    case .block(let block): block.eachField(body)
    case .fields(let fields):
      for field in fields.fields {
        field.name.withBytes { name in
          FieldBytes.withBytes(of: field.value) { value in
            body(UnsafeRawBufferPointer(name), value[...].withoutWhiteSpaceAround)
          }
        }
      }
    }
  }

  /// Checks the fields that a program gave to this object (RFC 9110 §5.1 and RFC 9110 §5.5). Does not check fields that
  /// arrived from a server, because the transport has checked them.
  package func checkGivenFields() throws(TransferError) {
    guard case .fields(let fields) = head else { return }
    for field in fields.fields { try RequestRules.checkSyntax(name: field.name, value: field.value) }
  }

  /// The maximum number of fields, and the maximum number of bytes of their names and values. Each name and each value
  /// counts one more byte.
  package var mostFields: (fields: Int, bytes: Int) {
    switch head {
    case .block(let block): block.mostFields
    case .fields(let fields): fields.mostFields
    }
  }

  /// Returns true if a field has this name. No field is copied.
  package func hasField(_ name: UnsafeRawBufferPointer) -> Bool {
    switch head {
    case .block(let block): block.hasField(name)
    case .fields(let fields):
      fields.fields.contains { $0.name.withBytes { ASCII.equalIgnoringCase(UnsafeRawBufferPointer($0), name) } }
    }
  }

  /// The reason phrase that the server sent with the status (RFC 9112 §4). Empty if there is none: HTTP/2 has no reason
  /// phrases, and a response that no server sent has none. `localizedString(forStatusCode:)` returns the standard
  /// phrase.
  public var reasonPhrase: String { String(decoding: reason, as: UTF8.self) }

  /// The reason phrase, byte by byte as it arrived.
  package var reason: [UInt8] {
    switch head {
    case .fields: []
    case .block(let block): block.reason(of: statusCode)
    }
  }

  public var allHeaderFields: [AnyHashable: Any] { headerFields.dictionary }

  /// Returns the value of a field. Ignores the case of the name, and joins several fields of one name with commas.
  public func value(forHTTPHeaderField field: String) -> String? {
    switch head {
    case .fields(let fields): fields[field]
    case .block(let block): block[field]
    }
  }

  public override var mimeType: String? {
    guard let type = value(forHTTPHeaderField: "Content-Type")?.split(separator: ";").first else { return nil }
    return String(type).trimmingSpaces.lowercased()
  }

  public override var textEncodingName: String? {
    guard let type = value(forHTTPHeaderField: "Content-Type") else { return nil }
    return FieldParameter.all(in: type).dropFirst().first { $0.name == "charset" }?.text?.lowercased()
  }

  public override var expectedContentLength: Int64 {
    value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) } ?? -1
  }

  override func isEqual(_ other: URLResponse) -> Bool {
    guard let other = other as? HTTPURLResponse else { return false }
    return urlText.hasBytes(of: other.urlText) && statusCode == other.statusCode && headerFields == other.headerFields
  }

  /// A description without secrets. It omits parts of the URL and of `Location` that can be secret, and the values of
  /// fields whose names are known to be secret.
  public override var description: String {
    let fields = headerFields.dictionary.map { ($0.key, SecretHeaders.shown($0.value, of: $0.key)) }
    let shown = Dictionary(fields) { first, _ in first }
    return "<HTTPURLResponse> { URL: \(ShownURL.text(urlText)) } { Status Code: \(statusCode), Headers \(shown) }"
  }

  /// Returns the reason phrase of a status, in English.
  public static func localizedString(forStatusCode code: Int) -> String { ReasonPhrase.of(code) }
}

// MARK: - URLResponse

/// The head of a response, with Foundation's names.
///
/// The class is `@unchecked Sendable` because it is open. It never changes.
open class URLResponse: @unchecked Sendable {
  /// The URL of the response, after redirects.
  public let urlText: String
  public var url: URL? { URL(string: urlText) }
  /// What the program passed to this class's `init(url:mimeType:expectedContentLength:textEncodingName:)`. `nil` for
  /// every other response, for example an `HTTPURLResponse`.
  private let content: ContentFacts?

  /// Facts about the content of a response. Only responses that a program makes itself have these facts, so they are in
  /// an object of their own.
  private final class ContentFacts: Sendable {
    let mimeType: String?
    let length: Int64
    let textEncodingName: String?

    init(_ mimeType: String?, _ length: Int64, _ textEncodingName: String?) {
      self.mimeType = mimeType
      self.length = length
      self.textEncodingName = textEncodingName
    }
  }

  init(urlText: String) {
    self.urlText = urlText
    content = nil
  }

  /// Foundation's initializer.
  ///
  /// - Parameters:
  ///   - url: The URL of the response.
  ///   - mimeType: The media type.
  ///   - length: The number of bytes of the body; -1 if it is unknown.
  ///   - name: The `charset` of the media type.
  public init(url: URL, mimeType: String?, expectedContentLength length: Int, textEncodingName name: String?) {
    urlText = url.absoluteString
    content = ContentFacts(mimeType, Int64(length), name)
  }

  /// Makes a response without a URL.
  public convenience init() { self.init(urlText: "") }

  func isEqual(_ other: URLResponse) -> Bool {
    urlText.hasBytes(of: other.urlText) && type(of: self) == type(of: other) && mimeType == other.mimeType
      && textEncodingName == other.textEncodingName && expectedContentLength == other.expectedContentLength
  }

  public var description: String { "<URLResponse> { URL: \(ShownURL.text(urlText)) }" }

  /// The media type without its parameters, in lower case. `nil` if the server sent none.
  open var mimeType: String? { content?.mimeType }
  /// The `charset` of the media type.
  open var textEncodingName: String? { content?.textEncodingName }
  /// The number of bytes that Content-Length announces. −1 if the number is unknown.
  open var expectedContentLength: Int64 { content?.length ?? -1 }
}

extension URLResponse: Hashable {
  public static func == (left: URLResponse, right: URLResponse) -> Bool { left === right || left.isEqual(right) }

  public func hash(into hasher: inout Hasher) { hasher.combine(urlText) }
}

extension URLResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

// MARK: - ReasonPhrase

/// Reason phrases of the HTTP status code registry (RFC 9110 §15), in lower case like Foundation's.
enum ReasonPhrase {
  static func of(_ code: Int) -> String {
    switch code {
    case 100: "continue"
    case 101: "switching protocols"
    case 200: "no error"
    case 201: "created"
    case 202: "accepted"
    case 203: "non-authoritative information"
    case 204: "no content"
    case 205: "reset content"
    case 206: "partial content"
    case 300: "multiple choices"
    case 301: "moved permanently"
    case 302: "found"
    case 303: "see other"
    case 304: "not modified"
    case 307: "temporarily redirected"
    case 400: "bad request"
    case 401: "unauthorized"
    case 402: "payment required"
    case 403: "forbidden"
    case 404: "not found"
    case 405: "method not allowed"
    case 406: "unacceptable"
    case 408: "request timed out"
    case 409: "conflict"
    case 410: "no longer exists"
    case 411: "length required"
    case 413: "request too large"
    case 415: "unsupported media type"
    case 416: "requested range not satisfiable"
    case 417: "expectation failed"
    case 500: "internal server error"
    case 501: "unimplemented"
    case 502: "bad gateway"
    case 503: "service unavailable"
    case 504: "gateway timed out"
    case 505: "unsupported version"
    case 100..<200: "informational"
    case 200..<300: "success"
    case 300..<400: "redirected"
    case 400..<500: "client error"
    default: "server error"
    }
  }
}
