import CCurl
import CLinux
import Glibc

/// The kernel gives this process no descriptors. libcurl says of it only what could not be done without one: connect,
/// look up a name, read a file of certificates.
enum Shortage {
  /// `errno` of a failure that is one; `refused`: of a socket that was not given; 0: none was asked for.
  static func number(_ code: CURLcode, refused: Int32) -> Int32? {
    switch code {
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CONNECT_ERROR, CURLE_FAILED_INIT:
      isOne(refused) ? refused : current()
    default: nil
    }
  }

  private static func isOne(_ number: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }

  /// Whether there is one now.
  private static func current() -> Int32? {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
    if descriptor < 0 { return isOne(errno) ? errno : nil }
    close(descriptor)
    return nil
  }
}
