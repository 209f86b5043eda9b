import FoundationEssentials

/// A request, with Foundation's spelling. A value: a copy is independent.
///
/// FoundationNetworking is not used (it would bring its own libcurl and 40 MB of ICU), so this is our own type.
/// It keeps the URL as text: most requests are built and sent without a question for a part of the URL.
public struct URLRequest: Sendable {
  /// Kept, and without an effect: a session keeps no cache. Foundation's numbers.
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
    case returnCacheDataElseLoad = 2
    case returnCacheDataDontLoad = 3
    case reloadIgnoringLocalAndRemoteCacheData = 4
    case reloadRevalidatingCacheData = 5

    public static var reloadIgnoringCacheData: CachePolicy { .reloadIgnoringLocalCacheData }
  }

  /// Seconds; Foundation's value, which a request shows that was given none.
  public static let defaultTimeout: TimeInterval = 60

  private var storage: Storage

  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = URLRequest.defaultTimeout
  ) {
    let text = InternationalHost.converted(url.absoluteString)
    self.init(urlText: text, cachePolicy: cachePolicy, timeoutInterval: timeoutInterval)
  }

  /// For a URL that is already known to be well-formed text: not parsed here.
  public init(
    urlText: String, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = URLRequest.defaultTimeout
  ) {
    storage = Storage(urlText: urlText, cachePolicy: cachePolicy, timeoutInterval: timeoutInterval)
  }

  /// All at once, which spares the question at each change whether the request is shared.
  package init(
    urlText: String, method: String?, headerFields: HeaderFields, body: RequestBody, timeoutInterval: TimeInterval
  ) {
    storage = Storage(urlText: urlText, cachePolicy: .useProtocolCachePolicy, timeoutInterval: timeoutInterval)
    if let method { storage.method = HTTPMethod.normalized(method) }
    storage.headerFields = headerFields
    storage.body = body
  }

  /// The URL as it goes on the wire, percent-encoded.
  public var urlText: String {
    get { storage.urlText }
    set { changed.urlText = newValue }
  }

  /// The header section, in wire order.
  public var headerFields: HeaderFields {
    get { storage.headerFields }
    _modify {
      makeUnique()
      yield &storage.headerFields
    }
  }

  public var body: RequestBody {
    get { storage.body }
    set { changed.body = newValue }
  }

  public var cachePolicy: CachePolicy {
    get { storage.cachePolicy }
    set { changed.cachePolicy = newValue }
  }

  /// Seconds without a byte in either direction after which the request fails. Until it is set, and when it is not
  /// positive, the session's `timeoutIntervalForRequest` holds.
  public var timeoutInterval: TimeInterval {
    get { storage.idleTimeout ?? URLRequest.defaultTimeout }
    set { changed.idleTimeout = newValue }
  }

  /// The same if it was set, and is one.
  package var idleTimeout: TimeInterval? {
    guard let timeout = storage.idleTimeout, timeout > 0 else { return nil }
    return timeout
  }

  /// Seconds for the whole call: every attempt, redirect and wait. `nil`: the session's.
  public var totalTimeout: TimeInterval? {
    get { storage.totalTimeout }
    set { changed.totalTimeout = newValue }
  }

  /// Of a download: the file in which its bytes wait when it is interrupted, and in which the next request to the same
  /// URL goes on. Beside it lies a second one, `<name>.resume`. `nil`: an interrupted download starts over.
  public var partialDownload: URL? {
    get { storage.partialDownload }
    set { changed.partialDownload = newValue }
  }

  var preferences: Preferences {
    get { storage.preferences }
    set { changed.preferences = newValue }
  }

  public var url: URL? {
    get { urlText.isEmpty ? nil : URL(string: urlText) }
    set { urlText = newValue.map { InternationalHost.converted($0.absoluteString) } ?? "" }
  }

  /// `nil` means GET. GET, HEAD, POST, PUT, DELETE and CONNECT are upper-cased, as Foundation does on Linux;
  /// others are kept.
  public var httpMethod: String? {
    get { storage.method }
    set { changed.method = newValue.map(HTTPMethod.normalized) ?? "GET" }
  }

  public var httpBody: Data? {
    get { if case .data(let data) = body { data } else { nil } }
    set { body = newValue.map { .data($0) } ?? .none }
  }

  /// All fields. Never `nil`, so that `allHTTPHeaderFields?["X"] = "1"` adds a first field too. Assigning merges
  /// nothing: it replaces the section.
  public var allHTTPHeaderFields: [String: String]? {
    get { headerFields.dictionary }
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

extension URLRequest {
  /// One reference instead of ten fields: on its way a request is handed on many times and seldom changed.
  ///
  /// Unchecked: changed only by a request that holds it alone.
  fileprivate final class Storage: @unchecked Sendable {
    var urlText: String
    // Changed in place by one request only, whose own exclusivity is checked.
    @exclusivity(unchecked)
    var headerFields = HeaderFields()
    var body = RequestBody.none
    var method = "GET"
    var cachePolicy: CachePolicy
    var idleTimeout: TimeInterval?
    var totalTimeout: TimeInterval?
    var partialDownload: URL?
    var preferences = Preferences()

    init(urlText: String, cachePolicy: CachePolicy, timeoutInterval: TimeInterval) {
      self.urlText = urlText
      self.cachePolicy = cachePolicy
      // A default argument: the same as none.
      idleTimeout = timeoutInterval == URLRequest.defaultTimeout ? nil : timeoutInterval
    }

    init(copying other: Storage) {
      urlText = other.urlText
      headerFields = other.headerFields
      body = other.body
      method = other.method
      cachePolicy = other.cachePolicy
      idleTimeout = other.idleTimeout
      totalTimeout = other.totalTimeout
      partialDownload = other.partialDownload
      preferences = other.preferences
    }
  }

  /// The storage, for a change; copied first when another request shares it.
  fileprivate var changed: Storage {
    mutating get {
      makeUnique()
      return storage
    }
  }

  fileprivate mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
  }
}

extension URLRequest: Hashable {
  /// Two requests are equal when they would be the same on the wire: method, URL, headers and body.
  public static func == (left: URLRequest, right: URLRequest) -> Bool {
    if left.storage === right.storage { return true }
    return left.urlText == right.urlText && left.storage.method == right.storage.method
      && left.headerFields == right.headerFields && left.body == right.body
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(urlText)
    hasher.combine(storage.method)
    hasher.combine(headerFields)
    hasher.combine(body)
  }
}

extension URLRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The URL without what may be secret in it; `urlText` is the whole.
  public var description: String { urlText.isEmpty ? "url: nil" : ShownURL.text(urlText) }
  public var debugDescription: String { description }
}
