import CCurl
import MoyaHTTP

/// A request that libcurl ended with an error, and the matching `TransferError`. libcurl's own texts may contain URLs
/// or bytes from a server. So this library uses them only to select one of the texts below, and never shows them.
struct CurlFailure {
  typealias Meaning = (TransferError.Kind, String)

  let code: CURLcode
  /// libcurl's error text; may be empty.
  let detail: String
  /// The host and port of the origin.
  let peer: String
  let route: Route
  /// The file from which libcurl reads trusted certificates; `nil` if libcurl uses its default.
  var trustFile: String?
  /// True if the request was sent.
  let isSent: Bool
  let headComplete: Bool
  /// The number of bytes of the body that arrived, and the announced number (−1 if it is unknown).
  let received: Int64
  let announced: Int64

  /// How far libcurl came on the way to the origin, and through which proxy.
  struct Route {
    /// The host and port of the proxy for this request; `nil` if there is none.
    var proxy: String?
    /// The status of the proxy's response to CONNECT; 0 if there was none.
    var proxyStatus: Int
    /// How far the tunnel to the origin has come while it is being opened. `nil` if there is no tunnel, or if the
    /// request was already sent through it.
    var tunnel: Tunnel?
    /// True if the proxy's certificate was refused.
    var distrustsProxy: Bool
    /// `errno` of the last failed attempt to connect; 0 if there was none.
    var errorNumber: Int32
  }

  /// How far the opening of a tunnel through an HTTP proxy has come.
  enum Tunnel {
    /// libcurl has contacted the proxy, but has not begun the TLS handshake with the origin.
    case asked
    /// The tunnel is open: libcurl has begun the TLS handshake with the origin.
    case open
  }

  /// Returns true if the failure ends the whole connection, not just one request or one HTTP/2 stream.
  static func endsConnection(_ code: CURLcode) -> Bool {
    code == CURLE_HTTP2 || code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR
  }

  var error: TransferError {
    let (kind, message) = ofProxy ?? ofHTTP2 ?? ofTLS ?? ofCode
    return TransferError(kind, message, curlCode: Int32(bitPattern: code.rawValue))
  }

  private var noMemory: Meaning { (.memory, "there is no memory for the exchange with \(peer)") }

