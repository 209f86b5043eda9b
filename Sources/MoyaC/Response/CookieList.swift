import CMoya
import Glibc
import MoyaCore

/// A `moya_cookie_list`: copies of cookies, for C.
///
/// Unchecked: never changed after it was made.
final class CookieList: Handle, @unchecked Sendable {
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
  /// Its texts are the caller's to free; NULL: there was no memory.
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
    if row.flags & ~known != 0 {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_cookie.flags has a bit that is none of MOYA_COOKIE_…")
    }
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
