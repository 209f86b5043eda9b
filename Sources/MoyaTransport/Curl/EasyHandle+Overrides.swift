import CCurl
import MoyaHTTP

/// What a transfer says differently from its loop, set on its handle. Hardly any does.
extension EasyHandle {
  /// - Parameter own: `nil`: as the loop says.
  func setOverrides(_ own: Overrides?, _ transfer: Transfer) {
    let ciphers = own?.ciphers(away: transfer.isAway)
    if ciphers == self.ciphers { return }
    self.ciphers = ciphers
    let session = reactor.configuration
    set(CURLOPT_SSL_CIPHER_LIST, ciphers)
    let isNewest = own?.tls.minimumVersion == .tls13 || session.tls?.minimumVersion == .tls13
    moya_curl_set_long(
      easy, CURLOPT_SSLVERSION, Int(isNewest ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2))
    let isOld =
      !Library.speaksSafeHTTP2 || session.connection.unixSocket != nil
      || (own?.http ?? session.connection.http) == .http1
    moya_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(isOld ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS))
    setInterface(own?.interface ?? session.connection.interface)
    // The session's credential is for the session's proxy.
    setProxyAuthentication(
      own?.proxies == nil ? session.connection.proxyAuthentication : own?.proxyAuthentication)
  }

  func setFreshness(_ transfer: Transfer) {
    // Without TLS nothing keeps connections from different addresses of this machine apart: libcurl compares the names of
    // interfaces, but not addresses.
    let isAlone = transfer.overrides?.interface != nil && !transfer.origin.isSecure
    if isAlone { forbidReuse() }
    let isFresh = isAlone || transfer.needsNewConnection
    if isFresh == self.isFresh { return }
    moya_curl_set_long(easy, CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
    self.isFresh = isFresh
  }

  func setInterface(_ interface: String?) {
    // Else libcurl would take a name for a host's, too, and look it up.
    let kind = interface.map { AddressNetwork.address($0) == nil ? "if!" : "host!" }
    set(CURLOPT_INTERFACE, interface.map { (kind ?? "") + $0 })
  }

  func setProxyAuthentication(_ given: Authentication?) {
    switch given {
    case .basic(let user, let password), .challenged(let user, let password), .digest(let user, let password):
      set(CURLOPT_PROXYUSERNAME, user)
      set(CURLOPT_PROXYPASSWORD, password)
      moya_curl_set_long(easy, CURLOPT_PROXYAUTH, given?.isDigest == true ? EasyHandle.digest : 1)  // CURLAUTH_BASIC
    case .bearer, nil:
      set(CURLOPT_PROXYUSERNAME, nil)
      set(CURLOPT_PROXYPASSWORD, nil)
      moya_curl_set_long(easy, CURLOPT_PROXYAUTH, 1)
    }
  }
}
