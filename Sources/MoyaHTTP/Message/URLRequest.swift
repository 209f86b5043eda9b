import FoundationEssentials

/// A request, with Foundation's names. It is a value, so a copy is independent.
///
/// The library does not use FoundationNetworking, which would bring another libcurl and 40 MB of ICU. The URL is stored
/// as text, because most requests are built and sent without reading a part of it.
@dynamicMemberLookup
public struct URLRequest: Sendable {
  /// The value of `timeoutInterval`, in seconds, before a program sets it. Foundation has the same value.
  public static let defaultTimeout: TimeInterval = 60

  private var storage: Storage

  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = URLRequest.defaultTimeout
  ) {
    let text = InternationalHost.converted(url.absoluteString)
    self.init(urlText: text, cachePolicy: cachePolicy, timeoutInterval: timeoutInterval)
  }

  /// Makes a request. The URL is not parsed here, so pass only a text that is known to be well-formed.
  public init(
    urlText: String, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = URLRequest.defaultTimeout
  ) {
    storage = Storage(
      Values(
        urlText: urlText, idleTimeout: URLRequest.given(timeoutInterval),
        preferences: Preferences(cachePolicy: cachePolicy)))
  }

  /// Makes a request and sets all of its values at once. If they were set one after another, each change would check
  /// whether the request is shared.
  /// - Parameter isURLChecked: true if `RequestRules` has accepted the URL and need not read it again.
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

  /// Returns the timeout that the caller of `init` specified. Returns `nil` for the default timeout, which means that
  /// the caller specified none.
  private static func given(_ timeout: TimeInterval) -> TimeInterval? {
    timeout == URLRequest.defaultTimeout ? nil : timeout
  }

  /// The URL as it is sent, percent-encoded.
  public var urlText: String {
    get { storage.values.urlText }
    set {
      changed.values.urlText = newValue
      storage.values.isURLChecked = false
    }
  }

  /// True if `RequestRules` has accepted the URL.
  var isURLChecked: Bool { storage.values.isURLChecked }

  /// The header section, in the order in which it is sent.
  public var headerFields: HeaderFields {
    get { storage.values.headerFields }
    _modify {
      makeUnique()
      storage.values.areFieldsChecked = false
      yield &storage.values.headerFields
    }
  }

  /// Copies the URL and a zero to memory with `size` bytes, and returns the bytes of the URL. Returns `nil` if the
  /// memory is too small.
  package func copyURL(to memory: UnsafeMutableRawPointer, size: Int) -> Int? {
    storage.values.urlText.withBytes { text in
      guard text.count < size, let start = text.baseAddress else { return nil }
      memory.copyMemory(from: start, byteCount: text.count)
      memory.storeBytes(of: 0, toByteOffset: text.count, as: UInt8.self)
      return text.count
    }
  }

  var isGET: Bool { storage.values.method == "GET" }

  /// The number of bytes of the method, the URL and the header section. No text is read out of the storage for this,
  /// because that would retain the text.
  var headSize: Int {
    var size = storage.values.urlText.utf8.count + storage.values.method.utf8.count
    for index in storage.values.headerFields.fields.indices {
      size += storage.values.headerFields.fields[index].name.utf8.count
      size += storage.values.headerFields.fields[index].value.utf8.count + 4
    }
    return size
  }

  /// True if `RequestRules` has accepted each field.
  var areFieldsChecked: Bool { storage.values.areFieldsChecked }

  /// Does the same as `setValue` for a field that `RequestRules` has accepted. `RequestRules` does not check this field
  /// again before sending.
  package mutating func setChecked(_ value: String?, forHTTPHeaderField field: String) {
    makeUnique()
    storage.values.headerFields.set(field, to: value)
  }

  /// Sets each field of a section. `RequestRules` must have accepted the section, and no name may occur twice in it.
  package mutating func setChecked(_ section: HeaderFields) {
    makeUnique()
    storage.values.headerFields.set(section)
  }

  /// Appends the fields whose names the request does not have.
  /// - Parameter areChecked: true if `RequestRules` accepts each of these fields.
  package mutating func appendMissing(from fields: HeaderFields, areChecked: Bool) {
    makeUnique()
    storage.values.headerFields.appendMissing(from: fields)
    if !areChecked { storage.values.areFieldsChecked = false }
  }

  /// True if `RequestRules` has accepted the whole request.
  var isChecked: Bool { storage.isChecked }

  /// Lets `RequestRules` check the request. The request is not checked again until it changes.
  package mutating func check() throws(TransferError) {
    try RequestRules.check(self)
    changed.isChecked = true
  }

  /// The kinds of body. `bodyKind` returns the kind without a copy of the body.
  package enum BodyKind { case none, data, file, segments }

  package var bodyKind: BodyKind {
    switch storage.values.body {
    case .none: .none
    case .data: .data
    case .file: .file
    case .segments: .segments
    }
  }

  /// The number of bytes of a body that is data. 0 for any other body.
  package var dataCount: Int { if case .data(let data) = storage.values.body { data.count } else { 0 } }

  public var body: RequestBody {
    get { storage.values.body }
    set { changed.values.body = newValue }
  }

  /// The request fails if no byte was sent or received for this many seconds. Until this property is set to a positive
  /// number, the session's `timeoutIntervalForRequest` applies.
  public var timeoutInterval: TimeInterval {
    get { storage.values.idleTimeout ?? URLRequest.defaultTimeout }
    set { changed.values.idleTimeout = newValue }
  }

  /// The idle timeout in seconds, if it was set to a positive number.
  package var idleTimeout: TimeInterval? {
    guard let timeout = storage.values.idleTimeout, timeout > 0 else { return nil }
    return timeout
  }

  /// The limit for the whole call in seconds, including every attempt, redirect and wait. `nil` means the session's
  /// limit. Unlike in the session, 0 does not mean that there is no limit.
  public var totalTimeout: TimeInterval? {
    get { storage.values.totalTimeout }
    set { changed.values.totalTimeout = newValue }
  }

  /// The file that stores the bytes of an interrupted download. The next request to the same URL continues there. A
  /// second file, `<name>.resume`, is made next to it. If this property is `nil`, an interrupted download starts over.
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

  /// The method. `nil` means GET. Standard methods are converted to capitals, whatever their case. Other methods are
  /// not changed.
  public var httpMethod: String? {
    get { storage.values.method }
    set { changed.values.method = newValue.map(HTTPMethod.normalized) ?? "GET" }
  }

  public var httpBody: Data? {
    get { if case .data(let data) = body { data } else { nil } }
    set { body = newValue.map { .data($0) } ?? .none }
  }

  /// All fields; `nil` if there are none. `allHTTPHeaderFields?["X"] = "1"` works even if the request has no field yet.
  /// Assigning a value replaces the whole section.
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

  /// Adds a field. If there is a field of this name, appends the value to it with a comma.
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

  /// The values of a request. They are in one object, because a request is passed on often and changed rarely, and one
  /// reference is cheaper to copy than ten fields.
  ///
  /// The class is `@unchecked Sendable`: a request changes this object only if no other request refers to it.
  private final class Storage: @unchecked Sendable {
    // Swift need not check at run time that accesses to these values do not overlap. Only the one request that owns the
    // object changes them, and Swift checks the accesses to that request.
    @exclusivity(unchecked)
    var values: Values
    // Facts about `values`. They are valid until `values` changes.
    @exclusivity(unchecked)
    var isChecked = false
    @exclusivity(unchecked)
    var wireForm: WireForm?

    init(_ values: Values) { self.values = values }
  }

  /// Returns the storage for a change. Copies it first if another request shares it.
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

