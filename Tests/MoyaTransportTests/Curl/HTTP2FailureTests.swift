import CCurl
import MoyaHTTP
import Testing

@testable import MoyaTransport

/// Texts of errors that libcurl 8.22 with nghttp2 1.52 reports over HTTP/2. A server of the tests caused each of these
/// errors.
@Suite struct HTTP2FailureTests {
  @Test(arguments: [
    (
      CURLE_HTTP2_STREAM, "HTTP/2 stream 1 reset by server (error 0x2 INTERNAL_ERROR)",
      "reset the stream after 0 bytes of the body: INTERNAL_ERROR"
    ),
    (
      CURLE_HTTP2_STREAM, "HTTP/2 stream 1 reset by server (error 0x63 unknown)",
      "reset the stream after 0 bytes of the body"
    ),
    (CURLE_HTTP2_STREAM, "HTTP/2 stream 1 reset by curl (error 0x1 PROTOCOL_ERROR)", "broke HTTP/2: PROTOCOL_ERROR"),
    (
      CURLE_HTTP2_STREAM,
      "Invalid HTTP header field was received: frame type: 1, stream: 1, name: [x], value: [s3cret\u{1}]",
      "broke HTTP/2: a malformed field"
    ),
    (
      CURLE_HTTP2_STREAM, "[HTTP2] [1] received invalid frame: FRAME[PUSH_PROMISE, len=17], error -505: Protocol error",
      "broke HTTP/2: a frame that may not stand there"
    ),
    (
      CURLE_HTTP2_STREAM,
      "HTTP/2 stream 1 was closed cleanly, but before getting all response header fields, treated as error",
      "broke HTTP/2: the stream ended before its answer"
    ),
    (CURLE_HTTP2, "nghttp2 shuts down connection with error 6: FRAME_SIZE_ERROR", "broke HTTP/2: FRAME_SIZE_ERROR"),
    (CURLE_HTTP2, "nghttp2 recv error -902: The user callback function failed", "broke HTTP/2"),
    (
      CURLE_HTTP2, "nghttp2 recv error -905: Too many CONTINUATION frames following a HEADER frame",
      "sent too large a header section"
    ),
    (CURLE_HTTP2, "", "closed the connection after 0 bytes, before the body's end"),
  ])
  func `an error over HTTP∕2 says who ended it and why`(code: CURLcode, detail: String, message: String) {
    #expect(error(code, detail, received: 0, announced: -1).message == "h:443 \(message)")
  }

  @Test func `a stream that is shorter than announced is an incomplete body`() {
    let detail = "HTTP/2 stream 1 reset by curl (error 0x1 PROTOCOL_ERROR)"
    let short = error(CURLE_HTTP2_STREAM, detail, received: 3, announced: 5)
    #expect(short.kind == .incompleteBody && short.message.contains("3/5"))
    #expect(error(CURLE_HTTP2_STREAM, detail, received: 5, announced: 5).kind == .protocolViolation)
  }

  private func error(_ code: CURLcode, _ detail: String, received: Int64, announced: Int64) -> TransferError {
    let route = CurlFailure.Route(proxy: nil, proxyStatus: 0, distrustsProxy: false, errorNumber: 0)
    return CurlFailure(
      code: code, detail: detail, peer: "h:443", route: route, isSent: true, headComplete: true, received: received,
      announced: announced
    ).error
  }
}
