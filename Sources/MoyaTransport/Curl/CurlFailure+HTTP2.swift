import CCurl
import MoyaHTTP

/// What is said over HTTP/2, by libcurl's and nghttp2's words for it. Those may hold a field's value, so they choose a
/// text here and are not passed on.
extension CurlFailure {
  /// The connection can carry no more streams. libcurl has no words when the server simply closed it.
  static func http2(_ peer: String, _ detail: String) -> (TransferError.Kind, String) {
    if detail.isEmpty { return (.network, "\(peer) closed the connection before the answer's end") }
    return (.protocolViolation, "\(peer) broke HTTP/2\(reason(detail))")
  }

  /// A stream has ended without an answer, or before its body did. A server resets it for reasons of its own; libcurl
  /// does when the server broke the rules on it.
  static func stream(_ seen: Seen, _ peer: String, _ detail: String) -> (TransferError.Kind, String) {
    // "was not closed cleanly": libcurl 7, which does not say who did it.
    if detail.contains("reset by server") || detail.contains("not closed cleanly") {
      return (.network, "\(peer) reset the stream\(reason(detail))")
    }
    if seen.headComplete, seen.received < seen.announced {
      return (.incompleteBody, "\(peer) ended the stream after \(seen.received)/\(seen.announced) bytes of the body")
    }
    return http2(peer, detail.isEmpty ? "Protocol error" : detail)
  }

  /// The first that fits; the codes of RFC 9113 §7 are their own meaning.
  private static let reasons = [
    ("Invalid HTTP header field", "a malformed field"), ("HTTP messaging", "a malformed answer"),
    ("before getting", "the stream ended before its answer"), ("Protocol error", "a frame that may not stand there"),
  ]
  private static let codes = [
    "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
    "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED", "NO_ERROR",
  ]

  private static func reason(_ detail: String) -> String {
    let reason = reasons.first { detail.contains($0.0) }?.1 ?? codes.first { detail.contains($0) }
    return reason.map { ": " + $0 } ?? ""
  }
}
