import Glibc

/// What the echo server sends in response to one request.
package struct EchoAnswer: Sendable {
  package var status = 200
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8]
  /// How many milliseconds the server waits before the head.
  package var delay: UInt32 = 0
  /// Runs before the head.
  package var beforeHead: (@Sendable () -> Void)?
  /// How many milliseconds the server waits in the middle of the body.
  package var bodyDelay: UInt32 = 0
  /// Runs in the middle of the body, when the first half has been sent.
  package var halfway: (@Sendable () -> Void)?
  package var resets = false
  /// How many bytes of the body are sent before the connection is closed; `nil`: all bytes are sent, and the connection
  /// stays open.
  package var cut: Int?
  package var isChunked = false
  /// Sends the body itself, and returns false if the connection must be closed. There is no length: the body ends with
  /// the connection.
  package var writer: (@Sendable (_ socket: Int32) -> Bool)?

  package init(status: Int = 200, headers: [(name: String, value: String)] = [], body: String = #"{"ok":true}"#) {
    self.status = status
    self.headers = headers
    self.body = Array(body.utf8)
  }

  /// - Parameter visit: 1 for the first request to this path.
  package init(path: String, visit: Int = 1) {
    self.init()
    for segment in path.prefix(while: { $0 != "?" }).split(separator: "/") where segment.hasPrefix("_") {
      let parts = segment.dropFirst().split(separator: "-", maxSplits: 1)
      let number = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      switch parts.first {
      case "status":
        status = number
        body = number == 204 || number == 304 ? [] : Array(#"{"code": \#(number)}"#.utf8)
      case "delay": delay = UInt32(number)
      case "reset": resets = true
      case "redirect":
        status = number
        headers.append(("Location", "/landed"))
        body = []
      case "slowbody": bodyDelay = UInt32(number)
      case "len": body = [UInt8](repeating: UInt8(ascii: "x"), count: number)
      case "chunked": isChunked = true
      case "flaky":
        if visit <= number {
          status = 503
          body = Array("busy".utf8)
        }
      default: break
      }
    }
  }

  /// Sends the response. Returns false if the connection must be closed.
  func write(to socket: Int32, isHead: Bool) -> Bool {
    if delay > 0 { usleep(delay * 1000) }
    beforeHead?()
    if resets {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      return false
    }
    var head = "HTTP/1.1 \(status) Status\r\n"
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      head += "Content-Type: application/json\r\n"
    }
    for field in headers { head += "\(field.name): \(field.value)\r\n" }
    if isChunked {
      head += "Transfer-Encoding: chunked\r\n"
    } else if status != 204, status != 304, writer == nil {
      head += "Content-Length: \(body.count)\r\n"
    }
    guard EchoAnswer.send(head.utf8 + Array("\r\n".utf8), to: socket) else { return false }
    if let writer { return writer(socket) }
    return isHead || status == 204 || status == 304 || writeBody(to: socket)
  }

  private func writeBody(to socket: Int32) -> Bool {
    if isChunked {
      // The server sends all chunks with one write, so that the number of progress reports is always the same.
      var chunks: [UInt8] = []
      for start in stride(from: 0, to: body.count, by: 7) {
        let chunk = body[start..<min(start + 7, body.count)]
        chunks += "\(String(chunk.count, radix: 16))\r\n".utf8 + chunk + Array("\r\n".utf8)
      }
      return EchoAnswer.send(chunks + Array("0\r\n\r\n".utf8), to: socket)
    }
    if let cut {
      _ = EchoAnswer.send(body.prefix(cut), to: socket)
      return false
    }
    if bodyDelay == 0, halfway == nil { return EchoAnswer.send(body, to: socket) }
    let half = body.count / 2
    guard EchoAnswer.send(body[..<half], to: socket) else { return false }
    if bodyDelay > 0 { usleep(bodyDelay * 1000) }
    halfway?()
    return EchoAnswer.send(body[half...], to: socket)
  }

  package static func send(_ bytes: some Collection<UInt8>, to socket: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent <= 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
