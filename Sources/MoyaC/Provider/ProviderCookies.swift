import CMoya
import Glibc
import MoyaCore
import MoyaTransport

extension Provider {
  func cookies(for url: String?) throws(Failure) -> [HTTPCookie] {
    guard let url else { return try inJar { jar, now in jar.cookies(at: now) } }
    do throws(TransferError) { try RequestRules.check(url: URLReference.spelled(url)) } catch { throw Failure(error) }
    guard let request = CookieRequest(urlText: url) else { return [] }
    return try inJar { jar, now in jar.cookies(for: request, at: now) }
  }

  func set(_ cookie: HTTPCookie) throws(Failure) {
    let fault = try inJar { jar, now -> HTTPCookie.Fault? in
      do throws(HTTPCookie.Fault) { try jar.set(cookie, at: now) } catch { return error }
      return nil
    }
    if let fault { throw Failure(fault) }
  }

  func clearCookies(below domain: String?) throws(Failure) {
    var host: String?
    if let domain {
      host = CookieHost.canonical(domain)
      if host == nil { throw .argument("domain is no host's name") }
    }
    try inJar { [host] jar, _ in jar.clear(below: host) }
  }

  func saveCookies() throws(Failure) {
    if let failure = failureOfSaving() { throw failure }
  }

  /// Saves the cookies and the hosts that require TLS (HSTS) when the provider is destroyed. At that time no caller can
  /// receive an error, so a failure is written to the log.
  func saveCookiesAtEnd() {
    guard settings.kept != nil, let failure = failureOfSaving() else { return }
    settings.log.write(failure.message, level: moya_log_level(MOYA_LOG_ERROR))
  }

  /// Writes the file of the cookies and the file of the hosts that require TLS (HSTS). If the first file fails, still
  /// writes the second. Returns one failure with all reasons, or `nil` if nothing failed.
  private func failureOfSaving() -> Failure? {
    let state = session.state
    let failures = [Provider.save(state.cookies, "the cookies"), Provider.save(state.strictHosts, "the hosts of HSTS")]
    let messages = failures.compactMap { $0 }
    return messages.isEmpty ? nil : Failure(MOYA_ERROR_FILE, messages.joined(separator: "; "))
  }

  private static func save<State>(_ kept: Kept<State>?, _ what: String) -> String? {
    do throws(KeptFault) { try kept?.save() } catch {
      return "\(what) cannot be saved in \((kept?.file?.path ?? "").onOneLine): \(error.reason)"
    }
    return nil
  }

  private func inJar<Result: Sendable>(_ body: (inout CookieJar, _ now: Int64) -> Result) throws(Failure) -> Result {
    guard let cookies = session.state.cookies else {
      throw Failure(MOYA_ERROR_STATE, "the provider keeps no cookies (moya_cookie_options.cookies)")
    }
    guard let result = cookies.withLock(body) else { throw .forked }
    return result
  }
}

// MARK: - CookieList

/// A `moya_cookie_list`: copies of cookies for C. It never changes after it was made, so any thread may use it.
final class CookieList: Handle {
  private let rows: UnsafeMutableBufferPointer<moya_cookie>
  let count: Int

  init(_ cookies: [HTTPCookie]) throws(Failure) {
    rows = .allocate(capacity: cookies.count)
    rows.initialize(repeating: moya_cookie())
    count = cookies.count
    for (index, cookie) in cookies.enumerated() {
      rows[index] = moya_cookie(copying: cookie)
      let texts = [rows[index].name, rows[index].value, rows[index].domain, rows[index].path]
      if texts.contains(nil) { throw .memory("the cookies") }
    }
  }

  deinit {
    for row in rows {
      for text in [row.name, row.value, row.domain, row.path] { free(UnsafeMutablePointer(mutating: text)) }
    }
    rows.deallocate()
  }

  func at(_ index: Int) -> UnsafePointer<moya_cookie>? {
    0..<count ~= index ? rows.baseAddress.map { UnsafePointer($0 + index) } : nil
  }
}

extension moya_cookie {
  /// Copies a cookie. The caller must free the copied texts. A text is NULL if memory was short.
  fileprivate init(copying cookie: HTTPCookie) {
    self.init()
    size = UInt32(MemoryLayout<moya_cookie>.size)
    if cookie.isSecure { flags |= Int32(MOYA_COOKIE_SECURE) }
    if cookie.isHTTPOnly { flags |= Int32(MOYA_COOKIE_HTTP_ONLY) }
    if cookie.includesSubdomains { flags |= Int32(MOYA_COOKIE_SUBDOMAINS) }
    name = UnsafePointer(strdup(cookie.name))
    value = UnsafePointer(strdup(cookie.value))
    domain = UnsafePointer(strdup(cookie.domain))
    path = UnsafePointer(strdup(cookie.path))
    expires = cookie.expires ?? 0
  }
}

