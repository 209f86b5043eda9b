import CCurl
import COpenSSL
import Glibc
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

// MARK: - Check

/// What can be wrong with a configuration, found before anything is sent.
extension LoopConfiguration {
  /// A part of a configuration that cannot be used.
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
      /// The rule with this index.
      case trust(Int)
    }

    package let part: Part
    /// Without the value, which may hold a password.
    package let reason: String
    /// `errno` when the only fault is a lack of descriptors, else 0.
    package var systemCode: Int32 = 0
  }

  /// What the program has set. The environment's proxy is not looked at, since requests that need none may go well; but
  /// for an address guard, which would let all pass that a proxy then connects to.
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

/// What can be wrong with a session's `ConnectionOptions`.
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

  /// A name of an interface, or an address to which a socket of this machine can be bound.
  private static func isLocal(_ text: String) -> Bool {
    if text.utf8.contains(0) { return false }
    guard let bytes = AddressNetwork.address(text) else { return if_nametoindex(text) != 0 }
    let isVersion4 = bytes.count == 4
    let number = socket(isVersion4 ? AF_INET : AF_INET6, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if number < 0 { return true }  // for want of a descriptor, or of IPv6: then the connection says why
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

/// `HOST:PORT:ADDRESS,…`, as libcurl takes it.
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
