import CAllocator
import CBrotli
import CCurl
import CZlib
import Glibc
import MoyaHTTP

/// libcurl itself: its initialization, and what its version cannot do.
enum Library {
  private static let initialized: CURLcode = {
    // The program may use a system libcurl too, so this library does not replace the allocator of a system libcurl.
    guard moya_curl_is_bundled() != 0, !moya_allocator_is_off() else { return curl_global_init(Int(CURL_GLOBAL_ALL)) }
    return curl_global_init_mem(
      Int(CURL_GLOBAL_ALL), moya_malloc, moya_free, moya_realloc, moya_strdup, moya_calloc)
  }()

  /// Initializes libcurl, once. Call this before libcurl allocates anything, because libcurl must free memory with the
  /// functions that are set here.
  static func initialize() throws(TransferError) {
    guard initialized == CURLE_OK else { throw TransferError(.other, "libcurl could not be initialized") }
  }

  /// The versions are read only once, because each call of curl_version_info writes its result into memory that all
  /// threads share.
  static let versions: (number: UInt32, curl: String?, tls: String?, http2: String?) = {
    guard let about = curl_version_info(CURLVERSION_SIXTH)?.pointee else { return (0, nil, nil, nil) }
    func text(_ characters: UnsafePointer<CChar>?) -> String? { characters.map { String(cString: $0) } }
    return (about.version_num, text(about.version), text(about.ssl_version), text(about.nghttp2_version))
  }()

  private static let version = versions.number

  // The known faults of libcurl's versions, and the version that fixes each. The code that reads a constant works
  // around the fault.

  /// True if no handle may get a second response. If the fields of a response begin with a folded line, a pointer to
  /// freed memory stays in the handle, and the next response on that handle uses this pointer. Fixed in 8.1.2.
  static let spoilsHandles = version < 0x080102

  /// True if HTTP/2 is safe to use. Four faults of some versions of libcurl make it unsafe:
  ///
  /// - If a server sends frames without bodies as fast as it can, libcurl does not serve any other transfer.
  /// - A body that ends without END_STREAM counts as a success (RFC 9113 §8.1).
  /// - Uploads use the CPU without progress (https://github.com/curl/curl/issues/10618).
  /// - If a stream is refused during an upload, a pointer to a freed handle stays in its connection (CVE-2026-92392). A
  ///   server can cause this pointer to be used.
  ///
  /// The first three faults are fixed in 8.21.0, the oldest version that passes the tests for them (Tests/faults). The
  /// last fault is fixed in 8.23.0, and cannot happen in the bundled libcurl (Sources/CCurl/http2/calls.c). So with any
  /// other libcurl before 8.23.0, the library does not use HTTP/2.
  static let speaksSafeHTTP2 = version >= 0x081500 && moya_curl_is_bundled() != 0 || version >= 0x081700

  /// True if libcurl reuses a connection that has received data while it was idle, and treats this data as the next
  /// response. Fixed in 8.0.0 (https://github.com/curl/curl/pull/10690). Since 8.22.0 the fault exists again, for one
  /// second after each use of a connection.
  static let reusesDisturbedConnections = version < 0x080000 || version >= 0x081600

  /// True if libcurl reports only the descriptors of connections and the descriptor of curl_multi_wakeup. The
  /// descriptor of curl_multi_wakeup is open as long as the multi handle. Name lookups then have no descriptors of
  /// their own. This was verified for 8.21.0 and later.
  static let namesOnlyItsWakeup = version >= 0x081500

  /// True if libcurl can tell, before each wait, what it waits for. Then its callbacks need not report each change.
  /// This was verified for 8.21.0 and later.
  static let canBeAsked = version >= 0x081500

  /// True if transfers of one multi handle can use several pools of connections (verified for 8.21.0 and later).
  /// Only the bundled libcurl is used like this, because a system libcurl would change the program's SIGPIPE handler
  /// when a pool is closed (script/curl).
  static let hasPools = version >= 0x081500 && moya_curl_is_bundled() != 0

  /// True if libcurl enlarges the flow-control window of an HTTP/2 stream right after the stream's request. Since
  /// 8.22.0, if the stream shares its connection, libcurl enlarges the window only when it next runs the transfer. The
  /// reason for this run can be the first bytes of the response.
  static let widensWindows = version < 0x081600

  /// True if no handle may send a body with trailers a second time, for example in response to a challenge. libcurl
  /// would write before its buffer. Seen in 7.88.1. 8.22.0 does not do it.
  static let spoilsRepeatedTrailers = version < 0x081600

  /// True if a child process inherits the descriptors of curl_multi_wakeup. Fixed in 8.14.0.
  static let leaksItsWakeup = version < 0x080e00

  /// True if libcurl reports data that is too large as a lack of memory. Fixed in 8.6.0, which has a code for data that
  /// is too large.
  static let mistakesSizeForMemory = version < 0x080600
}

// MARK: - Versions

/// The versions of the libraries that are used, for bug reports.
package enum Versions {
  /// The versions as one text, for example "libcurl/8.22.0 (bundled) OpenSSL/3.0.22 nghttp2/1.70.0 zlib/1.2.13
  /// brotli/1.0.9". `(system)` means that the machine's own libcurl is used.
  package static let text: String = {
    let libcurl = Library.versions
    let origin = moya_curl_is_bundled() != 0 ? "bundled" : "system"
    let brotli = BrotliDecoderVersion()
    let parts: [(name: String, version: String?)] = [
      ("libcurl/", libcurl.curl.map { "\($0) (\(origin))" }),
      ("", libcurl.tls),
      ("nghttp2/", libcurl.http2),
      ("zlib/", zlibVersion().map { String(cString: $0) }),
      ("brotli/", "\(brotli >> 24).\((brotli >> 12) & 0xFFF).\(brotli & 0xFFF)"),
    ]
    return parts.compactMap { part in part.version.map { part.name + $0 } }.joined(separator: " ")
  }()

  /// What the libcurl in use cannot do, for the log of a program. `nil` if it can do everything.
  package static let shortcoming: String? = {
    if Library.speaksSafeHTTP2 { return nil }
    let version = Library.versions.curl ?? "unknown"
    return "the system's libcurl (\(version)) is old: requests are sent with HTTP/1.1 only, because a server can cause"
      + " faults in its HTTP/2. Install libcurl 8.23.0 or later, or run script/curl --install"
  }()
}
