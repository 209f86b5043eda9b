import MoyaHTTP

/// What all transfers of a loop share.
package struct LoopConfiguration: Sendable {
  /// Connections kept open, and transfers that run at once. More wait in line.
  package var maxConnections: Int = 256
  /// Transfers that run at once to one scheme, host and port.
  package var maxConnectionsPerHost: Int = 64
  /// Certificates to trust, a PEM file. `nil`: the system's.
  package var caFile: String?
  /// What is not the default about TLS; `nil`: nothing.
  package var tls: TLSPolicy?
  /// Which addresses connections may be made to; `nil`: all. Then there is no proxy.
  package var addresses: AddressRules?
  /// Which ways connections take.
  package var connection = ConnectionOptions()
  /// `User-Agent` of requests that name none. `nil`: none is sent.
  package var userAgent: String? = "libmoya"
  /// `Accept-Encoding` of requests that name none; answers are decoded. `nil`: none is sent.
  package var acceptEncoding: String? = AcceptEncoding.plain
  /// `http://`, `https://` or `socks5://` proxy. `nil`: from the environment (`https_proxy` …). Empty: none.
  package var proxy: String?
  /// Bytes of header section accepted for one answer, interim answers included.
  package var maximumHeaderSize: Int = 256 * 1024
  /// Cookies that its transfers send and receive; `nil`: they keep none.
  package var cookies: Kept<CookieJar>?
  /// Hosts that are spoken to over TLS only; `nil`: what servers say of it is not kept.
  package var strictHosts: Kept<StrictHosts>?
  /// Is anything of an answer's header section to be kept?
  var keepsState: Bool { cookies != nil || strictHosts != nil }

  /// What `proxy` and the environment come to; `nil`: the environment is read when a loop is made.
  private(set) var proxies: ProxySettings?

  package init() {}

  /// For one of several loops that keep to the limits of this configuration together.
  package func share(_ index: Int, of count: Int) -> LoopConfiguration {
    func part(_ limit: Int) -> Int { limit / count + (index < limit % count ? 1 : 0) }
    var share = self
    share.maxConnections = part(maxConnections)
    share.maxConnectionsPerHost = part(maxConnectionsPerHost)
    return share
  }

  /// Settles now what the environment decides, for all loops of this configuration: the host may change its environment
  /// later, while another thread makes a loop.
  package mutating func readEnvironment() {
    caFile = TrustStore.file(caFile)
    let hasNone = addresses != nil || connection.unixSocket != nil
    proxies = ProxySettings(hasNone ? "" : proxy, exceptions: connection.proxyExceptions)
  }
}
