import MoyaHTTP

/// Rules of HTTP about requests that libcurl leaves to its caller.
package enum RequestPlan {
  /// Methods whose meaning anticipates content say `Content-Length: 0` when there is none (RFC 9110 §8.6).
  package static func announcesEmptyBody(_ method: String) -> Bool { URLRequest.announcesEmptyBody(method) }

  /// Bytes of a request's header section, as `EasyHandle.headSize` counts them, that nghttp2 sends at most
  /// (NGHTTP2_MAX_HEADERSLEN; there is an option, which libcurl does not pass on).
  package static let largestHTTP2Head = 65_536

  /// Bytes of a body that HTTP/2 sends before the server has made more room (RFC 9113 §6.9.2).
  package static let firstHTTP2Window: Int64 = 65_535

  /// Bytes that libcurl reads of a body and gives to the kernel at once: its own default, and what saves a large body
  /// three of four system calls. Each request that sends keeps so many.
  package static let uploadPiece = 64 << 10
  package static let largeUploadPiece = 256 << 10
  /// Bytes from which on a body is a large one.
  package static let largeUpload: Int64 = 32 << 20
}
