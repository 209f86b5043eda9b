import Glibc
import Testing

@testable import MoyaTransport

@Suite struct CorksTests {
  private let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

  private var isCorked: Bool {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, &size)
    return value != 0
  }

  @Test func `the second request of a round on a connection corks it, until the round ends`() {
    defer { close(socket) }
    var corks = Corks()
    corks.send(fromPort: 1) { socket }
    corks.send(fromPort: 2) { socket }
    #expect(!isCorked)
    corks.send(fromPort: 1) { socket }
    corks.send(fromPort: 1) { socket }
    #expect(isCorked && corks.count == 1)
    corks.pull()
    #expect(!isCorked)
    corks.send(fromPort: 1) { socket }
    #expect(!isCorked && corks.count == 1, "another round")
  }

  @Test func `a connection that closes is left alone, as is one that is not found`() {
    defer { close(socket) }
    var corks = Corks()
    for _ in 0..<2 { corks.send(fromPort: 1) { socket } }
    corks.forget(socket)
    corks.pull()
    #expect(isCorked)
    for _ in 0..<2 { corks.send(fromPort: 1) { nil } }
    corks.pull()
    #expect(corks.count == 1)
  }
}
