import CMoya
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
      if host == nil { throw Failure(MOYA_ERROR_ARGUMENT, "domain is no host's name") }
    }
    try inJar { [host] jar, _ in jar.clear(below: host) }
  }

  func saveCookies() throws(Failure) {
    if let failure = failureOfSaving() { throw failure }
  }

  /// Saves at the provider's end, when no caller is left who could be told of a failure: so the log is.
  func saveCookiesAtEnd() {
    guard settings.kept != nil, let failure = failureOfSaving() else { return }
    settings.log.write(failure.message, level: moya_log_level(MOYA_LOG_ERROR))
  }

  /// Writes both files, also the second one if the first cannot be written.
  private func failureOfSaving() -> Failure? {
    let state = session.state
    let failures = [Provider.save(state.cookies, "the cookies"), Provider.save(state.strictHosts, "the hosts of HSTS")]
    let messages = failures.compactMap { $0 }
    return messages.isEmpty ? nil : Failure(MOYA_ERROR_FILE, messages.joined(separator: "; "))
  }

  private static func save<State>(_ kept: Kept<State>?, _ what: String) -> String? {
    do throws(KeptFault) { try kept?.save() } catch {
      return "\(what) cannot be saved in \(RequestRules.printable(kept?.file?.path ?? "")): \(error.reason)"
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
