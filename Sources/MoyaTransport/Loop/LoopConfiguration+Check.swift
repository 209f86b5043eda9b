import CCurl
import COpenSSL
import Glibc
import MoyaHTTP

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
