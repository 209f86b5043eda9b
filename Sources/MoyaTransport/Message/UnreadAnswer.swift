import Glibc

/// What a server said before it reset a connection on which a body was being sent to it.
///
/// libcurl ends such a transfer when a send fails, without reading the answer, which still lies in the kernel.
struct UnreadAnswer {
  private static let limit = 1 << 20
  private var rest: ArraySlice<UInt8>

  /// Takes what has arrived on a socket that libcurl is about to close, and will not read any more.
  init(from socket: Int32) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < UnreadAnswer.limit {
      let count = recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    // On a connection to a proxy over TLS the bytes are encrypted.
    rest = bytes.starts(with: "HTTP/1.".utf8) ? bytes[...] : []
  }

  /// The next line with its end; `nil` when there is no whole one.
  mutating func line() -> ArraySlice<UInt8>? {
    rest.firstIndex(of: 0x0A).map { take($0 + 1 - rest.startIndex) }
  }

  /// At most `count` bytes, as many as there are.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
