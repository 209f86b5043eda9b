import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Observers that pause while something else happens to their transfer, its connection or its loop.
@Suite(.timeLimitOfAll) struct PauseTests {
  /// Wants a pause after every piece, and counts what it gets.
  private final class Sleeper: TransferObserver {
    private let heard = Locked<(body: [UInt8], pieces: Int, ends: [String])>(([], 0, []))

    var body: [UInt8] { heard.with { $0.body } }
    var pieces: Int { heard.with { $0.pieces } }
    var ends: [String] { heard.with { $0.ends } }

    func transferDidProgress(_ progress: TransferProgress) {}

    func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .observer }

    func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow {
      heard.with { heard in
        heard.body += bytes
        heard.pieces += 1
      }
      return .pause
    }

    func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {
      heard.with { heard in
        switch result {
        case .success: heard.ends.append("whole")
        case .failure(let error): heard.ends.append("\(error.kind)")
        }
      }
    }
  }

  private func start(_ loop: Loop, _ url: String, _ sleeper: Sleeper) throws -> any Stoppable & Resumable {
    var options = TransferOptions()
    options.wantsHead = true
    let transfer = loop.start(URLRequest(urlText: url), options: options, observer: sleeper)
    return try #require(transfer as? any Stoppable & Resumable)
  }

  /// Resumes each transfer after each of its pieces, until all transfers have ended.
  private func finish(_ client: borrowing Client, _ all: [(Sleeper, any Stoppable & Resumable)]) {
    var seen = all.map { _ in -1 }
    client.pump {
      for (index, (sleeper, transfer)) in all.enumerated() where sleeper.pieces != seen[index] {
        seen[index] = sleeper.pieces
        transfer.resume()
      }
      return all.allSatisfy { !$0.0.ends.isEmpty }
    }
  }

  private let text = letters(300_000)

  @Test func `several streams of one HTTP∕2 connection pause and go on, each by itself`() throws {
    let peers = Peers.shared
    let client = try Client { $0.caFile = peers.authority }
    var all: [(Sleeper, any Stoppable & Resumable)] = []
    for _ in 0..<5 {
      let sleeper = Sleeper()
      all.append((sleeper, try start(client.loop, "https://\(peers.peer("h2"))/large", sleeper)))
    }
    client.pump { all.allSatisfy { $0.0.pieces > 0 } }
    all[2].1.stop()
    client.pump { !all[2].0.ends.isEmpty }
    #expect(all[2].0.ends == ["cancelled"])
    all.remove(at: 2)
    finish(client, Array(all[..<1]))
    #expect(all[1...].allSatisfy { $0.0.ends.isEmpty })
    finish(client, all)
    for (sleeper, _) in all {
      #expect(Data(sleeper.body) == peers.file("www/large"))
      #expect(sleeper.ends == ["whole"])
    }
    #expect(client.send("https://\(peers.peer("h2"))/text").response?.metrics?.reusedConnection == true)
  }

  @Test(arguments: [true, false])
  func `a server that closes while the observer pauses ends the body, whole or cut off`(isWhole: Bool) throws {
    let text = text
    let server = FaultServer { connection in
      guard connection.request() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(isWhole ? text.count : text.count + 1)\r\n\r\n")
      connection.send(text)
    }
    let client = try Client()
    let sleeper = Sleeper()
    let transfer = try start(client.loop, server.base, sleeper)
    client.pump { sleeper.pieces > 0 }
    finish(client, [(sleeper, transfer)])
    #expect(sleeper.ends == [isWhole ? "whole" : "incompleteBody"])
    #expect(sleeper.body == text)
  }

  @Test func `a body without a length ends with its connection, also behind a pause`() throws {
    let text = text
    let server = FaultServer { connection in
      guard connection.request() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      connection.send(text)
    }
    let client = try Client()
    let sleeper = Sleeper()
    let transfer = try start(client.loop, server.base, sleeper)
    finish(client, [(sleeper, transfer)])
    #expect(sleeper.ends == ["whole"] && sleeper.body == text)
  }

  @Test(arguments: [true, false])
  func `a loop is closed while observers pause, and each ends once`(isSecure: Bool) throws {
    let peers = Peers.shared
    var sleepers: [Sleeper] = []
    do {
      let client = try Client { $0.caFile = peers.authority }
      let base = isSecure ? "https://\(peers.peer("h2"))" : "http://\(peers.peer("plain"))"
      for _ in 0..<4 {
        sleepers.append(Sleeper())
        _ = try start(client.loop, base + "/large", try #require(sleepers.last))
      }
      client.pump { sleepers.allSatisfy { $0.pieces > 0 } }
    }
    #expect(sleepers.allSatisfy { $0.ends == ["cancelled"] })
  }

  @Test func `a loop of one caller sleeps while its observer pauses, and is woken by the end of the pause`() throws {
    let text = text
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok(String(decoding: text, as: UTF8.self)) }
    }
    var configuration = LoopConfiguration()
    configuration.proxy = ""
    let loop = try Loop(configuration: configuration, isForOneCaller: true)
    let sleeper = Sleeper()
    loop.claimed {
      guard let transfer = try? start(loop, server.base, sleeper) else { return }
      var seen = 0
      while sleeper.ends.isEmpty {
        loop.turn(waitingAtMost: 10_000)
        if sleeper.pieces > seen {
          seen = sleeper.pieces
          Thread.detach { transfer.resume() }
        }
      }
    }
    #expect(sleeper.ends == ["whole"] && sleeper.body == text)
    loop.close()
  }

  @Test func `a resume from inside the piece counts for the pause that the piece asks for`() throws {
    final class Eager: TransferObserver {
      let transfer = Locked<(any Resumable)?>(nil)
      let count = Locked(0)
      let ended = Locked(false)
      func transferDidProgress(_ progress: TransferProgress) {}
      func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .observer }
      func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow {
        count.with { $0 += bytes.count }
        transfer.with { $0 }?.resume()
        return .pause
      }
      func transferDidFinish(_ result: Result<TransferResponse, TransferError>) { ended.with { $0 = true } }
    }
    let text = text
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok(String(decoding: text, as: UTF8.self)) }
    }
    let client = try Client()
    let eager = Eager()
    var options = TransferOptions()
    options.wantsHead = true
    let transfer = client.loop.start(URLRequest(urlText: server.base), options: options, observer: eager)
    eager.transfer.with { $0 = transfer as? any Resumable }
    client.pump { eager.ended.with { $0 } }
    #expect(eager.count.with { $0 } == text.count)
    eager.transfer.with { $0 = nil }
  }
}
