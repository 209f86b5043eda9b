import CCurl
import MoyaHTTP

/// libcurl's codes in our words. Its own texts may name URLs, so they choose a class here and are not passed on.
enum CurlFailure {
  /// What was seen of the exchange before it failed.
  struct Seen {
    var headStarted: Bool
    var headComplete: Bool
    var received: Int64
    var announced: Int64
    var connected: Bool
    var proxyStatus: Int
  }

  static func error(_ code: CURLcode, _ seen: Seen, _ peer: String, _ detail: String) -> TransferError {
    let (kind, message) = describe(code, seen, peer, detail)
    return TransferError(kind, message, curlCode: Int32(bitPattern: code.rawValue))
  }

  private static func describe(
    _ code: CURLcode, _ seen: Seen, _ peer: String, _ detail: String
  ) -> (TransferError.Kind, String) {
    switch code {
    case CURLE_URL_MALFORMAT: (.invalidURL, "the URL is not usable: libcurl cannot read it")
    case CURLE_COULDNT_RESOLVE_HOST: (.resolve, "the name of \(peer) does not resolve")
    case CURLE_COULDNT_RESOLVE_PROXY: (.proxy, "the proxy's name does not resolve")
    case CURLE_PROXY: (.proxy, "the proxy refused to connect to \(peer)")
    case CURLE_COULDNT_CONNECT: (.connect, "no connection to \(peer)\(reason(detail))")
    case CURLE_OPERATION_TIMEDOUT: (.connectTimeout, "no connection to \(peer) in time")
    case CURLE_PARTIAL_FILE: partial(seen, peer)
    case CURLE_GOT_NOTHING: (.network, "\(peer) closed the connection without an answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_HTTP2:
      (.protocolViolation, "\(peer) broke HTTP: its answer cannot be read")
    case CURLE_OUT_OF_MEMORY where seen.headStarted && !seen.headComplete, CURLcode(rawValue: 100):
      (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_OUT_OF_MEMORY:
      (.other, "libcurl had no memory for the request, or its header section is larger than 1 MB")
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK:
      (.body, "the request's body cannot be sent again")
    case CURLE_SEND_ERROR: (.network, "the connection to \(peer) broke while the request was sent")
    case CURLE_RECV_ERROR: broken(seen, peer, detail)
    case CURLE_HTTP2_STREAM: (.network, "\(peer) reset the stream")
    default: tls(code, peer, detail) ?? (.other, "the transfer with \(peer) failed (libcurl code \(code.rawValue))")
    }
  }

  private static func partial(_ seen: Seen, _ peer: String) -> (TransferError.Kind, String) {
    if seen.announced >= 0 {
      let error = Violation.incomplete(peer, seen.received, seen.announced)
      return (error.kind, error.message)
    }
    return (.incompleteBody, "\(peer) closed the connection after \(seen.received) bytes, before the body's end")
  }

  private static func broken(_ seen: Seen, _ peer: String, _ detail: String) -> (TransferError.Kind, String) {
    if seen.proxyStatus >= 300 { return (.proxy, "the proxy answered \(seen.proxyStatus) for \(peer)") }
    if detail.contains("chunk") { return (.protocolViolation, "\(peer) broke HTTP: its chunked body is malformed") }
    if detail.contains("header") { return (.tooLarge, "\(peer) sent too large a header section") }
    return (.network, "the connection to \(peer) broke\(seen.headComplete ? " in the body" : "")")
  }

  private static func reason(_ detail: String) -> String {
    for reason in ["Connection refused", "Network is unreachable", "No route to host"] where detail.contains(reason) {
      return ": " + reason.lowercased()
    }
    return ""
  }

  private static func tls(_ code: CURLcode, _ peer: String, _ detail: String) -> (TransferError.Kind, String)? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION: (.tls, "the certificate of \(peer) is not trusted\(certificate(detail))")
    case CURLE_SSL_CACERT_BADFILE: (.tls, "the file of trusted certificates cannot be read")
    case CURLE_SSL_CONNECT_ERROR: (.tls, "the TLS handshake with \(peer) failed")
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      (.tls, "TLS with \(peer) failed (libcurl code \(code.rawValue))")
    default: nil
    }
  }

  private static func certificate(_ detail: String) -> String {
    let reasons = [
      ("expired", ": it has expired"), ("not yet valid", ": it is not yet valid"),
      ("self-signed", ": it is signed by itself"), ("self signed", ": it is signed by itself"),
      ("unable to get local issuer", ": its issuer is unknown"), ("does not match", ": it is for another host"),
      ("no alternative certificate subject", ": it is for another host"),
    ]
    return reasons.first { detail.contains($0.0) }?.1 ?? ""
  }
}
