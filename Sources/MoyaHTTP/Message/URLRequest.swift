import FoundationEssentials

/// A request, with Foundation's spelling. A value: a copy is independent.
///
/// FoundationNetworking is not used (it would bring its own libcurl and 40 MB of ICU), so this is our own type.
/// It keeps the URL as text: most requests are built and sent without a question for a part of the URL.
@dynamicMemberLookup
public struct URLRequest: Sendable {
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
    storage = Storage(
      Values(
        urlText: urlText, idleTimeout: URLRequest.given(timeoutInterval),
        preferences: Preferences(cachePolicy: cachePolicy)))
  }

  /// All at once, which spares the question at each change whether the request is shared.
  /// - Parameter isURLChecked: `RequestRules` has accepted the URL, and is not to read it once more.
  package init(
    urlText: String, isURLChecked: Bool = false, method: String?, headerFields: HeaderFields, body: RequestBody,
    timeoutInterval: TimeInterval
  ) {
    storage = Storage(
      Values(
        urlText: urlText, headerFields: headerFields, body: body, method: method.map(HTTPMethod.normalized) ?? "GET",
        idleTimeout: URLRequest.given(timeoutInterval), isURLChecked: isURLChecked,
        areFieldsChecked: headerFields.isEmpty))
  }

  /// `nil` for the default: that is what an argument is that was not given.
  private static func given(_ timeout: TimeInterval) -> TimeInterval? {
    timeout == URLRequest.defaultTimeout ? nil : timeout
  }

  /// The URL as it goes on the wire, percent-encoded.
  public var urlText: String {
    get { storage.values.urlText }
    set {
      changed.values.urlText = newValue
      storage.values.isURLChecked = false
    }
  }

  /// `RequestRules` has accepted the URL.
  var isURLChecked: Bool { storage.values.isURLChecked }

  /// The header section, in wire order.
  public var headerFields: HeaderFields {
    get { storage.values.headerFields }
    _modify {
      makeUnique()
      storage.values.areFieldsChecked = false
      yield &storage.values.headerFields
    }
  }

  var isGET: Bool { storage.values.method == "GET" }

  /// Bytes of method, URL and header section. Counted where they lie: a text that is taken out is retained.
  var headSize: Int {
    var size = storage.values.urlText.utf8.count + storage.values.method.utf8.count
    for index in storage.values.headerFields.fields.indices {
      size += storage.values.headerFields.fields[index].name.utf8.count
      size += storage.values.headerFields.fields[index].value.utf8.count + 4
    }
    return size
  }

  /// `RequestRules` has accepted each field.
  var areFieldsChecked: Bool { storage.values.areFieldsChecked }

  /// As `setValue`, of a field that `RequestRules` has accepted, and does not read once more before the request is sent:
  /// 300 instructions.
  package mutating func setChecked(_ value: String?, forHTTPHeaderField field: String) {
    makeUnique()
    storage.values.headerFields.set(field, to: value)
  }

  /// The same for each field of a section, of which none comes twice.
  package mutating func setChecked(_ section: HeaderFields) {
    makeUnique()
    storage.values.headerFields.set(section)
  }

  /// Appends what the request has no field of, by name.
  /// - Parameter areChecked: `RequestRules` accepts each of these.
  package mutating func appendMissing(from fields: HeaderFields, areChecked: Bool) {
    makeUnique()
    storage.values.headerFields.appendMissing(from: fields)
    if !areChecked { storage.values.areFieldsChecked = false }
  }

  /// `RequestRules` has accepted all of it.
  var isChecked: Bool { storage.isChecked }

  /// Has `RequestRules` read it, which then need not do so once more while it stays as it is.
  package mutating func check() throws(TransferError) {
    try RequestRules.check(self)
    changed.isChecked = true
  }

  public var body: RequestBody {
    get { storage.values.body }
    set { changed.values.body = newValue }
  }

  /// Seconds without a byte in either direction after which the request fails. Until it is set, and when it is not
  /// positive, the session's `timeoutIntervalForRequest` holds.
  public var timeoutInterval: TimeInterval {
    get { storage.values.idleTimeout ?? URLRequest.defaultTimeout }
    set { changed.values.idleTimeout = newValue }
  }

  /// The same if it was set, and is one.
  package var idleTimeout: TimeInterval? {
    guard let timeout = storage.values.idleTimeout, timeout > 0 else { return nil }
    return timeout
  }

  /// Seconds for the whole call: every attempt, redirect and wait. `nil`: the session's.
  public var totalTimeout: TimeInterval? {
    get { storage.values.totalTimeout }
    set { changed.values.totalTimeout = newValue }
  }

  /// Of a download: the file in which its bytes wait when it is interrupted, and in which the next request to the same
  /// URL goes on. Beside it lies a second one, `<name>.resume`. `nil`: an interrupted download starts over.
  public var partialDownload: URL? {
    get { storage.values.partialDownload }
    set { changed.values.partialDownload = newValue }
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<Preferences, Value>) -> Value {
    get { storage.values.preferences[keyPath: path] }
    set { changed.values.preferences[keyPath: path] = newValue }
  }

  public var url: URL? {
    get { urlText.isEmpty ? nil : URL(string: urlText) }
    set { urlText = newValue.map { InternationalHost.converted($0.absoluteString) } ?? "" }
  }

  /// `nil` means GET. A standard method is upper-cased, in whatever case it is given;
  /// others are kept.
  public var httpMethod: String? {
    get { storage.values.method }
    set { changed.values.method = newValue.map(HTTPMethod.normalized) ?? "GET" }
  }

  public var httpBody: Data? {
    get { if case .data(let data) = body { data } else { nil } }
    set { body = newValue.map { .data($0) } ?? .none }
  }

  /// All fields; `nil`: there is none. `allHTTPHeaderFields?["X"] = "1"` adds a first field all the same. Assigning
  /// merges nothing: it replaces the section.
  public var allHTTPHeaderFields: [String: String]? {
    get { headerFields.isEmpty ? nil : headerFields.dictionary }
    set { headerFields = newValue.map { HeaderFields($0) } ?? HeaderFields() }
    _modify {
      var fields: [String: String]? = headerFields.dictionary
      yield &fields
      headerFields = fields.map { HeaderFields($0) } ?? HeaderFields()
    }
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
  private struct Values: Sendable {
    var urlText: String
    var headerFields = HeaderFields()
    var body = RequestBody.none
    var method = "GET"
    var idleTimeout: TimeInterval?
    var totalTimeout: TimeInterval?
    var partialDownload: URL?
    var preferences = Preferences()
    var isURLChecked = false
    var areFieldsChecked = true
  }

  /// One reference instead of ten fields: on its way a request is handed on many times and seldom changed.
  ///
  /// Unchecked: changed only by a request that holds it alone.
  private final class Storage: @unchecked Sendable {
    // Changed in place by one request only, whose own exclusivity is checked.
    @exclusivity(unchecked)
    var values: Values
    // What is known of the values, until they are changed.
    @exclusivity(unchecked)
    var isChecked = false
    @exclusivity(unchecked)
    var wireForm: WireForm?

    init(_ values: Values) { self.values = values }
  }

  /// The storage, for a change; copied first when another request shares it.
  private var changed: Storage {
    mutating get {
      makeUnique()
      return storage
    }
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      copyStorage()
    } else {
      storage.isChecked = false
      if storage.wireForm != nil { storage.wireForm = nil }
    }
  }

  @inline(never)
  private mutating func copyStorage() { storage = Storage(storage.values) }
}

