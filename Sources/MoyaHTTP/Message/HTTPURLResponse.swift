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
