import FoundationEssentials

/// An HTTP answer's head. The header block is kept as it was received and parsed when a field is first asked for.
///
/// Unchecked, since its superclass is open; immutable.
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public let statusCode: Int
  private let head: Head
  private let record: TransferRecord?
  package let wasRedirected: Bool

  private enum Head {
    case fields(HeaderFields)
    case block(HeaderBlock)
  }

  /// Foundation's initializer, which never fails here. The version is not kept.
  public convenience init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) {
    self.init(url.absoluteString, statusCode, .fields(HeaderFields(headerFields ?? [:])))
  }

  /// For a URL that is already known to be well-formed text: not parsed here.
  public convenience init(urlText: String, statusCode: Int, fields: HeaderFields) {
    self.init(urlText, statusCode, .fields(fields))
  }

  /// The transport's way: the block is parsed on first use.
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

  /// The same fields, byte by byte, but for those of `name`: one of `value` in place of the first, or none.
  package func setting(_ name: String, to value: String?) -> HTTPURLResponse {
    let block = HeaderBlock()
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

  /// The same with another status and URL.
  package func with(statusCode: Int, urlText: String) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, head, record)
  }

  /// The same answer with another header section.
  package func with(statusCode: Int, fields: HeaderFields) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, .fields(fields), record)
  }

  /// The same answer with these metrics, for a backend that has taken them.
  public func measured(_ metrics: TransferMetrics) -> HTTPURLResponse {
    HTTPURLResponse(urlText, statusCode, head, TransferRecord(metrics))
  }

  /// How the exchange went; `nil`: there was none, as for a stub.
  public var metrics: TransferMetrics? { record?.metrics }

  /// The header section, in the order of the wire.
  public var headerFields: HeaderFields {
    switch head {
    case .fields(let fields): fields
    case .block(let block): block.fields
    }
  }

  /// Every field in order, as the bytes that were received: a value need not be UTF-8 (RFC 9110 §5.5).
  package func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    switch head {
    case .block(let block): block.eachField(body)
    case .fields(let fields):
      for field in fields.fields {
        field.name.withBytes { name in
          field.value.withBytes { value in
            body(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer(value)[...].withoutWhiteSpaceAround)
          }
        }
      }
    }
  }

  public var allHeaderFields: [AnyHashable: Any] { headerFields.dictionary }

  /// Compared without case; several fields of one name are joined with a comma.
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

  /// Without what may be secret in the URL, and in `Location`, and without the values of fields that are secret by
  /// name.
  public override var description: String {
    let fields = headerFields.dictionary.map { ($0.key, SecretHeaders.shown($0.value, of: $0.key)) }
    let shown = Dictionary(fields) { first, _ in first }
    return "<HTTPURLResponse> { URL: \(ShownURL.text(urlText)) } { Status Code: \(statusCode), Headers \(shown) }"
  }

  /// The reason phrase of a status, in English.
  public static func localizedString(forStatusCode code: Int) -> String { ReasonPhrase.of(code) }
}

// MARK: - URLResponse

/// An answer's head, with Foundation's spelling.
///
/// Unchecked, since it is open; immutable.
open class URLResponse: @unchecked Sendable {
  /// The URL that answered, after redirects.
  public let urlText: String
  public var url: URL? { URL(string: urlText) }

  init(urlText: String) { self.urlText = urlText }

  func isEqual(_ other: URLResponse) -> Bool {
    urlText.hasBytes(of: other.urlText) && type(of: self) == type(of: other)
  }

  public var description: String { "<URLResponse> { URL: \(ShownURL.text(urlText)) }" }

  /// The media type without its parameters, lower-cased; `nil` when the server named none.
  open var mimeType: String? { nil }
  /// `charset` of the media type.
  open var textEncodingName: String? { nil }
  /// Bytes announced by Content-Length; −1: unknown.
  open var expectedContentLength: Int64 { -1 }
}

extension URLResponse: Hashable {
  public static func == (left: URLResponse, right: URLResponse) -> Bool { left === right || left.isEqual(right) }

  public func hash(into hasher: inout Hasher) { hasher.combine(urlText) }
}

extension URLResponse: CustomStringConvertible, CustomDebugStringConvertible {
  public var debugDescription: String { description }
}

// MARK: - ReasonPhrase

/// Reason phrases of the HTTP status code registry (RFC 9110 §15), in lower case as Foundation gives them.
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
