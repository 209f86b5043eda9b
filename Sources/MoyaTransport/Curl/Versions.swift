import CBrotli
import CCurl
import CZlib

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
