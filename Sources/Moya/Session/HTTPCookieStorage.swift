import MoyaTransport

/// The cookies of one session, or of several that are given the same storage, with Foundation's spelling. A session has
/// none unless its configuration's `httpCookieStorage` is set. Usable from any thread.
///
/// Cookies come and go by RFC 6265bis and the Public Suffix List (docs/cookies.md). In a forked child it is empty, and
/// takes nothing: it is the parent's.
public final class HTTPCookieStorage: Sendable {
  let kept: Kept<CookieJar>

  /// In memory.
  public init() { kept = Kept(CookieJar()) }

  /// With the cookies of a file in Netscape's format, as curl and wget write it, if there is one yet. `save` writes it.
  ///
  /// - Parameter publicSuffixList: the file of a newer list, `public_suffix_list.dat`. `nil`: the one inside.
  /// - Throws: `.file`, with the reason and never with a value, when a file cannot be used: a line in it that is no
  ///   cookie would be lost.
  public init(file: String, publicSuffixList: String? = nil) throws(TransferError) {
    kept = try TransferError.catching("the file of cookies") { () throws(KeptFault) in
      let suffixes = try publicSuffixList.map { path throws(KeptFault) in try PublicSuffixes(path: path) } ?? .builtin
      let file = try StateFile(file)
      return Kept(try Kept.read(CookieJar(suffixes: suffixes), from: file), file: file)
    }
  }

  /// All, the older first.
  public var cookies: [HTTPCookie] { kept.withLock { jar, now in jar.cookies(at: now) } ?? [] }

  /// Those that a request to this URL would get, in their order there.
  public func cookies(for url: URL) -> [HTTPCookie] {
    guard let request = CookieRequest(urlText: url.absoluteString) else { return [] }
    return kept.withLock { jar, now in jar.cookies(for: request, at: now) } ?? []
  }

  /// Adds it, or takes the place of the same one. One that is over deletes that.
  ///
  /// - Throws: for a cookie of all hosts below a public suffix.
  public func setCookie(_ cookie: HTTPCookie) throws(HTTPCookie.Fault) {
    let fault = kept.withLock { jar, now -> HTTPCookie.Fault? in
      do throws(HTTPCookie.Fault) { try jar.set(cookie, at: now) } catch { return error }
      return nil
    }
    if let fault = fault ?? nil { throw fault }
  }

  public func deleteCookie(_ cookie: HTTPCookie) { _ = kept.withLock { jar, _ in jar.delete(cookie) } }

  /// Deletes the cookies of a host and of all hosts below it; `nil`: all.
  public func removeCookies(below host: String? = nil) {
    guard let host else { return _ = kept.withLock { jar, _ in jar.clear(below: nil) } ?? () }
    guard let name = CookieHost.canonical(host) else { return }
    _ = kept.withLock { jar, _ in jar.clear(below: name) }
  }

  /// Writes the file, if it has one and something has changed: whole or not at all, for its owner's eyes only.
  public func save() throws(TransferError) {
    try TransferError.catching("the file of cookies") { () throws(KeptFault) in try kept.save() }
  }
}

/// The hosts that have asked to be spoken to over TLS only (HSTS, RFC 6797). A session remembers none unless its
/// configuration's `hstsStorage` is set. Usable from any thread.
public final class HSTSStorage: Sendable {
  let kept: Kept<StrictHosts>

  /// In memory.
  public init() { kept = Kept(StrictHosts()) }

  /// With the hosts of a file in curl's format, if there is one yet. `save` writes it. Throws `.file`.
  public init(file: String) throws(TransferError) {
    kept = try TransferError.catching("the file of hosts") { () throws(KeptFault) in
      let file = try StateFile(file)
      return Kept(try Kept.read(StrictHosts(), from: file), file: file)
    }
  }

  /// Is an `http` URL of this host asked for with `https`?
  public func contains(host: String) -> Bool {
    guard let name = CookieHost.canonical(host) else { return false }
    return kept.withLock { hosts, now in hosts.contains(name, at: now) } ?? false
  }

  /// Writes the file, if it has one and something has changed.
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
