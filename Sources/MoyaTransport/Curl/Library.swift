import CCurl
import MoyaHTTP

/// libcurl itself: initialized once, and what its version cannot do.
enum Library {
  private static let initialized: CURLcode = curl_global_init(3)  // CURL_GLOBAL_ALL

  static func initialize() throws(TransferError) {
    guard initialized == CURLE_OK else { throw TransferError(.other, "libcurl could not be initialized") }
  }

  private static let version = curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0

  /// https://github.com/curl/curl/issues/10618
  static let spinsOnUpload = version < 0x080000

  /// A connection on which something has arrived while it was idle is used again, and that becomes the next answer.
  /// Ended by 8.0.0 (https://github.com/curl/curl/pull/10690); back since 8.22.0, for a second after each use.
  static let reusesDisturbedConnections = version < 0x080000 || version >= 0x081600
}
