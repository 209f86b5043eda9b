import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaNetwork
import MoyaTestSupport
import Synchronization
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct LifecycleTests {
  private func good() -> FaultServer {
    FaultServer { connection in
      while connection.request() != nil { connection.ok() }
    }
  }

  @Test func `a stopped transfer ends once, as cancelled, with the answer's head if it had come`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
      connection.waitForEnd()
    }
    let client = try Client()
    let collector = Collector()
    let transfer = client.start(collector, server.base) { $0.wantsProgress = true }
    client.pump { !collector.progress.isEmpty }
    transfer.stop()
    transfer.stop()
    client.pump { collector.isEnded }
    transfer.stop()
    client.loop.turn(waitingAtMost: 0)
    #expect(collector.error?.kind == .cancelled)
    #expect(collector.error?.response?.statusCode == 200)
    #expect(client.loop.activeCount == 0)
  }

  @Test func `a transfer stopped before its first turn never reaches the wire`() throws {
    let server = good()
    let client = try Client()
    let collector = Collector()
    client.start(collector, server.base).stop()
    client.pump { collector.isEnded }
    #expect(collector.error?.kind == .cancelled)
    #expect(client.send(server.base).text == "hello")
    #expect(server.requests.count == 1)
  }

  @Test func `a request started from an observer runs`() throws {
    let server = good()
    let client = try Client()
    let second = Collector()
    let loop = client.loop
    let base = server.base
    let first = Collector(onEnd: {
      _ = loop.start(URLRequest(urlText: base), options: TransferOptions(), observer: second)
      loop.turn(waitingAtMost: 1000)  // has no effect here
    })
    _ = client.start(first, base)
    client.pump { second.isEnded }
    #expect(first.text == "hello" && second.text == "hello")
  }

  @Test func `closing ends what is in flight and what waits, each once`() throws {
    let server = FaultServer { connection in connection.waitForEnd() }
    let loop = try Loop(configuration: .init())
    let collectors = (0..<200).map { _ in Collector() }
    for collector in collectors {
      _ = loop.start(URLRequest(urlText: server.base), options: TransferOptions(), observer: collector)
    }
    for _ in 0..<3 { loop.turn(waitingAtMost: 1) }
    loop.close()
    for collector in collectors { #expect(collector.error?.kind == .cancelled) }
    #expect(loop.activeCount == 0)
    let late = Collector()
    _ = loop.start(URLRequest(urlText: server.base), options: TransferOptions(), observer: late)
    #expect(late.error?.kind == .cancelled)
    loop.turn(waitingAtMost: 0)
    loop.close()
  }

  @Test func `closing from an observer takes effect when it returns`() throws {
    let server = good()
    let loop = try Loop(configuration: .init())
    let other = Collector()
    let first = Collector(onEnd: { loop.close() })
    _ = loop.start(URLRequest(urlText: server.base), options: TransferOptions(), observer: first)
    _ = loop.schedule(afterMilliseconds: 60_000) {}
    let deadline = MonotonicClock.now() + 20_000_000
    while !first.isEnded, MonotonicClock.now() < deadline { loop.turn(waitingAtMost: 50) }
    #expect(first.text == "hello")
    _ = loop.start(URLRequest(urlText: server.base), options: TransferOptions(), observer: other)
    #expect(other.error?.kind == .cancelled)
  }

  @Test func `closing ends the wait of a turn that begins at that moment`() throws {
    for round in 0..<3_000 {
      let loop = try Loop()
      let turns = Atomic<Int>(0)
      let closed = Signal()
      Thread.detach {
        while !loop.closed.isSet {
          turns.add(1, ordering: .relaxed)
          loop.turn(waitingAtMost: -1)
        }
      }
      Thread.detach {
        while turns.load(ordering: .relaxed) == 0 { sched_yield() }
        // Ends the first turn. The next turn begins while this thread closes the loop.
        loop.nudge()
        while turns.load(ordering: .relaxed) == 1 {}
        for _ in 0..<(round % 64) { _ = turns.load(ordering: .relaxed) }
        loop.close()
        closed.fire()
      }
      try #require(closed.wait())
    }
  }

  @Test func `Dispatch pumps a loop`() throws {
    let server = good()
    let loop = try Loop(configuration: .init())
    let pump = try DispatchPump(loop)
    for _ in 0..<3 {
      let collectors = (0..<100).map { _ in Collector() }
      for collector in collectors {
        _ = loop.start(URLRequest(urlText: server.base), options: TransferOptions(), observer: collector)
      }
      for collector in collectors {
        #expect(collector.ended.wait())
        #expect(collector.text == "hello")
      }
    }
    loop.close()
    pump.stop()
  }

  @Test func `a pumped loop closes while others submit, and every transfer ends once`() throws {
    let server = good()
    let loop = try Loop(configuration: .init())
    let pump = try DispatchPump(loop)
    let collectors = (0..<400).map { _ in Collector() }
    let half = Signal()
    let base = server.base
    for part in 0..<4 {
      Thread.detach {
        for (index, collector) in collectors[(part * 100)..<(part * 100 + 100)].enumerated() {
          if index == 50 { half.fire() }
          _ = loop.start(URLRequest(urlText: base), options: TransferOptions(), observer: collector)
        }
      }
    }
    #expect(half.wait())
    loop.close()
    for collector in collectors {
      #expect(collector.ended.wait())
      #expect(collector.ends.count == 1)
    }
    pump.stop()
  }

  @Test func `eight threads submit and stop at random, and every transfer ends once`() throws {
    let server = good()
    let loop = try Loop(configuration: .init())
    let pump = try DispatchPump(loop)
    let base = server.base
    let threads = 8
    let perThread = 250
    let ends = Atomic<Int>(0)
    let done = Signal()
    let all = Locked<[Collector]>([])
    for _ in 0..<threads {
      Thread.detach {
        for number in 0..<perThread {
          let collector = Collector(onEnd: {
            if ends.add(1, ordering: .relaxed).newValue == threads * perThread { done.fire() }
          })
          all.with { $0.append(collector) }
          let transfer = loop.start(URLRequest(urlText: base), options: TransferOptions(), observer: collector)
          if number % 3 == 0 { sched_yield() }
          if Bool.random() { transfer.stop() }
        }
      }
    }
    #expect(done.wait(seconds: 60))
    let collectors = all.with { $0 }
    #expect(collectors.count == threads * perThread)
    for collector in collectors {
      #expect(collector.ends.count == 1)
      #expect(collector.text == "hello" || collector.error?.kind == .cancelled)
    }
    #expect(collectors.contains { $0.text == "hello" } && collectors.contains { $0.error != nil })
    let last = Collector()
    _ = loop.start(URLRequest(urlText: base), options: TransferOptions(), observer: last)
    #expect(last.ended.wait() && last.text == "hello")
    loop.close()
    pump.stop()
  }

  @Test func `blocking callers on several threads get their answers and share loops`() throws {
    let server = good()
    var configuration = LoopConfiguration()
    configuration.proxy = ""
    let pool = LoopPool(configuration: configuration)
    let base = server.base
    let done = Signal()
    let good = Atomic<Int>(0)
    for _ in 0..<8 {
      Thread.detach {
        for _ in 0..<50 {
          let collector = Collector()
          try? pool.withLoop { loop in
            _ = loop.start(URLRequest(urlText: base), options: TransferOptions(), observer: collector)
            let deadline = MonotonicClock.now() + 20_000_000
            while !collector.isEnded, MonotonicClock.now() < deadline { loop.turn(waitingAtMost: 50) }
          }
          if collector.text == "hello" { good.add(1, ordering: .relaxed) }
        }
        done.fire()
      }
    }
    #expect(done.wait(8))
    #expect(good.load(ordering: .relaxed) == 400)
    #expect(server.connections <= 8)
    pool.close()
  }

  @Test func `a blocking transfer can be stopped by another thread`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.waitForSignal()
    }
    let pool = LoopPool()
    let collector = Collector()
    let started = Signal()
    let transfer = Locked<(any Stoppable)?>(nil)
    Thread.detach {
      _ = started.wait()
      transfer.with { $0 }?.stop()
    }
    try pool.withLoop { loop in
      let stoppable = loop.start(URLRequest(urlText: server.base), options: TransferOptions(), observer: collector)
      transfer.with { $0 = stoppable }
      loop.turn(waitingAtMost: 10)
      started.fire()
      let deadline = MonotonicClock.now() + 20_000_000
      while !collector.isEnded, MonotonicClock.now() < deadline { loop.turn(waitingAtMost: -1) }
    }
    #expect(collector.error?.kind == .cancelled)
  }

  /// Runs in its own process, where no other test opens descriptors.
  @Test func `no descriptor is left behind`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int { (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 } }
      let server = FaultServer { connection in
        while connection.request() != nil { connection.ok() }
      }
      let clients = 100
      let before = descriptors()
      for _ in 0..<clients {
        let client = try Client()
        #expect(client.send(server.base).text == "hello")
      }
      // The server closes its ends of the connections a little later.
      try Client().pump { descriptors() < before + clients / 10 }
    }
  }

  @Test func `the fork generation of a process that was not forked does not change`() {
    #expect(Fork.generation == 0)
  }
}
