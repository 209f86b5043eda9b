/// Stores cookies, by the rules for receiving and sending them (RFC 6265bis §5.7, RFC 6265bis §5.8). The jar is a
/// value: it has no lock, and reads no clock and no file. Times are seconds since 1970.
package struct CookieJar: Sendable {
  /// Maximum number of cookies of one site. A site is all hosts under one registered name. If a site sets more cookies,
  /// they replace other cookies of the site.
  package static let limitPerSite = 180
  package static let limit = 3000
  /// Maximum number of cookies in one request, and maximum number of bytes of its Cookie field. Servers accept at least
  /// about this much.
  package static let limitPerRequest = 150
  package static let largestField = 8190

  private struct Entry {
    var cookie: HTTPCookie
    /// These two numbers stand for times: a larger number is a later time. `birth` is when the cookie was first set,
    /// and `use` is when it was last set or sent.
    var birth: UInt64
    var use: UInt64
  }

  private var sites: [String: [Entry]] = [:]
  package private(set) var count = 0
  private var number: UInt64 = 0
  private let suffixes: PublicSuffixes
  /// Counts the changes of the jar's content.
  package private(set) var changes = 0

  package init(suffixes: PublicSuffixes = .builtin) { self.suffixes = suffixes }

  // MARK: Receiving

  /// Stores the cookie of a response's Set-Cookie field. If RFC 6265bis does not allow the cookie, ignores it.
  package mutating func receive(_ field: UnsafeRawBufferPointer, from request: CookieRequest, at now: Int64) {
    guard let set = SetCookie(field, now: now), let cookie = try? accepted(set, from: request),
      !overlaysSecure(cookie, request)
    else { return }
    insert(cookie, at: now)
  }

  /// Returns the cookie of a Set-Cookie field, if the rules allow the request's host to set it.
  func accepted(_ set: SetCookie, from request: CookieRequest) throws(HTTPCookie.Fault) -> HTTPCookie {
    if set.isSecure, !request.isSecure { throw HTTPCookie.Fault(reason: "it is secure, and came without TLS") }
    var includesSubdomains = false
    var domain = request.host
    if !set.domain.isEmpty {
      // `set.domain` is the text without one leading dot (RFC 6265bis §5.6.3), so a dot here is a second one.
      guard !set.domain.hasPrefix("."), !set.domain.hasSuffix("."), let named = CookieHost.canonical(set.domain) else {
        throw HTTPCookie.Fault(reason: "no domain")
      }
      if suffixes.isSuffix(named) {
        if named != request.host { throw HTTPCookie.Fault(reason: "its domain is a public suffix") }
      } else {
        guard named == request.host || CookieHost.isBelow(request.host, named) else {
          throw HTTPCookie.Fault(reason: "its domain is another's")
        }
        domain = named
        includesSubdomains = true
      }
    }
    let cookie = try HTTPCookie(
      name: set.name, value: set.value, host: domain, path: set.path ?? request.defaultPath, expires: set.expires,
      isSecure: set.isSecure, isHTTPOnly: set.isHTTPOnly, includesSubdomains: includesSubdomains)
    // The prefix `__Host-` forbids a domain, even if the domain is the host itself.
    if !set.domain.isEmpty, cookie.hasPrefix("__host-") {
      throw HTTPCookie.Fault(reason: "a __Host- cookie names no domain")
    }
    try cookie.checkPrefix(namesRoot: set.path == "/")
    return cookie
  }

  /// Returns true if this cookie arrived without TLS, and would replace a secure cookie. A jar must ignore such a
  /// cookie (RFC 6265bis §5.7, "leave secure cookies alone").
  private func overlaysSecure(_ cookie: HTTPCookie, _ request: CookieRequest) -> Bool {
    if request.isSecure || cookie.isSecure { return false }
    return sites[suffixes.site(of: cookie.domain), default: []].contains { entry in
      let old = entry.cookie
      let meet =
        old.domain == cookie.domain || CookieHost.isBelow(old.domain, cookie.domain)
        || CookieHost.isBelow(cookie.domain, old.domain)
      return old.isSecure && old.name.hasBytes(of: cookie.name) && meet && HTTPCookie.fits(cookie.path, old.path)
    }
  }

  /// Stores a cookie that the program has read from a response to this request. If RFC 6265bis does not allow the
  /// cookie, ignores it.
  package mutating func receive(_ cookie: HTTPCookie, from request: CookieRequest, at now: Int64) {
    if cookie.isSecure && !request.isSecure || !cookie.fits(host: request.host) { return }
    if cookie.includesSubdomains && suffixes.isSuffix(cookie.domain) || overlaysSecure(cookie, request) { return }
    insert(cookie, at: now)
  }

  /// Stores a cookie that the program set.
  package mutating func set(_ cookie: HTTPCookie, at now: Int64) throws(HTTPCookie.Fault) {
    try checkDomain(of: cookie)
    insert(cookie, at: now)
  }

  private func checkDomain(of cookie: HTTPCookie) throws(HTTPCookie.Fault) {
    if cookie.includesSubdomains, suffixes.isSuffix(cookie.domain) {
      throw HTTPCookie.Fault(reason: "its domain is a public suffix, whose hosts are strangers to each other")
    }
  }

  /// Stores a cookie. If the jar has the same cookie, replaces it. An expired cookie only removes the stored one.
  private mutating func insert(_ cookie: HTTPCookie, at now: Int64) {
    let site = suffixes.site(of: cookie.domain)
    let old = sites[site]?.first { $0.cookie.isSame(as: cookie) }
    if old?.cookie == cookie, !cookie.isOver(at: now) { return }
    if old != nil { remove(in: site) { $0.isSame(as: cookie) } }
    if cookie.isOver(at: now) { return }
    number += 1
    sites[site, default: []].append(Entry(cookie: cookie, birth: old?.birth ?? number, use: number))
    count += 1
    changes += 1
    makeRoom(in: site, at: now)
  }

  /// Makes room for a new cookie if the site or the jar has too many. Removes expired cookies first. If the site still
  /// has too many, removes its least recently used cookie. A secure cookie is removed only if all cookies of the site
  /// are secure. If the jar still has too many, removes the least recently used cookie of all.
  private mutating func makeRoom(in site: String, at now: Int64) {
    if sites[site, default: []].count > CookieJar.limitPerSite {
      remove(in: site) { $0.isOver(at: now) }
      if let entries = sites[site], entries.count > CookieJar.limitPerSite {
        let open = entries.filter { !$0.cookie.isSecure }
        if let last = (open.isEmpty ? entries : open).min(by: { $0.use < $1.use }) {
          remove(in: site) { $0.isSame(as: last.cookie) }
        }
      }
    }
    if count > CookieJar.limit {
      remove { $0.isOver(at: now) }
      if count > CookieJar.limit, let last = sites.values.joined().min(by: { $0.use < $1.use }) {
        remove { $0.isSame(as: last.cookie) }
      }
    }
  }

  // MARK: Sending

  /// Returns the Cookie field of a request. `own` is the field that the request already has. Does not add cookies that
  /// `own` names, or cookies for which there is no room. Returns `nil` if there are no cookies.
  package mutating func field(for request: CookieRequest, own: String? = nil, at now: Int64) -> String? {
    var text = own ?? ""
    let named = Set(text.split(separator: ";").map { $0.prefix { $0 != "=" }.drop { $0 == " " } })
    number += 1
    for cookie in cookies(for: request, at: now).prefix(CookieJar.limitPerRequest) {
      let size = text.utf8.count + cookie.name.utf8.count + cookie.value.utf8.count + "; =".utf8.count
      if named.contains(cookie.name[...]) || size > CookieJar.largestField { continue }
      text += (text.isEmpty ? "" : "; ") + cookie.name + "=" + cookie.value
    }
    return text.isEmpty ? nil : text
  }

  /// Returns the cookies of a request. Cookies with longer paths come first. If paths are equally long, older cookies
  /// come first.
  package mutating func cookies(for request: CookieRequest, at now: Int64) -> [HTTPCookie] {
    number += 1
    let site = suffixes.site(of: request.host)
    var found: [Entry] = []
    for index in sites[site]?.indices ?? 0..<0 {
      guard let cookie = sites[site]?[index].cookie else { continue }
      if cookie.isSecure && !request.isSecure || cookie.isOver(at: now) { continue }
      if !cookie.fits(host: request.host) || !cookie.fits(path: request.path) { continue }
      sites[site]?[index].use = number
      if let entry = sites[site]?[index] { found.append(entry) }
    }
    found.sort { left, right in
      let (first, second) = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
      return first != second ? first > second : left.birth < right.birth
    }
    return found.map(\.cookie)
  }

  /// Returns all cookies that have not expired, older cookies first.
  package func cookies(at now: Int64) -> [HTTPCookie] {
    sites.values.joined().filter { !$0.cookie.isOver(at: now) }.sorted { $0.birth < $1.birth }.map(\.cookie)
  }

  // MARK: Removing

  /// Removes the cookies of a host and of all hosts below it. `nil` removes all.
  package mutating func clear(below domain: String?) {
    remove { cookie in domain.map { cookie.domain == $0 || CookieHost.isBelow(cookie.domain, $0) } ?? true }
  }

  package mutating func delete(_ cookie: HTTPCookie) { remove { $0.isSame(as: cookie) } }

  /// Removes the cookies for which `isGone` returns true.
  /// - Parameter site: the site whose cookies are checked; `nil` means every site.
  private mutating func remove(in site: String? = nil, where isGone: (HTTPCookie) -> Bool) {
    for site in site.map({ [$0] }) ?? Array(sites.keys) {
      guard let entries = sites[site] else { continue }
      let left = entries.filter { !isGone($0.cookie) }
      if left.count == entries.count { continue }
      count -= entries.count - left.count
      changes += 1
      sites[site] = left.isEmpty ? nil : left
    }
  }
}

