import CLinux
import Glibc
import Testing

@testable import MoyaTransport

@Suite struct CorksTests {
  private let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

  private let one = ConnectionLabel(number: 1, generation: 1)
  private let other = ConnectionLabel(number: 1, generation: 2)

  private func isCorked(_ socket: Int32) -> Bool {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, &size)
    return value != 0
  }

  @Test func `the second request of a round on a connection corks it, until the round ends`() throws {
    defer { close(socket) }
    let own = try #require(OwnSocket(socket))
    var corks = Corks()
    corks.send(on: one) { own }
    corks.send(on: other) { own }
    #expect(!isCorked(socket))
    corks.send(on: one) { own }
    corks.send(on: one) { own }
    #expect(isCorked(socket) && corks.count == 1)
    corks.pull()
    #expect(!isCorked(socket))
    corks.send(on: one) { own }
    #expect(!isCorked(socket) && corks.count == 1, "another round")
  }

  @Test func `a connection that is not found is left alone`() {
    defer { close(socket) }
    var corks = Corks()
    for _ in 0..<2 { corks.send(on: one) { nil } }
    corks.pull()
    #expect(corks.count == 0)
  }

  @Test func `a socket that has got the number of a closed connection is left alone`() throws {
    defer { close(socket) }
    let own = try #require(OwnSocket(socket))
    var corks = Corks()
    for _ in 0..<2 { corks.send(on: one) { own } }
    let foreign = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    dup3(foreign, socket, Int32(O_CLOEXEC))
    var isOn: Int32 = 1
    setsockopt(foreign, Int32(IPPROTO_TCP), TCP_CORK, &isOn, socklen_t(MemoryLayout<Int32>.size))
    close(foreign)
    corks.pull()
    #expect(isCorked(socket), "its own cork was pulled")
    for _ in 0..<2 { corks.send(on: one) { own } }
    #expect(corks.count == 1)
  }
}
