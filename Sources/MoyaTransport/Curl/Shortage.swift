import CCurl
import COpenSSL
import CLinux
import Glibc

/// The process is out of descriptors. libcurl reports only what failed without one: connecting, looking up a name,
/// reading the file of certificates.
enum Shortage {
  /// `errno` of a failure for want of a descriptor; nil: the failure has another cause.
  ///
  /// - Parameters:
  ///   - refused: `errno` of a socket that was not given; 0: none was asked for.
  ///   - caFile: where libcurl reads certificates.
  static func number(_ code: CURLcode, refused: Int32, caFile: String?) -> Int32? {
    switch code {
    case CURLE_COULDNT_CONNECT, CURLE_FAILED_INIT: isOne(refused) ? refused : number(ofFree: 1)
    // Both families are looked up at once.
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: number(ofFree: 2)
    // One for the file, and one for the connection, which libcurl has closed by now.
    case CURLE_SSL_CONNECT_ERROR: number(ofFree: 2)
    // If the file can be read by now, it was not the file: another thread has given back a descriptor meanwhile.
    case CURLE_SSL_CACERT_BADFILE:
      number(ofFree: 2) ?? (caFile.map { moya_tls_has_certificates($0) } == 1 ? EMFILE : nil)
    default: nil
    }
  }

  /// `errno` when the process cannot open `count` descriptors; nil: it can.
  static func number(ofFree count: Int) -> Int32? {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
    if descriptor < 0 { return isOne(errno) ? errno : nil }
    defer { close(descriptor) }
    return count > 1 ? number(ofFree: count - 1) : nil
  }

  private static func isOne(_ number: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }
}