/// Stores the form in which a request is sent, for a request that is sent repeatedly. The form depends on the sender,
/// for example on the header fields that a session adds. A change of the request discards the stored form.
extension URLRequest {
  private struct WireForm {
    let owner: AnyObject
    let storage: Storage
  }

  /// Returns the form in which `owner` sends the request, or `nil` if this form is not stored.
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
  /// Two requests are equal if their URLs, methods, headers and bodies are equal.
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

extension URLRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The URL without parts that can be secret. `urlText` is the whole URL.
  public var description: String { urlText.isEmpty ? "url: nil" : ShownURL.text(urlText) }
  public var debugDescription: String { description }
  /// What `dump` shows. It shows neither the body nor the values of secret fields.
  public var customMirror: Mirror {
    let fields = headerFields.fields.map { "\($0.name): \(SecretHeaders.shown($0.value, of: $0.name))" }
    return Mirror(self, children: ["url": description, "method": storage.values.method, "headerFields": fields])
  }
}

// MARK: - Preferences

// Settings of Apple's networking. They are stored but have no effect. So targets that set them compile, and plugins can
// read what was set.
extension URLRequest {
  /// The raw values are Foundation's.
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
    case returnCacheDataElseLoad = 2
    case returnCacheDataDontLoad = 3
    case reloadIgnoringLocalAndRemoteCacheData = 4
    case reloadRevalidatingCacheData = 5

    public static var reloadIgnoringCacheData: CachePolicy { .reloadIgnoringLocalCacheData }
  }

  /// What the traffic is for. The raw values are Foundation's.
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

  /// The settings of a request that exist in Foundation but have no effect here. Each one can be read and set as a
  /// property of the request itself.
  public struct Preferences: Sendable {
    /// This has no effect, because a session has no cache.
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    public var mainDocumentURL: URL?
    public var networkServiceType = NetworkServiceType.default
    /// This has no effect, because a session's `httpCookieStorage` decides.
    public var httpShouldHandleCookies = true
    public var httpShouldUsePipelining = false
    public var allowsCellularAccess = true
    public var allowsExpensiveNetworkAccess = true
    public var allowsConstrainedNetworkAccess = true
    public var assumesHTTP3Capable = false
  }
}