// MARK: - The file

/// Reads and writes the cookies of a file in Netscape's format, which curl, wget and Python's `MozillaCookieJar` also
/// use. A line has seven parts with tabs between them: domain, subdomains, path, secure, expiry, name and value.
extension CookieJar: KeptState {
  package static let fileHeader = "# Netscape HTTP Cookie File\n# Written by libmoya. It holds secrets.\n\n"

  @discardableResult
  package mutating func read(_ text: String, at now: Int64) throws(KeptFault) -> [String] {
    var cookies: [HTTPCookie] = []
    var dropped: [String] = []
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      var line = Substring(line)
      if line.utf8.last == 0x0D { line = Substring(line.utf8.dropLast()) }
      let isHTTPOnly = line.hasPrefix("#HttpOnly_")
      if isHTTPOnly { line = line.dropFirst(10) } else if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(HTTPCookie.Fault) {
        let parts = try CookieLine(line)
        do throws(HTTPCookie.Fault) {
          let cookie = try parts.cookie(isHTTPOnly: isHTTPOnly)
          try checkDomain(of: cookie)
          cookies.append(cookie)
        } catch {
          if dropped.count < CookieJar.limit { dropped.append("line \(index + 1): \(error.reason)") }
        }
      } catch {
        throw KeptFault("line \(index + 1) is no cookie: \(error.reason)")
      }
    }
    if cookies.count > CookieJar.limit {
      let (newest, isCut) = newest(of: cookies, at: now)
      cookies = newest
      if isCut { dropped.append("it has more than \(CookieJar.limit) cookies; the newest stay") }
    }
    for cookie in cookies { insert(cookie, at: now) }
    return dropped
  }

  /// Returns the newest cookies, as many as a jar stores for one site and for all sites, in the order in which they
  /// were set. `isCut` is true if there are more. `insert` also removes the oldest cookies, but it searches the whole
  /// jar for each of them.
  private func newest(of cookies: [HTTPCookie], at now: Int64) -> (kept: [HTTPCookie], isCut: Bool) {
    var kept: [HTTPCookie] = []
    var isCut = false
    var seen: Set<[UInt8]> = []
    var counts: [String: Int] = [:]
    for cookie in cookies.reversed() where seen.insert(cookie.identity).inserted && !cookie.isOver(at: now) {
      let site = suffixes.site(of: cookie.domain)
      guard kept.count < CookieJar.limit, counts[site, default: 0] < CookieJar.limitPerSite else {
        isCut = true
        continue
      }
      counts[site, default: 0] += 1
      kept.append(cookie)
    }
    return (kept.reversed(), isCut)
  }

  package func text(at now: Int64) -> String {
    CookieJar.fileHeader + cookies(at: now).map { $0.line + "\n" }.joined()
  }
}

