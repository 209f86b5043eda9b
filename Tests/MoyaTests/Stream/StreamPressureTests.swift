import Glibc
import Moya
import MoyaTestSupport
import Testing

/// A slow reader slows the server, and no body is held in memory.
@Suite struct StreamPressureTests {
  /// The server counts the bytes that it can send. If nothing held it back, it would send all of them.
  @Test(arguments: [StreamFace.chunks, .lines, .feed])
  func `a reader that stops reading stops the server`(face: StreamFace) async throws {
    let length = 256 << 20
    let pouring = Pouring(length)
    let server = try EchoServer { _ in pouring.answer() }
    defer { server.stop() }
    let target = Probe(server.host, "/pour")
    let provider = MoyaProvider<Probe>(session: .patient())
    func check() async {
      #expect(await pouring.settled.reached())
      // The server can send only as much as the kernels of both sides and the reader hold.
      #expect(pouring.sent < 64 << 20)
    }
    var count = 0
    switch face {
    case .lines:
      // The body has no line end, so its first line is too long.
      await #expect(throws: MoyaError.self) {
        for try await _ in provider.lines(target, limit: 1000) { Issue.record("a line") }
      }
      await check()
    case .feed:
      let feed = try await provider.stream(target)
      await check()
      for try await chunk in feed { count += chunk.count }
    default:
      for try await chunk in provider.chunks(target) {
        if count == 0 { await check() }
        count += chunk.count
      }
    }
    if face != .lines { #expect(count == length) }
  }

  @Test func `a reader that stops again and again gets everything`() async throws {
    let pouring = Pouring(32 << 20)
    let server = try EchoServer { _ in pouring.answer() }
    defer { server.stop() }
    var count = 0
    for try await chunk in MoyaProvider<Probe>(session: .patient()).chunks(Probe(server.host, "/pour")) {
      // Other tasks run here, so that the reader's buffer is sometimes full.
      for _ in 0..<100 { await _Concurrency.Task.yield() }
      #expect(chunk.count < 1 << 20)
      count += chunk.count
    }
    #expect(count == 32 << 20)
  }

  private static let isLong = getenv("MOYA_LONG").map { String(cString: $0) } == "1"

  /// Runs in its own process, so that no other test uses memory of this process.
  @Test(.enabled(if: StreamPressureTests.isLong))
  func `a gigabyte takes no more memory than its first sixteenth`() async {
    await #expect(processExitsWith: .success) {
      let length = 1 << 30
      let pouring = Pouring(length)
      let server = try EchoServer { _ in pouring.answer() }
      defer { server.stop() }
      var (count, early) = (0, 0)
      for try await chunk in MoyaProvider<Probe>(session: .patient()).chunks(Probe(server.host, "/pour")) {
        count += chunk.count
        if early == 0, count > length / 16 { early = StreamPressureTests.peak }
      }
      #expect(count == length)
      #expect(early > 0 && StreamPressureTests.peak - early < 16 << 10, "KiB")
    }
  }

  /// The most memory that this process has had, in KiB.
  private static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
