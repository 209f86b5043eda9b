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

  /// How far the connection came, and through whom.
  struct Route {
    /// The proxy for this request, by name; nil: none.
    var proxy: String?
    /// Its answer to CONNECT; 0: none.
    var proxyStatus: Int
    /// Its certificate was refused.
    var distrustsProxy: Bool
    /// The system's, of the last connection that could not be made; 0: none.
    var errorNumber: Int32
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
    case CURLE_COULDNT_RESOLVE_PROXY: (.proxy, "the name of the proxy \(seen.route.proxy ?? "") does not resolve")
    case CURLE_PROXY: (.proxy, "the proxy \(seen.route.proxy ?? "") refused to connect to \(peer)")
    case CURLE_COULDNT_CONNECT: unconnected(seen, peer, detail)
    case CURLE_OPERATION_TIMEDOUT: (.connectTimeout, "no connection to \(peer) in time")
    case CURLE_PARTIAL_FILE: partial(seen, peer)
    case CURLE_GOT_NOTHING: (.network, "\(peer) closed the connection without an answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
      (.protocolViolation, "\(peer) broke HTTP: its answer cannot be read")
    // Only a transfer coding can be meant: content codings are not libcurl's.
    case CURLE_BAD_CONTENT_ENCODING:
      (.protocolViolation, "\(peer) broke HTTP: its Transfer-Encoding is not \"chunked\" alone")
    case CURLE_HTTP2: http2(peer, detail)
    case CURLE_HTTP2_STREAM: stream(seen, peer, detail)
    case CURLE_OUT_OF_MEMORY where seen.isSent && !seen.headComplete, CURLcode(rawValue: 100):
      (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_OUT_OF_MEMORY: (.memory, "libcurl had no memory for the request")
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK:
      (.body, "the request's body cannot be sent again")
    case CURLE_SEND_ERROR: (.network, "the connection to \(peer) broke while the request was sent")
    case CURLE_RECV_ERROR: broken(seen, peer, detail)
    default:
      tls(code, seen.route.distrustsProxy ? "the proxy \(seen.route.proxy ?? "")" : peer, detail)
        ?? (.other, "the transfer with \(peer) failed (libcurl code \(code.rawValue))")
    }
  }

  /// Behind a proxy it is the proxy that was not reached.
  private static func unconnected(
    _ seen: Seen, _ peer: String, _ detail: String
  ) -> (TransferError.Kind, String) {
    if let refusal = refusal(seen, peer) { return refusal }
    let reason = reason(seen, detail)
    guard let proxy = seen.route.proxy else { return (.connect, "no connection to \(peer)\(reason)") }
    return (.proxy, "no connection to the proxy \(proxy)\(reason)")
  }

  private static func partial(_ seen: Seen, _ peer: String) -> (TransferError.Kind, String) {
    if seen.announced >= 0 {
      let error = Violation.incomplete(peer, seen.received, seen.announced)
      return (error.kind, error.message)
    }
    return (.incompleteBody, "\(peer) closed the connection after \(seen.received) bytes, before the body's end")
  }

  private static func broken(_ seen: Seen, _ peer: String, _ detail: String) -> (TransferError.Kind, String) {
    if let refusal = refusal(seen, peer) { return refusal }
    if let error = tls(CURLE_RECV_ERROR, peer, detail) { return error }
    if detail.contains("chunk") { return (.protocolViolation, "\(peer) broke HTTP: its chunked body is malformed") }
    if detail.contains("header") { return (.tooLarge, "\(peer) sent too large a header section") }
    return (.network, "the connection to \(peer) broke\(seen.headComplete ? " in the body" : "")")
  }

  /// The proxy's answer to CONNECT, when that was a no. Which code libcurl has for it depends on its version.
  private static func refusal(_ seen: Seen, _ peer: String) -> (TransferError.Kind, String)? {
    guard seen.route.proxyStatus >= 300 else { return nil }
    return (.proxy, "the proxy \(seen.route.proxy ?? "") answered \(seen.route.proxyStatus) for \(peer)")
  }

  private static func reason(_ seen: Seen, _ detail: String) -> String {
    if detail.contains("Unsupported proxy") { return ": a proxy of that kind is not supported" }
    return seen.route.errorNumber == 0 ? "" : ": " + ErrorNumber.text(seen.route.errorNumber).lowercased()
  }
}
