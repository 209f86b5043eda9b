import CAllocator
import CBrotli
import CCurl
import CZlib
import Glibc
import MoyaHTTP

/// libcurl itself: initialized once, and what its version cannot do.
enum Library {
  private static let initialized: CURLcode = {
    // A libcurl that is the system's belongs to the program as well.
    guard moya_curl_is_bundled() != 0, !moya_allocator_is_off() else { return curl_global_init(Int(CURL_GLOBAL_ALL)) }
    return curl_global_init_mem(
      Int(CURL_GLOBAL_ALL), moya_malloc, moya_free, moya_realloc, moya_strdup, moya_calloc)
  }()

  /// Comes before everything that libcurl allocates, which is freed as it was initialized.
  static func initialize() throws(TransferError) {
    guard initialized == CURLE_OK else { throw TransferError(.other, "libcurl could not be initialized") }
  }

  /// Asked for once: each time it is asked, libcurl writes its answer into memory that all threads share.
  static let versions: (number: UInt32, curl: String?, tls: String?, http2: String?) = {
    guard let about = curl_version_info(CURLVERSION_SIXTH)?.pointee else { return (0, nil, nil, nil) }
    func text(_ characters: UnsafePointer<CChar>?) -> String? { characters.map { String(cString: $0) } }
    return (about.version_num, text(about.version), text(about.ssl_version), text(about.nghttp2_version))
  }()

  private static let version = versions.number

  // The known faults of libcurl's versions, and the version that ends each. The code that asks for one works around it.

  /// An answer whose fields begin with a folded line leaves a pointer to freed memory in its handle, and the next
  /// answer on that handle uses it. So no handle gets a second answer. Ended by 8.1.2.
  static let spoilsHandles = version < 0x080102

  /// Frames without bodies, as fast as a server can send them, keep libcurl from every other transfer; a body that
  /// ends without END_STREAM is a success (RFC 9113 §8.1); uploads spin (https://github.com/curl/curl/issues/10618). Ended
  /// by 8.21.0, the oldest for which the table of faults shows it. A stream that is refused during an upload leaves a pointer
  /// to a freed handle in its connection (CVE-2026-92392), which a server can have used. Ended by 8.23.0; it cannot happen in
  /// the libcurl that libmoya contains (Sources/CCurl/http2/calls.c). So other libcurls before that have no HTTP/2.
  static let speaksSafeHTTP2 = version >= 0x081500 && moya_curl_is_bundled() != 0 || version >= 0x081700

  /// A connection on which something has arrived while it was idle is used again, and that would become the next answer.
  /// Ended by 8.0.0 (https://github.com/curl/curl/pull/10690); back since 8.22.0, for a second after each use.
  static let reusesDisturbedConnections = version < 0x080000 || version >= 0x081600

  /// Of descriptors that are no connections, only the one behind curl_multi_wakeup is announced, and it is open as long
  /// as the multi handle. Since 8.21.0, the first of which that is known, name lookups have none of their own.
  static let namesOnlyItsWakeup = version >= 0x081500

  /// It can be asked what it waits for before each wait, in place of telling of each change. 8.21.0 is the first of
  /// which this is known.
  static let canBeAsked = version >= 0x081500

  /// Transfers of one multi handle can have several pools of connections. 8.21.0 is the first of which this is known.
  /// The system's would change the host's handler of SIGPIPE when a pool is closed (script/curl).
  static let hasPools = version >= 0x081500 && moya_curl_is_bundled() != 0

  /// A stream of HTTP/2 gets its larger window right behind its request. Since 8.22.0 only when libcurl runs it the next time,
  /// as for the first bytes of its response, if others run beside it.
  static let widensWindows = version < 0x081600

  /// A child inherits the descriptors behind curl_multi_wakeup. Ended by 8.14.0.
  static let leaksItsWakeup = version < 0x080e00

  /// What is too large is said to be a lack of memory. Ended by 8.6.0, which has a code for it.
  static let mistakesSizeForMemory = version < 0x080600
}

// MARK: - Versions

/// The versions of the libraries that do the work, for reports of faults.
package enum Versions {
  /// "libcurl/8.22.0 (bundled) OpenSSL/3.0.22 nghttp2/1.52.0 zlib/1.2.13 brotli/1.0.9". `(system)`: the machine's
  /// libcurl.
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
}
