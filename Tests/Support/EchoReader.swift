import Glibc

/// Reads requests from a connection, one after another.
struct EchoReader {
  let socket: Int32
  private var buffer: [UInt8] = []

  init(socket: Int32) { self.socket = socket }

  /// Returns the next request; `nil`: the connection has ended, maybe inside a request.
  mutating func next() -> EchoServer.Request? {
    guard let head = line(), !head.isEmpty else { return nil }
    let words = head.split(separator: " ")
    guard words.count == 3 else { return nil }
    var request = EchoServer.Request(method: String(words[0]), path: String(words[1]))
    while let field = line(), !field.isEmpty {
      guard let colon = field.firstIndex(of: ":") else { return nil }
      let value = field[field.index(after: colon)...].drop { $0 == " " }
      request.headers.append((String(field[..<colon]), String(value.reversed().drop { $0 == " " }.reversed())))
    }
    if request.header("Expect")?.lowercased() == "100-continue" {
      _ = EchoAnswer.send("HTTP/1.1 100 Continue\r\n\r\n".utf8, to: socket)
    }
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      while true {
        guard let size = line().flatMap({ Int($0, radix: 16) }), let chunk = take(size) else { return nil }
        if size == 0 { break }
        request.body += chunk
        _ = line()
      }
      while true {
        guard let trailer = line() else { return nil }
        if trailer.isEmpty { break }
        request.trailers.append(trailer)
      }
    } else if let length = request.header("Content-Length").flatMap({ Int($0) }) {
      guard let body = take(length) else { return nil }
      request.body = body
    }
    return request
  }

  private mutating func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = buffer[..<end].filter { $0 != 0x0D }
        buffer.removeSubrange(...end)
        return String(decoding: line, as: UTF8.self)
      }
      if !fill() { return nil }
    }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count { if !fill() { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private mutating func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(socket, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk.prefix(count)
    return true
  }
}
