import CCurl
import MoyaHTTP

extension CurlFailure {
  /// `peer`: whose certificate it is about.
  static func tls(_ code: CURLcode, _ peer: String, _ detail: String) -> (TransferError.Kind, String)? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION:
      (.tls, "the certificate of \(peer) is not trusted\(reason(detail, certificate))")
    case CURLE_SSL_CACERT_BADFILE: (.tls, "the file of trusted certificates cannot be read")
    case CURLE_SSL_CONNECT_ERROR: (.tls, "the TLS handshake with \(peer) failed\(reason(detail, handshake))")
    // TLS 1.3 asks for a certificate when the handshake is over for the client.
    case CURLE_RECV_ERROR where detail.contains("certificate required"):
      (.tls, "the TLS handshake with \(peer) failed\(reason(detail, handshake))")
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      (.tls, "TLS with \(peer) failed (libcurl code \(code.rawValue))")
    default: nil
    }
  }

  /// What OpenSSL and libcurl say, and what it means; the first that fits.
  private static let certificate = [
    ("certificate in certificate chain", "its issuer is not trusted"), ("expired", "it has expired"),
    ("not yet valid", "it is not yet valid"), ("self-signed", "it is signed by itself"),
    ("self signed", "it is signed by itself"), ("unable to get local issuer", "its issuer is unknown"),
    ("does not match", "it is for another host"),
    ("no alternative certificate subject", "it is for another host"),
  ]
  private static let handshake = [
    ("wrong version number", "it does not speak TLS"), ("http request", "it does not speak TLS"),
    ("packet length too long", "it does not speak TLS"), ("unsupported protocol", "it offers no TLS 1.2 or later"),
    ("protocol version", "it offers no TLS 1.2 or later"), ("certificate required", "it asks for a client certificate"),
    ("SYSCALL", "the connection broke"), ("unexpected eof", "the connection broke"),
  ]

  private static func reason(_ detail: String, _ reasons: [(String, String)]) -> String {
    reasons.first { detail.contains($0.0) }.map { ": " + $0.1 } ?? ""
  }
}
