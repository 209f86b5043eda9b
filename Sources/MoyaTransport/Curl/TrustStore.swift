import Glibc
import MoyaHTTP

/// Where the certificates of the authorities are that this machine trusts. A statically linked OpenSSL would look where
/// they were on the machine that built it.
package enum TrustStore {
  /// Of Debian, Alpine and Arch; of Fedora and its relatives, new and old; of SUSE, new and old; of the BSDs.
  package static let places = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt", "/var/lib/ca-certificates/ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// The file that was configured; or what `SSL_CERT_FILE` names, as for every program that uses OpenSSL; or the first
  /// of `places` that is there. `nil`: there is none, and libcurl's own default holds.
  package static func file(
    _ configured: String?, environment: (String) -> String?, isThere: (String) -> Bool
  ) -> String? {
    if let configured { return configured }
    if let named = environment("SSL_CERT_FILE"), !named.isEmpty { return named }
    return places.first(where: isThere)
  }

  /// A file for an error: its path, and why it cannot be read if it cannot.
  static func shown(_ path: String) -> String {
    let isReadable = access(path, R_OK) == 0
    let reason = isReadable ? "" : " (\(ErrorNumber.text(errno)))"
    return (path.utf8.count < Int(PATH_MAX) ? path : "it") + reason
  }

  static func file(_ configured: String?) -> String? {
    file(configured, environment: { getenv($0).map { String(cString: $0) } }, isThere: { access($0, R_OK) == 0 })
  }
}