  private var ofCode: Meaning {
    switch code {
    // Every transfer has a URL. libcurl says this if it has no memory for a copy of the parsed URL.
    case CURLE_URL_MALFORMAT where detail.contains("No URL set"): noMemory
    case CURLE_URL_MALFORMAT: (.invalidURL, "the URL is not usable: libcurl cannot read it")
    case CURLE_COULDNT_RESOLVE_HOST: (.resolve, "the name of \(peer) does not resolve")
    case CURLE_COULDNT_CONNECT: (.connect, "no connection to \(peer)\(route.reason)")
    case CURLE_INTERFACE_FAILED: (.connect, "no connection to \(peer): its socket cannot be bound to the interface")
    case CURLE_OPERATION_TIMEDOUT: (.connectTimeout, "no connection to \(peer) in time")
    case CURLE_PARTIAL_FILE: incomplete
    case CURLE_GOT_NOTHING: (.network, "\(peer) closed the connection without an answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
      (.protocolViolation, "\(peer) broke HTTP: \(unreadable ?? "its answer cannot be read")")
    // The coding can only be a transfer coding, because libcurl does not decode content codings here.
    case CURLE_BAD_CONTENT_ENCODING:
      (.protocolViolation, "\(peer) broke HTTP: its Transfer-Encoding is not \"chunked\" alone")
    case CURLE_OUT_OF_MEMORY where Library.mistakesSizeForMemory && isSent && !headComplete,
      CURLcode(rawValue: 100):
      (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_OUT_OF_MEMORY: noMemory
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK:
      (.body, "the request's body cannot be sent again")
    // libcurl reports this code if the last response on the connection was an HTTP/1.0 response.
    case CURLE_UPLOAD_FAILED:
      (.protocolViolation, "\(peer) speaks HTTP/1.0, and cannot receive a body of unknown length")
    // libcurl sends a request again for each challenge, up to a limit. Only a Digest challenge that says `stale` can
    // come again and again.
    case CURLE_TOO_MANY_REDIRECTS: (.protocolViolation, "\(peer) broke HTTP: its challenges have no end")
    case CURLE_SEND_ERROR: (.network, "the connection to \(peer) broke while the request was sent")
    case CURLE_RECV_ERROR: broken
    default: (.other, "the transfer with \(peer) failed (libcurl code \(code.rawValue))")
    }
  }

  /// Returns the last part of an error message, a colon and the reason. Returns an empty text if the reason is unknown.
  /// Each pair of `meanings` is a phrase and a reason. The first pair whose phrase is in libcurl's text gives the
  /// reason.
  func reason(_ meanings: [(String, String)]) -> String {
    meanings.first { detail.contains($0.0) }.map { ": " + $0.1 } ?? ""
  }

  /// The error for a connection that ended before the end of the body.
  var incomplete: Meaning {
    if announced >= 0 { return (.incompleteBody, Violation.incomplete(peer, received, announced).message) }
    return (.incompleteBody, "\(peer) closed the connection after \(received) bytes, before the body's end")
  }

  private var broken: Meaning {
    if detail.contains("chunk") {
      return (.protocolViolation, "\(peer) broke HTTP: \(unreadable ?? "its chunked body is malformed")")
    }
    if detail.contains("header") { return (.tooLarge, "\(peer) sent too large a header section") }
    return (.network, "the connection to \(peer) broke\(headComplete ? " in the body" : "")")
  }
}

extension CurlFailure.Route {
  /// The last part of an error message: a colon, and the reason why no connection could be made. Empty if `errno` is
  /// unknown.
  var reason: String { errorNumber == 0 ? "" : ": " + ErrorNumber.text(errorNumber).lowercased() }
}

// MARK: - Proxies

extension CurlFailure {
  /// The error if the proxy is the cause: it cannot be reached or used, or something failed before its tunnel was open.
  var ofProxy: Meaning? {
    guard let proxy = route.proxy else { return nil }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: return (.proxy, "the name of the proxy \(proxy) does not resolve")
    case CURLE_PROXY: return (.proxy, "the proxy \(proxy) refused to connect to \(peer)")
    case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_ABORTED_BY_CALLBACK:
      // libcurl's code for a refusal depends on libcurl's version. So the status of the proxy's response decides.
      if route.proxyStatus != 0, route.proxyStatus / 100 != 2 {
        return (.proxy, "the proxy \(proxy) answered \(route.proxyStatus) for \(peer)")
      }
      if code == CURLE_COULDNT_CONNECT {
        if detail.contains("CONNECT tunnel failed") { return (.proxy, unreadable(proxy)) }
        let isUnknown = detail.contains("Unsupported proxy")
        let reason = isUnknown ? ": a proxy of that kind is not supported" : route.reason
        return (.proxy, "no connection to the proxy \(proxy)\(reason)")
      }
    default: break
    }
    switch route.tunnel {
    case .asked: return unanswered(proxy)
    case .open: return unused(proxy)
    case nil: return nil
    }
  }

  private func unreadable(_ proxy: String) -> String {
    guard let fault = unreadable else {
      return "the proxy \(proxy) broke HTTP: its answer to CONNECT cannot be read"
    }
    return "the proxy \(proxy) broke HTTP in its answer to CONNECT: \(fault)"
  }

  /// Returns the error if the proxy did not respond to CONNECT, or if its response cannot be read.
  private func unanswered(_ proxy: String) -> Meaning? {
    switch code {
    case CURLE_RECV_ERROR where detail.contains("too large"), CURLE_ABORTED_BY_CALLBACK, CURLcode(rawValue: 100),
      CURLE_OUT_OF_MEMORY where Library.mistakesSizeForMemory:
      (.proxy, "the proxy \(proxy) sent too large a header section in answer to CONNECT")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      (.proxy, "the proxy \(proxy) closed the connection instead of connecting to \(peer)")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_WRITE_ERROR:
      (.proxy, unreadable(proxy))
    default: nil
    }
  }

  /// Returns the error if the proxy has said that the tunnel is open, but the tunnel breaks or carries something other
  /// than TLS. The cause may be the proxy or the origin. This end of the tunnel cannot tell which.
  private func unused(_ proxy: String) -> Meaning? {
    switch code {
    case CURLE_SSL_CONNECT_ERROR where isNoTLS:
      (.proxy, "the tunnel of the proxy \(proxy) to \(peer) carries no TLS")
    case CURLE_SSL_CONNECT_ERROR where isBroken, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      (.proxy, "the tunnel of the proxy \(proxy) to \(peer) broke in the TLS handshake")
    default: nil
    }
  }
}

// MARK: - HTTP/2

/// HTTP/2 errors, which are recognized by phrases of libcurl and nghttp2.
extension CurlFailure {
  /// What ended a stream, or a connection with all of its streams; `nil` if the failure is not an HTTP/2 error.
  var ofHTTP2: Meaning? {
    if CurlFailure.hasStoppedRetrying(detail) || !headComplete && Refusal(detail) == .unprocessed {
      return (.network, "\(peer) refused the request however often it was sent")
    }
    switch code {
    // nghttp2 accepts at most eight CONTINUATION frames after the first frame of a header section.
    case CURLE_HTTP2 where detail.contains("Too many CONTINUATION"):
      return (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_HTTP2_STREAM: return ofStream
    case CURLE_HTTP2 where isViolation: return violation
    // libcurl uses this code for the end of a connection, unless the error text has a phrase of a violation.
    case CURLE_HTTP2 where headComplete: return incomplete
    case CURLE_HTTP2: return (.network, "\(peer) closed the connection before the answer's end")
    case CURLE_PARTIAL_FILE where detail.contains("reset by curl"): return violation
    default: return isViolation ? violation : nil
    }
  }

  /// RST_STREAM codes that this library hides from libcurl, because libcurl would otherwise send the request again on
  /// its own. libcurl sees the codes below instead (Sources/CCurl/http2/calls.c).
  enum Refusal: String, CaseIterable {
    /// REFUSED_STREAM, or a stream that a GOAWAY excluded. The server has not processed the request (RFC 9113 §8.7).
    case unprocessed = "error 0x6d790007"
    /// The server wants the request over HTTP/1.1 (HTTP_1_1_REQUIRED).
    case wantsHTTP1 = "error 0x6d79000d"

    /// Finds the case whose code is in libcurl's text. Returns `nil` if the text has no such code.
    init?(_ detail: String) {
      guard let refusal = Refusal.allCases.first(where: { detail.contains($0.rawValue) }) else { return nil }
      self = refusal
    }
  }

  /// Returns true if libcurl has sent the request six times, and the server never processed it (RFC 9113 §8.7). Only a
  /// libcurl that is not bundled does this. If the connection had broken, libcurl's error text would begin with the
  /// error of the connection instead.
  static func hasStoppedRetrying(_ detail: String) -> Bool { detail.hasPrefix("Connection died, tried") }

  /// The error for a stream that ended without a response, or before the end of its body (RFC 9113 §8.1). Either the
  /// server has reset the stream for reasons of its own, or libcurl has reset it because the server broke the protocol
  /// on it.
  private var ofStream: Meaning {
    if detail.contains("reset by server") || Refusal(detail) != nil {
      if !headComplete { return (.network, "\(peer) reset the stream\(reason)") }
      return (.incompleteBody, "\(peer) reset the stream after \(received) bytes of the body\(reason)")
    }
    if headComplete, received < announced {
      return (.incompleteBody, "\(peer) ended the stream after \(received)/\(announced) bytes of the body")
    }
    return detail.isEmpty ? (.protocolViolation, "\(peer) broke HTTP/2: a frame that may not stand there") : violation
  }

  private var violation: Meaning { (.protocolViolation, "\(peer) broke HTTP/2\(reason)") }

  /// True if libcurl's text says that nghttp2 found the fault. libcurl's error code can then have any value.
  private var isViolation: Bool {
    ["nghttp2 shuts down connection", "nghttp2 recv error", "received invalid frame", "Error receiving HTTP2 header"]
      .contains { detail.contains($0) }
  }

  private static let reasons =
    [
      ("Invalid HTTP header field", "a malformed field"), ("HTTP messaging", "a malformed answer"),
      ("before getting", "the stream ended before its answer"), ("Protocol error", "a frame that may not stand there"),
      (Refusal.unprocessed.rawValue, "REFUSED_STREAM"), (Refusal.wantsHTTP1.rawValue, "HTTP_1_1_REQUIRED"),
    ] + codes.map { ($0, $0) }
  /// The error codes of RFC 9113 §7. Messages contain them unchanged.
  private static let codes = [
    "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
    "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED", "NO_ERROR",
  ]

  private var reason: String { reason(CurlFailure.reasons) }
}

// MARK: - TLS

/// TLS errors with the origin, or with a proxy that is reached over TLS.
extension CurlFailure {
  var ofTLS: Meaning? {
    let isProxys = route.distrustsProxy || route.tunnel == .asked
    let peer = isProxys ? "the proxy \(route.proxy ?? "")" : peer
    switch code {
    // The server requires a client certificate and got none, or refuses the one that it got. In TLS 1.3, the server
    // reports this only after the client has finished the handshake, while the client already sends the request.
    case CURLE_SSL_CLIENTCERT,
      CURLE_RECV_ERROR where CurlFailure.clientCertificate.contains { detail.contains($0.0) },
      CURLE_SEND_ERROR where CurlFailure.clientCertificate.contains { detail.contains($0.0) },
      CURLE_PEER_FAILED_VERIFICATION where detail.contains(CurlFailure.expired):
      return (.tls, "the TLS handshake with \(peer) failed\(reason(CurlFailure.clientCertificate))")
    case CURLE_PEER_FAILED_VERIFICATION:
      return (.tls, "the certificate of \(peer) is not trusted\(reason(CurlFailure.certificate))")
    case CURLE_SSL_CACERT_BADFILE: return (.tls, distrust)
    case CURLE_SSL_CONNECT_ERROR:
      return (.tls, "the TLS handshake with \(peer) failed\(reason(CurlFailure.handshake))")
    case CURLE_RECV_ERROR where detail.contains(CurlFailure.flood):
      return (.tls, "TLS with \(peer) failed: it sends messages without end")
    // The connection ended without the server's close_notify, so the body is incomplete. After a close_notify, the end
    // of the connection would be the regular end of a body without a length (RFC 9112 §9.8).
    case CURLE_RECV_ERROR where headComplete && isCutOff: return incomplete
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
      return (.tls, "TLS with \(peer) failed (libcurl code \(code.rawValue))")
    default: return nil
    }
  }