/// A request that is sent over and over keeps the form in which it goes on the wire, until it is changed.
extension URLRequest {
  private struct WireForm {
    let owner: AnyObject
    let storage: Storage
  }

  /// The form in which `owner` sends it; `nil`: it is not kept.
  package func wireForm(by owner: ObjectIdentifier) -> URLRequest? {
    guard let form = storage.wireForm, ObjectIdentifier(form.owner) == owner else { return nil }
    return URLRequest(form.storage)
  }

  package mutating func keepWireForm(_ form: URLRequest, by owner: AnyObject) {
    changed.wireForm = WireForm(owner: owner, storage: form.storage)
  }

  private init(_ storage: Storage) { self.storage = storage }
}

extension URLRequest: Hashable {
  /// Two requests are equal when they would be the same on the wire: method, URL, headers and body.
  public static func == (left: URLRequest, right: URLRequest) -> Bool {
    if left.storage === right.storage { return true }
    return left.urlText.hasBytes(of: right.urlText) && left.storage.values.method == right.storage.values.method
      && left.headerFields == right.headerFields && left.body == right.body
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(urlText)
    hasher.combine(storage.values.method)
    hasher.combine(headerFields)
    hasher.combine(body)
  }
}

extension URLRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The URL without what may be secret in it; `urlText` is the whole.
  public var description: String { urlText.isEmpty ? "url: nil" : ShownURL.text(urlText) }
  public var debugDescription: String { description }
}

// MARK: - Preferences

// What Apple's networking is told about a request. It is kept and has no effect: definitions that set it compile, and
// plugins read back what was set.
extension URLRequest {
  /// Foundation's numbers.
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
    case returnCacheDataElseLoad = 2
    case returnCacheDataDontLoad = 3
    case reloadIgnoringLocalAndRemoteCacheData = 4
    case reloadRevalidatingCacheData = 5

    public static var reloadIgnoringCacheData: CachePolicy { .reloadIgnoringLocalCacheData }
  }

  /// What the traffic is for. Foundation's numbers.
  public enum NetworkServiceType: UInt, Sendable {
    case `default` = 0
    case voip = 1
    case video = 2
    case background = 3
    case voice = 4
    case responsiveData = 6
    case avStreaming = 8
    case responsiveAV = 9
    case callSignaling = 11
  }

  /// Read and set as properties of the request.
  public struct Preferences: Sendable {
    /// A session keeps no cache.
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    public var mainDocumentURL: URL?
    public var networkServiceType = NetworkServiceType.default
    /// No effect: a session's `httpCookieStorage` decides.
    public var httpShouldHandleCookies = true
    public var httpShouldUsePipelining = false
    public var allowsCellularAccess = true
    public var allowsExpensiveNetworkAccess = true
    public var allowsConstrainedNetworkAccess = true
    public var assumesHTTP3Capable = false
  }
}
