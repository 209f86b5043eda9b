import CCurl
import MoyaHTTP

/// libcurl itself: initialized once, and what its version cannot do.
enum Library {
  private static let initialized: CURLcode = curl_global_init(3)  // CURL_GLOBAL_ALL

  static func initialize() throws(TransferError) {
    guard initialized == CURLE_OK else { throw TransferError(.other, "libcurl could not be initialized") }
  }

  /// https://github.com/curl/curl/issues/10618
  static let spinsOnUpload: Bool = (curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0) < 0x080000
}