extension HTTPCookie {
  init(_ pointer: UnsafePointer<moya_cookie>?) throws(Failure) {
    guard let pointer else { throw .null("cookie") }
    let row = try moya_cookie(copying: pointer)
    let known = Int32(MOYA_COOKIE_SECURE | MOYA_COOKIE_HTTP_ONLY | MOYA_COOKIE_SUBDOMAINS)
    if row.flags & ~known != 0 { throw .argument("moya_cookie.flags has a bit that is none of MOYA_COOKIE_…") }
    let name = try String(row.name, named: "moya_cookie.name")
    let value = row.value == nil ? "" : try String(row.value, named: "moya_cookie.value")
    let domain = try String(row.domain, named: "moya_cookie.domain")
    let path = row.path == nil ? "/" : try String(row.path, named: "moya_cookie.path")
    do throws(Fault) {
      try self.init(
        name: name, value: value, host: domain, path: path, expires: row.expires == 0 ? nil : row.expires,
        isSecure: row.flags & Int32(MOYA_COOKIE_SECURE) != 0,
        isHTTPOnly: row.flags & Int32(MOYA_COOKIE_HTTP_ONLY) != 0,
        includesSubdomains: row.flags & Int32(MOYA_COOKIE_SUBDOMAINS) != 0)
      try checkSyntax()
      try checkPrefix(namesRoot: path == "/")
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  init(_ fault: HTTPCookie.Fault) { self.init(MOYA_ERROR_ARGUMENT, "the cookie cannot be: \(fault.reason)") }
}

// MARK: - KeptSettings

/// The contents of a `moya_cookie_options`, and the contents that the files of the options had when the provider was
/// made.
///
/// A forked child starts with these contents. It does not get what the parent has received since then.
struct KeptSettings: Sendable {
  private var jar: CookieJar?
  private var jarFile: StateFile?
  private var hosts: StrictHosts?
  private var hostsFile: StateFile?

  /// - Parameter log: The log that receives a warning for each dropped line of a file.
  init(_ pointer: UnsafePointer<moya_cookie_options>?, log: HostLog) throws(Failure) {
    guard let pointer else { return }
    let options = try moya_cookie_options(copying: pointer)
    if options.reserved != 0 { throw .argument("moya_cookie_options.reserved is not 0") }
    let suffixes = try KeptSettings.suffixes(options.public_suffixes)
    (jar, jarFile) = try KeptSettings.state(
      CookieJar(suffixes: suffixes), options.cookies, options.cookie_file, "cookies", "cookie_file", log)
    (hosts, hostsFile) = try KeptSettings.state(
      StrictHosts(), options.hsts, options.hsts_file, "hsts", "hsts_file", log)
  }

  /// Makes all event loops of the provider in this process use the same cookies and the same list of hosts that require
  /// TLS (HSTS).
  func apply(to loop: inout LoopConfiguration) {
    loop.cookies = jar.map { Kept($0, file: jarFile) }
    loop.strictHosts = hosts.map { Kept($0, file: hostsFile) }
  }

  private static func state<State: KeptState>(
    _ empty: State, _ keep: moya_keep, _ path: UnsafePointer<CChar>?, _ name: String, _ pathName: String,
    _ log: HostLog
  ) throws(Failure) -> (State?, StateFile?) {
    if path != nil, Int(keep) != MOYA_KEEP_FILE {
      throw .argument("moya_cookie_options.\(pathName) is there without MOYA_KEEP_FILE")
    }
    switch Int(keep) {
    case MOYA_KEEP_NOTHING: return (nil, nil)
    case MOYA_KEEP_MEMORY: return (empty, nil)
    case MOYA_KEEP_FILE:
      let path = try String(path, named: "moya_cookie_options.\(pathName)")
      do throws(KeptFault) {
        let file = try StateFile(path)
        let (state, dropped) = try Kept.read(empty, from: file)
        for reason in dropped {
          log.write(
            "a part of \(file.path.onOneLine) is dropped: \(reason)", level: moya_log_level(MOYA_LOG_WARNING))
        }
        return (state, file)
      } catch {
        throw Failure(error, "moya_cookie_options.\(pathName)")
      }
    default:
      throw .argument("moya_cookie_options.\(name) is \(keep), which is none of MOYA_KEEP_…")
    }
  }

  private static func suffixes(_ path: UnsafePointer<CChar>?) throws(Failure) -> PublicSuffixes {
    guard path != nil else { return .builtin }
    let path = try String(path, named: "moya_cookie_options.public_suffixes")
    do throws(KeptFault) {
      return try PublicSuffixes(path: path)
    } catch {
      throw Failure(error, "moya_cookie_options.public_suffixes")
    }
  }
}

extension Failure {
  /// Makes the failure for a file that the options name and that the library cannot use.
  fileprivate init(_ fault: KeptFault, _ name: String) {
    self =
      fault.systemCode == 0
      ? Failure(MOYA_ERROR_ARGUMENT, "\(name) cannot be used: \(fault.reason)")
      : .system(MOYA_ERROR_SYSTEM, "\(name) cannot be read", errno: fault.systemCode)
  }
}
