import CCurl
import COpenSSL
import MoyaHTTP

/// What can be wrong with a configuration, found before anything is sent.
extension LoopConfiguration {
  /// A part of a configuration that cannot be used.
  public struct Fault: Error {
    public enum Part: Sendable {
      case caFile
      case proxy
    }

    public let part: Part
    /// Without the value, which may hold a password.
    public let reason: String
  }

  /// What the program has set. The environment's proxy is not looked at: requests that need none may go well.
  public func check() throws(Fault) {
    if let caFile, moya_tls_has_certificates(caFile) == 0 {
      throw Fault(part: .caFile, reason: "no certificate can be read from it")
    }
    if let proxy, !proxy.isEmpty, let reason = ProxySettings.fault(in: proxy) {
      throw Fault(part: .proxy, reason: reason)
    }
  }
}
