import CCurl
import COpenSSL
import Glibc
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
    /// `errno` when there is nothing wrong but a lack of descriptors; 0: there is.
    public var systemCode: Int32 = 0
  }

  /// What the program has set. The environment's proxy is not looked at: requests that need none may go well.
  public func check() throws(Fault) {
    if let caFile, moya_tls_has_certificates(caFile) == 0 {
      let lack = Shortage.number(ofFree: 1) ?? 0
      let why = access(caFile, R_OK) == 0 ? "" : " (\(ErrorNumber.text(errno)))"
      let reason = lack == 0 ? "no certificate can be read from it\(why)" : "it cannot be read"
      throw Fault(part: .caFile, reason: reason, systemCode: lack)
    }
    if let proxy, !proxy.isEmpty, let reason = ProxySettings.fault(in: proxy) {
      throw Fault(part: .proxy, reason: reason)
    }
  }
}
