import CMoya
import MoyaCore
import MoyaTransport

extension Provider {
  func cookies(for url: String?) throws(Failure) -> [HTTPCookie] {
    guard let url else { return try inJar { jar, now in jar.cookies(at: now) } }
    do throws(TransferError) { try RequestRules.check(url: url) } catch { throw Failure(error) }
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
      if host == nil { throw Failure(MOYA_ERROR_ARGUMENT, "domain is no host's name") }
    }
    try inJar { [host] jar, _ in jar.clear(below: host) }
  }

  func saveCookies() throws(Failure) {
    let state = session.state
    do throws(KeptFault) {
      try state.cookies?.save()
      try state.strictHosts?.save()
    } catch {
      throw Failure(MOYA_ERROR_FILE, "the cookies cannot be saved: \(error.reason)")
    }
  }

  private func inJar<Result: Sendable>(_ body: (inout CookieJar, _ now: Int64) -> Result) throws(Failure) -> Result {
    guard let cookies = session.state.cookies else {
      throw Failure(MOYA_ERROR_STATE, "the provider keeps no cookies (moya_cookie_options.cookies)")
    }
    guard let result = cookies.withLock(body) else { throw .forked }
    return result
  }
}
