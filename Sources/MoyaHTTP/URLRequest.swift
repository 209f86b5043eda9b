import FoundationEssentials

/// A request, with Foundation's spelling. A value: a copy is independent.
///
/// FoundationNetworking is not used (it would bring its own libcurl and 40 MB of ICU), so this is our own type.
/// It keeps the URL as text: most requests are built, sent and forgotten without anybody asking for its parts.
public struct URLRequest: Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
    case returnCacheDataElseLoad = 2
    case returnCacheDataDontLoad = 3
    case reloadIgnoringLocalAndRemoteCacheData = 4
    case reloadRevalidatingCacheData = 5

    public static var reloadIgnoringCacheData: CachePolicy { .reloadIgnoringLocalCacheData }
  }

  /// The URL as it goes on the wire, percent-encoded.
  public var urlText: String
  /// The header section, in wire order.
  public var headerFields = HeaderFields()
  public var body: RequestBody = .none
  private var method = "GET"

  /// Seconds; Foundation's value. A request that has it goes by the session's idle timeout.
  public static let defaultTimeout: TimeInterval = 60

  public var cachePolicy: CachePolicy
  /// Seconds without a byte in either direction after which the request fails.
  public var timeoutInterval: TimeInterval
  /// Seconds for the whole call: every attempt, redirect and wait. `nil`: the session's.
  public var totalTimeout: TimeInterval?
  public var httpShouldHandleCookies = true
  public var httpShouldUsePipelining = false
  public var allowsCellularAccess = true

  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = URLRequest.defaultTimeout
  ) {
    self.init(urlText: url.absoluteString, cachePolicy: cachePolicy, timeoutInterval: timeoutInterval)
  }

  /// For a URL that is already known to be well-formed text: not parsed here.
  public init(
    urlText: String, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = URLRequest.defaultTimeout
  ) {
    self.urlText = urlText
    self.cachePolicy = cachePolicy
    self.timeoutInterval = timeoutInterval
  }

  public var url: URL? {
    get { urlText.isEmpty ? nil : URL(string: urlText) }
    set { urlText = newValue?.absoluteString ?? "" }
  }

  /// `nil` means GET. The nine standard names are upper-cased, as Foundation does on Linux; others are kept.
  public var httpMethod: String? {
    get { method }
    set { method = newValue.map(HTTPMethod.normalized) ?? "GET" }
  }

  public var httpBody: Data? {
    get { if case .data(let data) = body { data } else { nil } }
    set { body = newValue.map { .data($0) } ?? .none }
  }

  /// All fields; `nil` when there are none. Assigning merges nothing: it replaces the section.
  public var allHTTPHeaderFields: [String: String]? {
    get { headerFields.isEmpty ? nil : headerFields.dictionary }
    set { headerFields = newValue.map { HeaderFields($0) } ?? HeaderFields() }
  }

  public func value(forHTTPHeaderField field: String) -> String? { headerFields[field] }

  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    headerFields.set(field, to: value)
  }

  /// Appends with a comma to an existing value.
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
    headerFields.add(field, value)
  }
}

extension URLRequest: Hashable {
  /// Two requests are equal when they would be the same on the wire: method, URL, headers and body.
  public static func == (left: URLRequest, right: URLRequest) -> Bool {
    left.urlText == right.urlText && left.method == right.method && left.headerFields == right.headerFields
      && left.body == right.body
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(urlText)
    hasher.combine(method)
    hasher.combine(headerFields)
    hasher.combine(body)
  }
}

extension URLRequest: CustomStringConvertible {
  public var description: String { urlText.isEmpty ? "url: nil" : urlText }
}
