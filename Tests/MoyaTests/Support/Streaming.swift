import Glibc
import Moya
import MoyaTestSupport

/// How a test reads a response as it comes.
enum StreamFace: CaseIterable, Sendable {
  case chunks, lines, events, reconnecting, feed, feedLines, feedEvents

  /// Reads the whole response, and returns the pieces.
  func read(
    _ provider: MoyaProvider<Probe>, _ target: Probe, _ show: @Sendable (String) async -> Void = { _ in }
  ) async throws -> [String] {
    var pieces: [String] = []
    func add(_ piece: String) async {
      pieces.append(piece)
      await show(piece)
    }
    switch self {
    case .chunks: for try await chunk in provider.chunks(target) { await add(String(decoding: chunk, as: UTF8.self)) }
    case .lines: for try await line in provider.lines(target) { await add(line) }
    case .events: for try await event in provider.events(target) { await add(event.data) }
    case .reconnecting: for try await event in provider.events(target, reconnects: true) { await add(event.data) }
    case .feed:
      for try await chunk in try await provider.stream(target) { await add(String(decoding: chunk, as: UTF8.self)) }
    case .feedLines: for try await line in try await provider.stream(target).lines() { await add(line) }
    case .feedEvents: for try await event in try await provider.stream(target).events() { await add(event.data) }
    }
    return pieces
  }

  /// Reads one piece, and leaves the loop.
  func readOne(_ provider: MoyaProvider<Probe>, _ target: Probe) async throws {
    switch self {
    case .chunks: for try await _ in provider.chunks(target) { break }
    case .lines: for try await _ in provider.lines(target) { break }
    case .events: for try await _ in provider.events(target) { break }
    case .reconnecting: for try await _ in provider.events(target, reconnects: true) { break }
    case .feed: for try await _ in try await provider.stream(target) { break }
    case .feedLines: for try await _ in try await provider.stream(target).lines() { break }
    case .feedEvents: for try await _ in try await provider.stream(target).events() { break }
    }
  }
}

/// Sends a body as fast as the client takes it, and counts its bytes.
final class Pouring: Sendable {
  private static let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)

  private let count = Locked(0)
  /// Fires once: when the client takes nothing more for a while, or when everything was sent.
  let settled = Signal()
  private let length: Int

  init(_ length: Int) { self.length = length }

  var sent: Int { count.current }

  func answer() -> EchoAnswer {
    var answer = EchoAnswer()
    answer.writer = { socket in
      self.pour(to: socket)
      return false
    }
    return answer
  }

  private func pour(to socket: Int32) {
    var isSettled = false
    func settle() {
      if !isSettled { settled.fire() }
      isSettled = true
    }
    while sent < length {
      let done = Pouring.piece.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, min($0.count, length - sent), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if done > 0 {
        count.with { $0 += done }
      } else {
        guard errno == EAGAIN else { break }
        var writable = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        if poll(&writable, 1, 200) == 0 {
          settle()
          poll(&writable, 1, -1)
        }
      }
    }
    settle()
  }
}

extension Data {
  /// Returns bytes with a pattern of 250 bytes. A closure for each byte would need minutes under ThreadSanitizer.
  static func patterned(_ size: Int) -> Data {
    let pattern = Data((0..<250).map { UInt8($0) })
    var data = Data()
    data.reserveCapacity(size + pattern.count)
    while data.count < size { data.append(pattern) }
    return data.prefix(size)
  }
}
