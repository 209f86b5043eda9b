import CCurl
import MoyaHTTP

/// An exchange that libcurl ended with an error, and what that means in our words. libcurl's own texts may name URLs or
/// hold a server's bytes, so they choose a text here and are not passed on.
struct CurlFailure {
  typealias Meaning = (TransferError.Kind, String)

  let code: CURLcode
  /// libcurl's own words; may be empty.
  let detail: String
  /// The origin's host and port.
  let peer: String
  let route: Route
  /// Where libcurl reads trusted certificates; `nil`: at its own default.
  var trustFile: String?
  /// The request went out.
  let isSent: Bool
  let headComplete: Bool
  /// Bytes of the body: those that came, and those that were announced (−1: unknown).
  let received: Int64
  let announced: Int64

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

  var error: TransferError {
    let (kind, message) = ofProxy ?? ofHTTP2 ?? ofTLS ?? ofCode
    return TransferError(kind, message, curlCode: Int32(bitPattern: code.rawValue))
  }

  private var ofCode: Meaning {
    switch code {
    case CURLE_URL_MALFORMAT: (.invalidURL, "the URL is not usable: libcurl cannot read it")
    case CURLE_COULDNT_RESOLVE_HOST: (.resolve, "the name of \(peer) does not resolve")
    case CURLE_COULDNT_CONNECT: (.connect, "no connection to \(peer)\(route.reason)")
    case CURLE_INTERFACE_FAILED: (.connect, "no connection to \(peer): its socket cannot be bound to the interface")
    case CURLE_OPERATION_TIMEDOUT: (.connectTimeout, "no connection to \(peer) in time")
    case CURLE_PARTIAL_FILE: incomplete
    case CURLE_GOT_NOTHING: (.network, "\(peer) closed the connection without an answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
      (.protocolViolation, "\(peer) broke HTTP: \(unreadable ?? "its answer cannot be read")")
    // Only a transfer coding can be meant: content codings are not libcurl's.
    case CURLE_BAD_CONTENT_ENCODING:
      (.protocolViolation, "\(peer) broke HTTP: its Transfer-Encoding is not \"chunked\" alone")
    case CURLE_OUT_OF_MEMORY where Library.mistakesSizeForMemory && isSent && !headComplete,
      CURLcode(rawValue: 100):
      (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_OUT_OF_MEMORY: (.memory, "there is no memory for the exchange with \(peer)")
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK:
      (.body, "the request's body cannot be sent again")
    case CURLE_SEND_ERROR: (.network, "the connection to \(peer) broke while the request was sent")
    case CURLE_RECV_ERROR: broken
    default: (.other, "the transfer with \(peer) failed (libcurl code \(code.rawValue))")
    }
  }

  /// What the first of these words that libcurl has used mean.
  func reason(_ meanings: [(String, String)]) -> String {
    meanings.first { detail.contains($0.0) }.map { ": " + $0.1 } ?? ""
  }

  /// The connection ended before the body did.
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
  /// Why no connection could be made.
  var reason: String { errorNumber == 0 ? "" : ": " + ErrorNumber.text(errorNumber).lowercased() }
}
