import MoyaTransport

/// The cookies of one session, or of several sessions that share the storage. The names are Foundation's.
///
/// A session stores cookies only if its configuration's `httpCookieStorage` is set. Any thread may use a storage.
///
/// RFC 6265bis and the Public Suffix List say which cookies are stored and when they expire (docs/cookies.md). In a
/// forked child the storage is empty and stores nothing, because the storage belongs to the parent.
public final class HTTPCookieStorage: Sendable {
  let kept: Kept<CookieJar>
  /// Why cookies of the file were dropped, for example "line 3: its domain is a public suffix, …". A reason has the
  /// number of the line, and no value. If the file has more cookies than a storage can hold, the last reason says so.
  public let dropped: [String]

  /// One storage in memory for the whole program.
  ///
  /// A session uses this storage only if its configuration names it: `configuration.httpCookieStorage = .shared`.
  /// Foundation's sessions use Foundation's shared storage by default, and Foundation writes the cookies to a file.
  public static let shared = HTTPCookieStorage()

  /// Makes a storage in memory.
  public init() {
    kept = Kept(CookieJar())
    dropped = []
  }

  /// Makes a storage with the cookies of a file in Netscape's format, which curl and wget also use.
  ///
  /// The file need not exist yet. `save` writes it. If the folder of an existing file cannot be written, the storage is
  /// made, and `save` throws. A cookie that the rules do not allow is dropped, for example if its domain has become a
  /// public suffix since the file was written. `dropped` has the reasons.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - publicSuffixList: The path of a newer list, `public_suffix_list.dat`. If `nil`, the built-in list is used.
  /// - Throws: `.file` if a file cannot be used. If one of the lines of the file does not have the format, the file
  ///   cannot be used, because `save` would lose that line. The error gives the reason and never shows a value.
  public init(file: String, publicSuffixList: String? = nil) throws(TransferError) {
    (kept, dropped) = try TransferError.catching("the file of cookies") { () throws(KeptFault) in
      let suffixes = try publicSuffixList.map { path throws(KeptFault) in try PublicSuffixes(path: path) } ?? .builtin
      let file = try StateFile(file)
      let (jar, dropped) = try Kept.read(CookieJar(suffixes: suffixes), from: file)
      return (Kept(jar, file: file), dropped)
    }
  }

  /// All cookies, oldest first. The type is Foundation's, but the value is never `nil`.
  public var cookies: [HTTPCookie]? {
    let known: [HTTPCookie] = kept.withLock { jar, now in jar.cookies(at: now) } ?? []
    return known
  }

  /// Returns the cookies that a request to this URL would send, in the order in which they would be sent. Returns `nil`
  /// if the URL has no host for which a cookie can be set.
  public func cookies(for url: URL) -> [HTTPCookie]? {
    guard let request = CookieRequest(urlText: url.absoluteString) else { return nil }
    let sent: [HTTPCookie] = kept.withLock { jar, now in jar.cookies(for: request, at: now) } ?? []
    return sent
  }

  /// Adds a cookie. If the storage already has the same cookie, replaces it. An expired cookie deletes the stored
  /// cookie.
  ///
  /// - Throws: An error if the cookie is meant for all hosts below a public suffix.
  public func store(_ cookie: HTTPCookie) throws(HTTPCookie.Fault) {
    let fault = kept.withLock { jar, now -> HTTPCookie.Fault? in
      do throws(HTTPCookie.Fault) { try jar.set(cookie, at: now) } catch { return error }
      return nil
    }
    if let fault = fault ?? nil { throw fault }
  }

  /// Adds a cookie, like `store`. If the cookie is meant for all hosts below a public suffix, does nothing.
  public func setCookie(_ cookie: HTTPCookie) { try? store(cookie) }

  /// Adds the cookies of a response, by the rules for Set-Cookie fields. Cookies that the URL's host may not set are
  /// ignored. So are `Secure` cookies if the URL is not https.
  ///
  /// - Parameters:
  ///   - cookies: The cookies of the response.
  ///   - url: The URL of the response. If it is `nil`, does nothing.
  ///   - mainDocumentURL: No effect. The library has no documents.
  public func setCookies(_ cookies: [HTTPCookie], for url: URL?, mainDocumentURL: URL?) {
    guard let url, let request = CookieRequest(urlText: url.absoluteString) else { return }
    _ = kept.withLock { jar, now in
      for cookie in cookies { jar.receive(cookie, from: request, at: now) }
    }
  }

  public func deleteCookie(_ cookie: HTTPCookie) { _ = kept.withLock { jar, _ in jar.delete(cookie) } }

  /// Deletes the cookies of a host and of all hosts below it. If `host` is `nil`, deletes all cookies.
  public func removeCookies(below host: String? = nil) {
    guard let host else { return _ = kept.withLock { jar, _ in jar.clear(below: nil) } ?? () }
    guard let name = CookieHost.canonical(host) else { return }
    _ = kept.withLock { jar, _ in jar.clear(below: name) }
  }

  /// Writes the file. Does nothing if the storage has no file or has not changed.
  ///
  /// The file is written completely or not at all. Only its owner can read it.
  public func save() throws(TransferError) {
    try TransferError.catching("the file of cookies") { () throws(KeptFault) in try kept.save() }
  }
}

/// The hosts that require TLS (HSTS, RFC 6797).
///
/// A session stores these hosts only if its configuration's `hstsStorage` is set. Any thread may use a storage.
public final class HSTSStorage: Sendable {
  let kept: Kept<StrictHosts>
  /// Why lines of the file were dropped, for example because the host is an IP address, or because there are too many.
  public let dropped: [String]

  /// Makes a storage in memory.
  public init() {
    kept = Kept(StrictHosts())
    dropped = []
  }

  /// Makes a storage with the hosts of a file in curl's format.
  ///
  /// The file need not exist yet. `save` writes it. If the folder of an existing file cannot be written, the storage is
  /// made, and `save` throws.
  ///
  /// - Throws: `.file` if the file cannot be used.
  public init(file: String) throws(TransferError) {
    (kept, dropped) = try TransferError.catching("the file of hosts") { () throws(KeptFault) in
      let file = try StateFile(file)
      let (hosts, dropped) = try Kept.read(StrictHosts(), from: file)
      return (Kept(hosts, file: file), dropped)
    }
  }

  /// Returns true if requests for an `http` URL of this host are sent with `https`.
  public func contains(host: String) -> Bool {
    guard let name = CookieHost.canonical(host) else { return false }
    return kept.withLock { hosts, now in hosts.contains(name, at: now) } ?? false
  }

  /// Writes the file. Does nothing if the storage has no file or has not changed.
  public func save() throws(TransferError) {
    try TransferError.catching("the file of hosts") { () throws(KeptFault) in try kept.save() }
  }
}

extension TransferError {
  fileprivate static func catching<Result>(
    _ what: String, _ body: () throws(KeptFault) -> Result
  ) throws(TransferError) -> Result {
    do throws(KeptFault) { return try body() } catch {
      throw TransferError(.file, "\(what) cannot be used: \(error.reason)")
    }
  }
}
