import CCurl
import MoyaHTTP

/// libcurl's codes in our words. Its own texts may name URLs, so they choose a class here and are not passed on.
enum CurlFailure {
  /// What was seen of the exchange before it failed.
  struct Seen {
    /// The request went out.
    var isSent: Bool
    var headComplete: Bool
    var received: Int64
    var announced: Int64
    var route: Route
  }

  /// How far the connection came, and through which proxy.
  struct Route {
    /// The proxy for this request, by name; nil: none.
    var proxy: String?
    /// The proxy's answer to CONNECT; 0: none.
    var proxyStatus: Int
    /// nil: there is no tunnel, or the request went out through it.
    var tunnel: Tunnel?
    /// The proxy's certificate was refused.
    var distrustsProxy: Bool
    /// `errno` of the last connection that could not be made; 0: none.
    var errorNumber: Int32
  }

  /// How far an http proxy has opened a tunnel to the origin.
  enum Tunnel {
    /// Only the proxy was spoken to.
    case asked
    /// The TLS handshake with the origin has begun.
    case open
  }

  /// The failure ends the whole connection, not one exchange or one stream of HTTP/2.
  static func endsConnection(_ code: CURLcode) -> Bool {
    code == CURLE_HTTP2 || code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR
  }

  static func error(_ code: CURLcode, _ seen: Seen, _ peer: String, _ detail: String) -> TransferError {
    let (kind, message) =
      proxy(code, seen.route, peer, detail) ?? http2(code, seen, peer, detail) ?? tls(code, seen, peer, detail)
      ?? describe(code, seen, peer, detail)
    return TransferError(kind, message, curlCode: Int32(bitPattern: code.rawValue))
  }

  private static func describe(
    _ code: CURLcode, _ seen: Seen, _ peer: String, _ detail: String
  ) -> (TransferError.Kind, String) {
    switch code {
    case CURLE_URL_MALFORMAT: (.invalidURL, "the URL is not usable: libcurl cannot read it")
    case CURLE_COULDNT_RESOLVE_HOST: (.resolve, "the name of \(peer) does not resolve")
    case CURLE_COULDNT_CONNECT: (.connect, "no connection to \(peer)\(seen.route.reason)")
    case CURLE_OPERATION_TIMEDOUT: (.connectTimeout, "no connection to \(peer) in time")
    case CURLE_PARTIAL_FILE: incomplete(seen, peer)
    case CURLE_GOT_NOTHING: (.network, "\(peer) closed the connection without an answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
      (.protocolViolation, "\(peer) broke HTTP: \(unreadable(detail) ?? "its answer cannot be read")")
    // Only a transfer coding can be meant: content codings are not libcurl's.
    case CURLE_BAD_CONTENT_ENCODING:
      (.protocolViolation, "\(peer) broke HTTP: its Transfer-Encoding is not \"chunked\" alone")
    case CURLE_OUT_OF_MEMORY where Library.mistakesSizeForMemory && seen.isSent && !seen.headComplete,
      CURLcode(rawValue: 100):
      (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_OUT_OF_MEMORY: (.memory, "there is no memory for the exchange with \(peer)")
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK:
      (.body, "the request's body cannot be sent again")
    case CURLE_SEND_ERROR: (.network, "the connection to \(peer) broke while the request was sent")
    case CURLE_RECV_ERROR: broken(seen, peer, detail)
    default: (.other, "the transfer with \(peer) failed (libcurl code \(code.rawValue))")
    }
  }

  /// The connection ended before the body did.
  static func incomplete(_ seen: Seen, _ peer: String) -> (TransferError.Kind, String) {
    if seen.announced >= 0 {
      let error = Violation.incomplete(peer, seen.received, seen.announced)
      return (error.kind, error.message)
    }
    return (.incompleteBody, "\(peer) closed the connection after \(seen.received) bytes, before the body's end")
  }

  private static func broken(_ seen: Seen, _ peer: String, _ detail: String) -> (TransferError.Kind, String) {
    if detail.contains("chunk") {
      return (.protocolViolation, "\(peer) broke HTTP: \(unreadable(detail) ?? "its chunked body is malformed")")
    }
    if detail.contains("header") { return (.tooLarge, "\(peer) sent too large a header section") }
    return (.network, "the connection to \(peer) broke\(seen.headComplete ? " in the body" : "")")
  }
}

extension CurlFailure.Route {
  /// Why no connection could be made.
  var reason: String { errorNumber == 0 ? "" : ": " + ErrorNumber.text(errorNumber).lowercased() }
}
