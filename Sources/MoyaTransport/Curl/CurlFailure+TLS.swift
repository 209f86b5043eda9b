import CCurl
import MoyaHTTP

/// What went wrong with TLS, with the origin or with a proxy that is spoken to over TLS.
extension CurlFailure {
  var ofTLS: Meaning? {
    let isProxys = route.distrustsProxy || route.tunnel == .asked
    let peer = isProxys ? "the proxy \(route.proxy ?? "")" : peer
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION:
      return (.tls, "the certificate of \(peer) is not trusted\(reason(CurlFailure.certificate))")
    case CURLE_SSL_CACERT_BADFILE: return (.tls, distrust)
    // In TLS 1.3 the server refuses a missing certificate after the client has finished its handshake.
    case CURLE_SSL_CONNECT_ERROR,
      CURLE_RECV_ERROR where detail.contains("certificate required"):
      return (.tls, "the TLS handshake with \(peer) failed\(reason(CurlFailure.handshake))")
    case CURLE_RECV_ERROR where detail.contains(CurlFailure.flood):
      return (.tls, "TLS with \(peer) failed: it sends messages without end")
    // A body without a length would end here, had TLS been ended too (RFC 9112 §9.8).
    case CURLE_RECV_ERROR where headComplete && isCutOff: return incomplete
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      return (.tls, "TLS with \(peer) failed (libcurl code \(code.rawValue))")
    default: return nil
    }
  }

  private var distrust: String {
    let place = trustFile.map { ": \(TrustStore.shown($0))" } ?? ""
    return "the file of trusted certificates cannot be read\(place); install the system's (ca-certificates), or name "
      + "another with SSL_CERT_FILE or the option for it"
  }

  /// The peer does not speak TLS.
  var isNoTLS: Bool { CurlFailure.foreign.contains { detail.contains($0) } }

  /// The connection ended within the handshake or a record.
  var isBroken: Bool { CurlFailure.breaks.contains { detail.contains($0) } || isCutOff }

  /// Ours: see moya_tls_message.
  private static let flood = "too many key updates"

  /// The connection ended without close_notify.
  private var isCutOff: Bool { detail.contains("unexpected eof") || detail.contains("closed abruptly") }

  /// What OpenSSL and libcurl say, and what it means; the first that fits.
  private static let certificate = [
    ("certificate in certificate chain", "its issuer is not trusted"), ("expired", "it has expired"),
    ("not yet valid", "it is not yet valid"), ("self-signed", "it is signed by itself"),
    ("self signed", "it is signed by itself"), ("unable to get local issuer", "its issuer is unknown"),
    ("does not match", "it is for another host"),
    ("no alternative certificate subject", "it is for another host"),
    // Ours: see moya_tls_verify_by_rule.
    ("application verification", "its key is not one of those pinned"),
    // Ours: see moya_tls_verify.
    ("hostname mismatch", "it names no host (it has no subjectAltName)"),
  ]
  private static let foreign = ["wrong version number", "http request", "packet length too long"]
  private static let breaks = ["SYSCALL", "Recv failure", "Send failure"]
  private static let handshake =
    foreign.map { ($0, "it does not speak TLS") } + [
      ("unsupported protocol", "it offers no allowed version of TLS"),
      ("protocol version", "it offers no allowed version of TLS"),
      ("certificate required", "it asks for a client certificate"), (flood, "it sends messages without end"),
      ("unexpected eof", "the connection broke"),
    ] + breaks.map { ($0, "the connection broke") }
}