/// The parts of a line, in the format that a file of cookies must have. The cookie itself can still break the rules for
/// cookies, for example because its domain has become a public suffix.
private struct CookieLine {
  private let parts: [String]
  private let expires: Int64

  init(_ line: Substring) throws(HTTPCookie.Fault) {
    var parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    // If there are six parts, the value is empty and the tab before it is missing too.
    if parts.count == 6 { parts.append("") }
    guard parts.count == 7 else {
      throw HTTPCookie.Fault(reason: "it has \(parts.count) parts, not 7, with tabs between them")
    }
    for flag in [parts[1], parts[3]] where !["TRUE", "FALSE"].contains(flag.uppercased()) {
      throw HTTPCookie.Fault(reason: "subdomains and secure are TRUE or FALSE")
    }
    guard let expires = parts[4].isEmpty ? 0 : Int64(parts[4]), expires >= 0 else {
      throw HTTPCookie.Fault(reason: "its end is not a number of seconds since 1970")
    }
    self.parts = parts
    self.expires = expires
  }

  /// Makes the cookie. Throws if the rules do not allow it.
  func cookie(isHTTPOnly: Bool) throws(HTTPCookie.Fault) -> HTTPCookie {
    let cookie = try HTTPCookie(
      name: parts[5], value: parts[6], host: parts[0], path: parts[2], expires: expires == 0 ? nil : expires,
      isSecure: parts[3].uppercased() == "TRUE", isHTTPOnly: isHTTPOnly,
      includesSubdomains: parts[1].uppercased() == "TRUE")
    try cookie.checkSyntax()
    try cookie.checkPrefix(namesRoot: cookie.path == "/")
    return cookie
  }
}

extension HTTPCookie {
  /// The bytes by which `isSame` compares cookies. No part of a cookie contains a tab.
  fileprivate var identity: [UInt8] {
    Array([name, domain, path, "\(includesSubdomains)"].joined(separator: "\t").utf8)
  }

  fileprivate var line: String {
    let flags = (includesSubdomains ? "TRUE" : "FALSE", isSecure ? "TRUE" : "FALSE")
    let start = (isHTTPOnly ? "#HttpOnly_" : "") + (includesSubdomains ? "." : "") + domain
    return [start, flags.0, path, flags.1, String(expires ?? 0), name, value].joined(separator: "\t")
  }
}