  private var distrust: String {
    let place = trustFile.map { ": \(TrustStore.shown($0))" } ?? ""
    return "the file of trusted certificates cannot be read\(place); install the system's (ca-certificates), or name "
      + "another with SSL_CERT_FILE or the option for it"
  }

  var isNoTLS: Bool { CurlFailure.foreign.contains { detail.contains($0) } }

  /// True if the connection ended during the TLS handshake, or in the middle of a TLS record.
  var isBroken: Bool { CurlFailure.breaks.contains { detail.contains($0) } || isCutOff }

  /// A phrase that comes from this library (moya_tls_message), not from OpenSSL or libcurl.
  private static let flood = "too many key updates"

  /// True if the connection ended without close_notify, the message that properly ends TLS.
  private var isCutOff: Bool { detail.contains("unexpected eof") || detail.contains("closed abruptly") }

  /// Phrases of OpenSSL and libcurl, and what they mean. The first match counts.
  private static let certificate = [
    ("certificate in certificate chain", "its issuer is not trusted"), ("expired", "it has expired"),
    ("not yet valid", "it is not yet valid"), ("self-signed", "it is signed by itself"),
    ("self signed", "it is signed by itself"), ("unable to get local issuer", "its issuer is unknown"),
    ("does not match", "it is for another host"),
    ("no alternative certificate subject", "it is for another host"),
    // This text comes from this library (moya_tls_verify_by_rule).
    ("application verification", "its key is not one of those pinned"),
    // This text comes from this library (moya_tls_verify).
    ("hostname mismatch", "it names no host (it has no subjectAltName)"),
  ]
  private static let foreign = ["wrong version number", "http request", "packet length too long"]
  private static let breaks = ["SYSCALL", "Recv failure", "Send failure"]
  /// libcurl's text if the server says in the TLS 1.2 handshake that the client certificate has expired. If the
  /// server's own certificate had been refused, the text would have OpenSSL's reason.
  private static let expired = "SSL certificate verification failed"
  /// What the server's alerts about the client certificate mean. In TLS 1.2, some of these texts come from this library
  /// (moya_tls_alert).
  private static let clientCertificate = [
    ("certificate required", "it asks for a client certificate"),
    ("alert unknown ca", "it does not know the issuer of the client certificate"),
    ("alert certificate expired", "it says that the client certificate has expired"),
    (expired, "it says that the client certificate has expired"),
    ("alert certificate revoked", "it says that the client certificate is revoked"),
    ("alert bad certificate", refused), ("alert unsupported certificate", refused),
    ("alert certificate unknown", refused), ("alert access denied", refused),
  ]
  private static let refused = "it refuses the client certificate"
  private static let handshake =
    clientCertificate + foreign.map { ($0, "it does not speak TLS") } + [
      ("unsupported protocol", "it offers no allowed version of TLS"),
      ("protocol version", "it offers no allowed version of TLS"),
      ("alert handshake failure", "it accepts no cipher or key exchange that was offered"),
      (flood, "it sends messages without end"),
      ("unexpected eof", "the connection broke"),
    ] + breaks.map { ($0, "the connection broke") }
}

// MARK: - HTTP/1

/// HTTP/1 errors that libcurl found before the lines reached `HeaderCollector`. They are recognized by libcurl's
/// phrases.
extension CurlFailure {
  /// What is wrong with a response that libcurl could not read; `nil` if libcurl's text has no known phrase. The
  /// response is from an origin, or from a proxy that was asked for a tunnel.
  var unreadable: String? { CurlFailure.faults.first { detail.contains($0.0) }?.1 }

  /// Phrases of libcurl, from 7.88.1 to 8.22.0, and what they mean. The first match counts.
  private static let faults = [
    ("Nul byte in header", "a header line contains a NUL"),
    ("Carriage return found in header", "a header line contains a CR"),
    ("Header without colon", "a header line has no colon"),
    ("Invalid response header", "a header line is malformed"),
    ("Content-Length", "its Content-Length is not one number"),
    ("Multiple Location headers", "its Locations differ"),
    ("Invalid status line", notStatusLine), ("Received HTTP/0.9", notStatusLine),
    ("Unsupported HTTP", otherVersion), ("Version mismatch", otherVersion),
    ("tunnel failed, response 0", notStatusLine),
    ("Unsupported response code", "its status code is not between 100 and 599"),
    ("101 response while not", "it switched protocols, which was not asked for"),
    ("hex-length", "a chunk's size is malformed"), ("invalid chunk size", "a chunk's size is malformed"),
    ("hexadecimal", "a chunk's size is malformed"),
  ]
  private static let notStatusLine = "its first line is not a status line"
  private static let otherVersion = "\(notStatusLine) of HTTP/1.1 or HTTP/1.0"
}
