import CCurl
import COpenSSL
import Glibc
import MoyaHTTP

/// Settings that all transfers of a loop share.
package struct LoopConfiguration: Sendable {
  /// The limit for open connections and for transfers that run at once. Further transfers wait.
  package var maxConnections: Int = 256
  /// The limit for transfers that run at once to one scheme, host and port.
  package var maxConnectionsPerHost: Int = 64
  /// A PEM file of certificates to trust. If `nil`, the system's certificates are used.
  package var caFile: String?
  /// TLS settings that differ from the default; `nil` if there are none.
  package var tls: TLSPolicy?
  /// The addresses to which connections may be made; `nil` if all are allowed. If there are rules, no proxy may be set.
  package var addresses: AddressRules?
  /// How connections are made.
  package var connection = ConnectionOptions()
  /// The `User-Agent` of requests that have no such field. If `nil`, no such field is sent.
  package var userAgent: String? = "libmoya"
  /// The `Accept-Encoding` of requests that have no such field. If `nil`, no such field is sent. The library decodes
  /// the responses.
  package var acceptEncoding: String? = AcceptEncoding.plain
  /// The URL of an HTTP or SOCKS proxy (`ProxySettings.fault` lists the schemes). If `nil`, the environment decides
  /// (`https_proxy` …). If empty, no proxy is used.
  package var proxy: String?
  /// The largest header section, in bytes, that one response may have, interim responses included.
  package var maximumHeaderSize: Int = 256 * 1024
  /// The cookies that the transfers send and receive. If `nil`, cookies are ignored.
  package var cookies: Kept<CookieJar>?
  /// The hosts to which connections are made over TLS only. If `nil`, HSTS fields of servers are ignored.
  package var strictHosts: Kept<StrictHosts>?
  /// True if something from a response's header section must be stored.
  var keepsState: Bool { cookies != nil || strictHosts != nil }

  /// The proxies that follow from `proxy` and the environment. If `nil`, the environment is read when a loop is made.
  private(set) var proxies: ProxySettings?

  package init() {}

  /// Returns the configuration for one of several loops that share the limits of this configuration.
  package func share(_ index: Int, of count: Int) -> LoopConfiguration {
    func part(_ limit: Int) -> Int { limit / count + (index < limit % count ? 1 : 0) }
    var share = self
    share.maxConnections = part(maxConnections)
    share.maxConnectionsPerHost = part(maxConnectionsPerHost)
    share.connection.maximumIdleConnections = connection.maximumIdleConnections.map { UInt32(part(Int($0))) }
    return share
  }

  /// Reads the settings that the environment decides, once for all loops of this configuration. Call this early. When a
  /// loop is made, another thread of the program may be changing the environment.
  package mutating func readEnvironment() {
    caFile = TrustStore.file(caFile)
    let hasNone = addresses != nil || connection.unixSocket != nil
    proxies = ProxySettings(hasNone ? "" : proxy, exceptions: connection.proxyExceptions)
  }
}

// MARK: - Check

/// Finds errors in a configuration before anything is sent.
extension LoopConfiguration {
  /// A setting that cannot be used.
  package struct Fault: Error {
    package enum Part: Hashable, Sendable {
      case caFile
      case proxy
      case certificate
      case key
      case certificateHosts
      case addressGuard
      case http
      case unixSocket
      case resolve(Int)
      case interface
      case proxyExceptions
      case proxyAuthentication
      /// The trust rule with this index has the fault.
      case trust(Int)
    }

    package let part: Part
    /// The reason. It does not show the value, which may contain a password.
    package let reason: String
    /// `errno` if the only fault is a lack of descriptors, otherwise 0.
    package var systemCode: Int32 = 0
  }

  /// Checks what the program has set. The environment's proxy is not checked, because requests without a proxy may
  /// still succeed. But if there is an address guard, the environment must not name a proxy, because the guard could
  /// not see the addresses that the proxy connects to.
  package func check() throws(Fault) {
    if let caFile, moya_tls_has_certificates(caFile) == 0 {
      let lack = Shortage.number(ofFree: 1) ?? 0
      let reason = lack == 0 ? "no certificate can be read from \(TrustStore.shown(caFile))" : "it cannot be read"
      throw Fault(part: .caFile, reason: reason, systemCode: lack)
    }
    if let proxy, !proxy.isEmpty, let reason = ProxySettings.fault(in: proxy) {
      throw Fault(part: .proxy, reason: reason)
    }
    try checkConnection()
    if addresses != nil {
      let proxies = ProxySettings(proxy)
      guard proxies.http.isEmpty, proxies.https.isEmpty else {
        let whose = proxy == nil ? "the environment names a proxy" : "there is a proxy"
        throw Fault(
          part: .addressGuard,
          reason: "\(whose), behind which addresses cannot be seen: set one or the other (\"\": no proxy)")
      }
    }
  }
}

