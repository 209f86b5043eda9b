import CCurl
import MoyaHTTP

/// libcurl itself: initialized once, and what its version cannot do.
enum Library {
  private static let initialized: CURLcode = curl_global_init(3)  // CURL_GLOBAL_ALL

  static func initialize() throws(TransferError) {
    guard initialized == CURLE_OK else { throw TransferError(.other, "libcurl could not be initialized") }
  }

  private static let version = curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0

  // What versions are known to get wrong, and the one that ends it. Each is worked around in the place that asks for it.

  /// An answer whose fields begin with a folded line leaves a pointer to freed memory in its handle, and the next answer
  /// on that handle uses it. So no handle is used for a second one. Ended by 8.1.2.
  static let spoilsHandles = version < 0x080102

  /// Frames without bodies, as fast as a server can send them, keep libcurl from every other transfer; a body that
  /// ends without END_STREAM is a success (RFC 9113 §8.1); uploads spin (https://github.com/curl/curl/issues/10618). So
  /// there is no HTTP/2. Ended by 8.21.0, the oldest for which the table of faults shows it.
  static let speaksSafeHTTP2 = version >= 0x081500

  /// A connection on which something has arrived while it was idle is used again, and that becomes the next answer.
  /// Ended by 8.0.0 (https://github.com/curl/curl/pull/10690); back since 8.22.0, for a second after each use.
  static let reusesDisturbedConnections = version < 0x080000 || version >= 0x081600

  /// Of descriptors that are no connections, only the one behind curl_multi_wakeup is announced, and it is open as long
  /// as the multi handle. Since 8.21.0, the first of which that is known, name lookups have none of their own.
  static let namesOnlyItsWakeup = version >= 0x081500

  /// A paused stream goes on. Ended by 8.1.0 (https://github.com/curl/curl/pull/10988).
  static let pausesStreams = version >= 0x080100
}
