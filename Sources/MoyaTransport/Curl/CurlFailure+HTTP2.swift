import CCurl
import MoyaHTTP

/// What is said over HTTP/2, by libcurl's and nghttp2's words for it.
extension CurlFailure {
  /// What ended a stream, or a connection with all of its streams; nil: no question of HTTP/2.
  var ofHTTP2: Meaning? {
    if CurlFailure.hasStoppedRetrying(detail) || !headComplete && Refusal(detail) == .unprocessed {
      return (.network, "\(peer) refused the request however often it was sent")
    }
    switch code {
    // nghttp2 counts its frames: eight behind the first.
    case CURLE_HTTP2 where detail.contains("Too many CONTINUATION"):
      return (.tooLarge, "\(peer) sent too large a header section")
    case CURLE_HTTP2_STREAM: return ofStream
    case CURLE_HTTP2 where isViolation: return violation
    // Without such words libcurl means that the connection has ended.
    case CURLE_HTTP2 where headComplete: return incomplete
    case CURLE_HTTP2: return (.network, "\(peer) closed the connection before the answer's end")
    case CURLE_PARTIAL_FILE where detail.contains("reset by curl"): return violation
    default: return isViolation ? violation : nil
    }
  }

  /// The codes of RST_STREAM that libcurl does not get to know, so that it does not send the request again by itself: it
  /// gets others (Sources/CCurl/http2/calls.c).
  enum Refusal: String, CaseIterable {
    /// REFUSED_STREAM, also for a stream that a GOAWAY left out: the server has not processed the request (RFC 9113 §8.7).
    case unprocessed = "error 0x6d790007"
    /// HTTP_1_1_REQUIRED.
    case wantsHTTP1 = "error 0x6d79000d"

    /// `nil`: libcurl's words speak of something else.
    init?(_ detail: String) {
      guard let refusal = Refusal.allCases.first(where: { detail.contains($0.rawValue) }) else { return nil }
      self = refusal
    }
  }

  /// Of a libcurl that is not ours. It has sent the request six times, and each time the server did not process it (RFC 9113 §8.7). Had the
  /// connection broken, libcurl's error text would begin with that.
  static func hasStoppedRetrying(_ detail: String) -> Bool { detail.hasPrefix("Connection died, tried") }

  /// A stream has ended without an answer, or before its body did (RFC 9113 §8.1). A server resets it for reasons of
  /// its own; libcurl resets it when the server broke the rules on it.
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

  /// What libcurl says when nghttp2 found the fault, whatever its code.
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
  /// Those of RFC 9113 §7, which are their own meaning.
  private static let codes = [
    "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
    "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED", "NO_ERROR",
  ]

  private var reason: String { reason(CurlFailure.reasons) }
}
