import MoyaHTTP

/// What all transfers of a loop share.
public struct LoopConfiguration: Sendable {
  /// Connections kept open, and transfers that run at once. More wait in line.
  public var maxConnections: Int = 256
  /// Transfers that run at once to one scheme, host and port.
  public var maxConnectionsPerHost: Int = 64
  /// Certificates to trust, a PEM file. `nil`: the system's.
  public var caFile: String?
  /// `User-Agent` of requests that name none. `nil`: none is sent.
  public var userAgent: String? = "libmoya"
  /// `Accept-Encoding` of requests that name none; answers are decoded. `nil`: none is sent.
  public var acceptEncoding: String? = AcceptEncoding.plain
  /// `http://`, `https://` or `socks5://` proxy. `nil`: from the environment (`https_proxy` …). Empty: none.
  public var proxy: String?
  /// Bytes of header section accepted for one answer, interim answers included.
  public var maximumHeaderSize: Int = 256 * 1024

  /// What `proxy` and the environment come to; `nil`: the environment is read when a loop is made.
  private(set) var proxies: ProxySettings?

  public init() {}

  /// Settles now what the environment decides, for all loops of this configuration: the host may change its environment
  /// later, while another thread makes a loop.
  public mutating func readEnvironment() {
    caFile = TrustStore.file(caFile)
    proxies = ProxySettings(proxy)
  }
}
