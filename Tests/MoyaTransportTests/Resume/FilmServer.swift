import Glibc
import MoyaTestSupport

/// A server that has one film, and that follows RFC 9110 unless its test says otherwise. `script` says what each
/// response is. The server repeats the last response.
final class FilmServer: @unchecked Sendable {
  enum Answer: Sendable {
    /// Sends what was requested: the rest, nothing, or everything.
    case asAsked
    /// Sends what was requested, and closes the connection in the middle of the body.
    case cut
    /// Like `cut`, but the connection ends with a reset, after `signal`.
    case reset
    /// Like `cut`, but the connection stays open and silent.
    case stall
    /// Sends everything, whatever was requested.
    case everything
    /// Sends what the closure returns. The closure gets the start of the range, if one was requested.
    case raw(@Sendable (_ start: Int?) -> [UInt8])
  }

  struct Film: Sendable {
    var bytes: [UInt8]
    /// The fields that identify the film: `ETag`, `Last-Modified` and `Date` lines.
    var names: [String]

    /// - Parameter seed: makes films differ in every byte.
    init(_ names: [String] = ["ETag: \"one\""], seed: Int = 1, count: Int = 300_000) {
      self.names = names
      bytes = unlikeBytes(count, seed: seed)
    }

    func head(_ status: String, _ lines: [String] = []) -> [UInt8] {
      Array((["HTTP/1.1 \(status)"] + names + lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Returns a correct 206 with everything from `start` on.
    func rest(from start: Int) -> [UInt8] {
      let lines = ["Content-Length: \(bytes.count - start)", range("\(start)-\(bytes.count - 1)")]
      return head("206 Partial Content", lines) + bytes[start...]
    }

    func whole() -> [UInt8] {
      head("200 OK", ["Content-Type: video/x-test", "Content-Length: \(bytes.count)"]) + bytes
    }

    func range(_ range: String, of count: Int? = nil) -> String {
      "Content-Range: bytes \(range)/\(count ?? bytes.count)"
    }
  }

  private let server: FaultServer
  private let state: Locked<(film: Film, script: [Answer])>

  init(_ film: Film = Film(), _ script: [Answer]) {
    let state = Locked((film: film, script: script))
    self.state = state
    server = FaultServer { connection in
      while let request = connection.request() {
        let (film, answer) = state.with { state in
          (state.film, state.script.count > 1 ? state.script.removeFirst() : state.script.first ?? .asAsked)
        }
        if !FilmServer.give(answer, of: film, to: request, on: connection) { return }
      }
    }
  }

  var url: String { server.base + "/film" }
  /// The received header sections, in order.
  var requests: [String] { server.requests }
  var signal: Signal { server.signal }
  /// The start of each request's range.
  var starts: [Int?] { requests.map(FilmServer.start) }

  func show(_ film: Film) { state.with { $0.film = film } }

  /// Responds to the request. Returns false if the connection must end.
  private static func give(
    _ answer: Answer, of film: Film, to request: String, on connection: FaultServer.Connection
  ) -> Bool {
    let asked = start(request)
    switch answer {
    case .asAsked: return connection.send(message(film, request))
    case .everything: return connection.send(film.whole())
    case .raw(let make): return connection.send(make(asked))
    case .cut, .reset, .stall:
      let message = message(film, request)
      connection.send(Array(message[..<(message.count - (film.bytes.count - (asked ?? 0)) / 2)]))
      if case .cut = answer { return false }
      connection.waitForSignal()
      if case .reset = answer { connection.reset() } else { connection.waitForEnd() }
      return false
    }
  }

  private static func message(_ film: Film, _ request: String) -> [UInt8] {
    guard let start = start(request), let name = field("If-Range", request),
      film.names.contains(where: { $0.hasSuffix(name) })
    else { return film.whole() }
    if start >= film.bytes.count {
      return film.head("416 Range Not Satisfiable", [film.range("*"), "Content-Type: text/html", "Content-Length: 4"])
        + Array("none".utf8)
    }
    return film.rest(from: start)
  }

  private static func start(_ request: String) -> Int? {
    field("Range", request).flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
  }

  static func field(_ name: String, _ request: String) -> String? {
    request.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }
}