// MARK: - ConnectionOptions

/// Finds errors in a session's `ConnectionOptions`.
extension LoopConfiguration {
  func checkConnection() throws(Fault) {
    if connection.http == .http2, !Library.speaksSafeHTTP2 {
      throw Fault(part: .http, reason: "this libcurl speaks no HTTP/2 that is safe")
    }
    if let path = connection.unixSocket { try checkUnixSocket(path) }
    for (index, text) in connection.resolve.enumerated() where AddressOverride(text) == nil {
      throw Fault(part: .resolve(index), reason: "it is not \"HOST:PORT:ADDRESS\"")
    }
    if let interface = connection.interface, !LoopConfiguration.isLocal(interface) {
      throw Fault(part: .interface, reason: "this machine has neither an interface nor an address of that name")
    }
    if let text = connection.proxyExceptions, let index = ProxyExceptions.fault(in: text) {
      throw Fault(
        part: .proxyExceptions, reason: "its entry \(index) is neither a host's name, an address nor a network")
    }
    if let given = connection.proxyAuthentication { try checkProxyAuthentication(given) }
  }

  private func checkUnixSocket(_ path: String) throws(Fault) {
    let room = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size
    let reason: String? =
      if path.isEmpty || path == "@" { "it is empty" } else if path.utf8.contains(0) {
        "it contains a NUL"
      } else if path.utf8.count >= room {
        "it is longer than the \(room - 1) bytes that the kernel takes"
      } else if connection.http == .http2 { "HTTP/2 is not spoken there" } else if addresses != nil {
        "an address guard has nothing to look at there: set one or the other"
      } else if proxy?.isEmpty == false { "no proxy is asked there: set one or the other" } else { nil }
    if let reason { throw Fault(part: .unixSocket, reason: reason) }
  }

  private func checkProxyAuthentication(_ given: Authentication) throws(Fault) {
    var reason = given.fault
    if case .bearer = given { reason = "a proxy takes Basic or Digest" }
    if let proxy, ProxySettings.hasUserInformation(proxy) { reason = "the proxy's URL names a user too" }
    if let reason { throw Fault(part: .proxyAuthentication, reason: reason) }
  }

  /// Returns true for the name of an interface, and for an address to which a socket of this machine can be bound.
  private static func isLocal(_ text: String) -> Bool {
    if text.utf8.contains(0) { return false }
    guard let bytes = AddressNetwork.address(text) else { return if_nametoindex(text) != 0 }
    let isVersion4 = bytes.count == 4
    let number = socket(isVersion4 ? AF_INET : AF_INET6, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if number < 0 { return true }  // no free descriptor, or no IPv6: the connection will report why
    defer { close(number) }
    var address = sockaddr_in6()
    return withUnsafeMutableBytes(of: &address) { room in
      room.storeBytes(of: sa_family_t(isVersion4 ? AF_INET : AF_INET6), as: sa_family_t.self)
      for (index, byte) in bytes.enumerated() { room[(isVersion4 ? 4 : 8) + index] = byte }
      let size = isVersion4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      return bind(number, room.bindMemory(to: sockaddr.self).baseAddress, socklen_t(size)) == 0
    }
  }
}

/// An entry of `ConnectionOptions.resolve`, checked. It has libcurl's format, `HOST:PORT:ADDRESS,…`.
struct AddressOverride {
  let text: String

  init?(_ given: String) {
    let parts = given.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let port = UInt16(parts[1]), port > 0 else { return nil }
    let host = InternationalHost.ascii(parts[0]).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard host == "*" || HostPattern(host)?.isOne == true else { return nil }
    let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false)
    guard addresses.allSatisfy({ AddressOverride.isAddress(String($0)) }) else { return nil }
    text = "\(host):\(port):\(parts[2])"
  }

  private static func isAddress(_ text: String) -> Bool {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let address = AddressNetwork.address(isBracketed ? String(text.dropFirst().dropLast()) : text)
    return address?.count == (isBracketed ? 16 : 4)
  }
}
