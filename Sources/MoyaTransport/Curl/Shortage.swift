import CCurl
import COpenSSL
import CLinux
import Glibc

/// Finds out whether the process is out of descriptors. If libcurl gets no descriptor, it does not report this reason.
/// It only reports what failed: connecting, looking up a name, or reading the file of certificates.
enum Shortage {
  /// Returns `errno` if the failure was caused by a lack of descriptors, or `nil` if it has another cause.
  ///
  /// - Parameters:
  ///   - refused: `errno` of a socket that the kernel refused; 0 if there was none.
  ///   - caFile: The file from which libcurl reads certificates.
  static func number(_ code: CURLcode, refused: Int32, caFile: String?) -> Int32? {
    switch code {
    case CURLE_COULDNT_CONNECT, CURLE_FAILED_INIT: isOne(refused) ? refused : number(ofFree: 1)
    // A lookup needs two descriptors, because libcurl looks up IPv4 and IPv6 at the same time.
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: number(ofFree: 2)
    // libcurl needed one descriptor for the connection, which it has closed since, and one for the file of
    // certificates. If two descriptors cannot be opened now, there was none for the file.
    case CURLE_SSL_CONNECT_ERROR: number(ofFree: 2)
    // If the file can be read now, its content was not the cause. Then the process had no descriptor for the file, and
    // another thread has closed a descriptor since.
    case CURLE_SSL_CACERT_BADFILE:
      number(ofFree: 2) ?? (caFile.map { moya_tls_has_certificates($0) } == 1 ? EMFILE : nil)
    default: nil
    }
  }

  /// Returns `errno` if the process cannot open `count` descriptors, or `nil` if it can.
  static func number(ofFree count: Int) -> Int32? {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
    if descriptor < 0 { return isOne(errno) ? errno : nil }
    defer { close(descriptor) }
    return count > 1 ? number(ofFree: count - 1) : nil
  }

  private static func isOne(_ number: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }
}
