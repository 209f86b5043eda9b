import CCurl
import MoyaHTTP

/// The URL that a handle was last used for, and what speeds up its next use. A client of an API requests the same few
/// URLs again and again.
///
/// For every transfer, libcurl parses the URL, unless it is given a parsed URL, and allocates a receive buffer of 16
/// KB. If the last response to the URL was shorter than one kilobyte, this type sets a smaller buffer, which is
/// allocated faster. For a download, it sets a larger buffer, which needs an eighth of the system calls.
///
/// This object must outlive its handle, which refers to the parsed URL.
struct WarmURL: ~Copyable {
  private static let normalBuffer = 16_384
  private static let smallBuffer = 1024  // libcurl's minimum
  private static let downloadBuffer = 131_072

  private var text = ""
  /// The path and query to send, if libcurl would change them. For example, libcurl turns `%2f` into `%2F`. `nil` if
  /// libcurl sends the path and query unchanged.
  private(set) var target: String?
  private var parsed: OpaquePointer?
  private var answersFit = false
  private var buffer = normalBuffer

  /// Returns true if the handle was last used for this URL.
  func isSet(to text: String) -> Bool { text.hasBytes(of: self.text) }

  /// Sets another URL on the handle. Throws `.memory`.
  mutating func set(_ text: String, on easy: UnsafeMutableRawPointer) throws(TransferError) {
    // The parsed URL is removed before the text is set, because libcurl 8 removes the text together with the parsed
    // URL.
    if parsed != nil { moya_curl_set_pointer(easy, CURLOPT_CURLU, nil) }
    curl_url_cleanup(parsed)
    parsed = nil
    answersFit = false
    self.text = ""
    guard text.withCString({ moya_curl_set_text(easy, CURLOPT_URL, $0) }) == CURLE_OK else {
      throw TransferError(.memory, "there is no memory for the URL")
    }
    self.text = text
    target = RequestTarget.exact(text)
  }

  /// Notes that the handle is used for the same URL again. Parses the URL unless it was parsed before.
  mutating func keep(on easy: UnsafeMutableRawPointer) { if parsed == nil { parse(on: easy) } }

  mutating func setBuffer(on easy: UnsafeMutableRawPointer, isDownload: Bool) {
    let usual = answersFit ? WarmURL.smallBuffer : WarmURL.normalBuffer
    let size = isDownload ? WarmURL.downloadBuffer : usual
    if size != buffer {
      moya_curl_set_long(easy, CURLOPT_BUFFERSIZE, size)
      buffer = size
    }
  }

  /// Notes the size of the last response to this URL, in bytes, its head included.
  mutating func learn(_ answered: Int64) { answersFit = answered < Int64(WarmURL.smallBuffer) }

  deinit { curl_url_cleanup(parsed) }

  /// Parses the URL. The text stays set next to the parsed URL, because libcurl uses the text if it has to send a
  /// request again.
  private mutating func parse(on easy: UnsafeMutableRawPointer) {
    guard let url = curl_url() else { return }
    guard text.withCString({ curl_url_set(url, CURLUPART_URL, $0, UInt32(CURLU_PATH_AS_IS)) }) == CURLUE_OK else {
      return curl_url_cleanup(url)
    }
    moya_curl_set_pointer(easy, CURLOPT_CURLU, UnsafeMutableRawPointer(url))
    parsed = url
  }
}

// MARK: - RequestTarget

/// The path and query of a request, as its first line has them (RFC 9112 §3.2.1).
enum RequestTarget {
  /// Returns the path and query of the URL, or `nil` if libcurl sends them unchanged. libcurl sends them unchanged if
  /// no byte of the path is percent-encoded with lower-case digits.
  static func exact(_ urlText: String) -> String? {
    urlText.withBytes { bytes in
      guard ASCII.index(of: 0x25, in: bytes) != nil, let host = ASCII.httpSchemeEnd(bytes) else { return nil }
      let path = bytes[host...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
      guard path < bytes.endIndex, bytes[path] == 0x2F else { return nil }
      let query = bytes[path...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
      guard hasSmallLetters(bytes[path..<query]) else { return nil }
      let end = bytes[query...].firstIndex(of: 0x23) ?? bytes.endIndex
      return String(decoding: bytes[path..<end], as: UTF8.self)
    }
  }

  private static func hasSmallLetters(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    path.indices.contains { index in
      path[index] == 0x25 && path[index...].prefix(3).contains { $0 >= 0x61 && $0 <= 0x66 }
    }
  }
}
