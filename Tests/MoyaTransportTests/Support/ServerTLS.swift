import COpenSSL
import Glibc
import MoyaTestSupport

/// TLS for a server of the tests. It offers no protocols (ALPN), so it speaks HTTP/1.1. Its certificate is for
/// localhost, and signed by the authority of `Peers`.
final class ServerTLS: Sendable {
  static let shared = ServerTLS()

  // Threads may share the context, because OpenSSL locks it, and it does not change any more.
  private nonisolated(unsafe) let context = SSL_CTX_new(TLS_server_method())

  private init() {
    let folder = Peers.shared.folder
    SSL_CTX_use_certificate_chain_file(context, folder + "/valid.pem")
    SSL_CTX_use_PrivateKey_file(context, folder + "/leaf.key", SSL_FILETYPE_PEM)
  }

  /// One end of a connection, used by one thread.
  struct End: ~Copyable {
    private let ssl: OpaquePointer

    /// Returns `nil` if the handshake failed.
    init?(_ socket: Int32) {
      // OpenSSL uses write(2) even if the client has closed the connection, so SIGPIPE is blocked.
      var pipe = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, nil)
      guard let ssl = SSL_new(ServerTLS.shared.context) else { return nil }
      guard SSL_set_fd(ssl, socket) == 1, SSL_accept(ssl) == 1 else {
        SSL_free(ssl)
        return nil
      }
      self.ssl = ssl
    }

    deinit { SSL_free(ssl) }

    func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
      Int(SSL_read(ssl, bytes.baseAddress, Int32(bytes.count)))
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int { Int(SSL_write(ssl, bytes.baseAddress, Int32(bytes.count))) }
  }
}
