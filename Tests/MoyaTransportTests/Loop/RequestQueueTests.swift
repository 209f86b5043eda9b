import Testing

@testable import MoyaTransport

@Suite struct RequestQueueTests {
  private final class Item: Waitable {
    let name: String
    var place = -1
    init(_ name: String) { self.name = name }
  }

  private func origin(_ host: String) -> Origin { Origin(urlText: "http://\(host)/") }

  @Test func `the limit per host and the limit of all hold, hosts take turns, each host is first come first served`() {
    var queue = RequestQueue<Item>(limit: 3, limitPerHost: 2)
    let a = queue.host(origin("a"))
    let b = queue.host(origin("b"))
    for number in 0..<4 { queue.append(Item("a\(number)"), to: a) }
    for number in 0..<2 { queue.append(Item("b\(number)"), to: b) }
    #expect([queue.start()?.name, queue.start()?.name, queue.start()?.name] == ["a0", "b0", "a1"])
    #expect(queue.start() == nil && !queue.canStart)
    queue.finished(on: a)
    #expect(queue.start()?.name == "a2", "on the connection that is free")
    queue.finished(on: b)
    #expect(queue.start()?.name == "b1")
    #expect(queue.running == 3)
    queue.finished(on: a)
    #expect(queue.start()?.name == "a3")
  }

  @Test func `hosts with one place each take turns`() {
    var queue = RequestQueue<Item>(limit: 1, limitPerHost: 2)
    let hosts = ["a", "b"].map { queue.host(origin($0)) }
    for host in hosts { for number in 0..<2 { queue.append(Item("\(host.origin.host)\(number)"), to: host) } }
    var started: [String?] = []
    for turn in 0..<4 {
      started.append(queue.start()?.name)
      queue.finished(on: hosts[turn % 2])
    }
    #expect(started == ["a0", "b0", "a1", "b1"])
  }

  /// Three hosts share the connection places. Later, a fourth host comes. The transfers end one after another, in an
  /// order that favours no host.
  @Test func `where as many run as may, a host's places stay with it, and one that comes gets its share`() {
    var queue = RequestQueue<Item>(limit: 20, limitPerHost: 20)
    var running: [String: Int] = [:]
    var hosts: [RequestQueue<Item>.Host] = []
    var moved = 0
    func come(_ name: String) {
      hosts.append(queue.host(origin(name)))
      running[name] = 0
      for _ in 0..<1000 { queue.append(Item(name), to: hosts[hosts.count - 1]) }
    }
    func turn(_ number: Int) {
      let host = hosts[number * number / 7 % hosts.count]
      guard running[host.origin.host] != 0 else { return }
      queue.finished(on: host)
      running[host.origin.host, default: 0] -= 1
      guard let next = queue.start() else { return }
      if next.name != host.origin.host { moved += 1 }
      running[next.name, default: 0] += 1
    }
    for name in ["a", "b", "c"] { come(name) }
    while let item = queue.start() { running[item.name, default: 0] += 1 }
    for number in 0..<300 { turn(number) }
    #expect(moved == 0)
    come("d")
    for number in 0..<300 { turn(number) }
    #expect(running.values.allSatisfy { (4...6).contains($0) })
    #expect(moved < 10, "five have to")
  }

  @Test func `one that was taken out does not start`() {
    var queue = RequestQueue<Item>(limit: 1, limitPerHost: 1)
    let a = queue.host(origin("a"))
    let items = ["0", "1", "2"].map(Item.init)
    for item in items { queue.append(item, to: a) }
    #expect(queue.start() === items[0])
    queue.remove(items[1], from: a)
    queue.finished(on: a)
    #expect(queue.start() === items[2])
    queue.finished(on: a)
    #expect(queue.start() == nil && !queue.canStart && queue.running == 0)
  }

  private final class Counted: Waitable {
    var steps = 0
    private var number = -1
    var place: Int {
      get {
        steps += 1
        return number
      }
      set {
        steps += 1
        number = newValue
      }
    }
  }

  @Test(arguments: [1, -1, 7919])
  func `to take one out takes a few steps, wherever it waits`(stride: Int) {
    let count = 10_000
    var queue = RequestQueue<Counted>(limit: 1, limitPerHost: 1)
    let host = queue.host(origin("a"))
    let items = (0..<count).map { _ in Counted() }
    for item in items { queue.append(item, to: host) }
    var index = 0
    for _ in 0..<count - 1 {
      index = (index + stride + count) % count
      queue.remove(items[index], from: host)
    }
    #expect(items.reduce(0) { $0 + $1.steps } < 5 * count)
    #expect(queue.start() === items[0] && !queue.canStart)
  }

  @Test func `what came before a first one failed to connect has waited for a connection since then`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 3)
    let host = secure(3, &queue)
    #expect(host.waitedInVain(since: 5) == nil)
    #expect(queue.start(at: 10)?.name == "0")
    queue.finished(on: host, at: 30)
    #expect(host.waitedInVain(since: 5) == 10, "since it began to connect")
    #expect(host.waitedInVain(since: 20) == 20, "since it came")
    #expect(host.waitedInVain(since: 30) == nil, "it came later")
    #expect(queue.start(at: 40)?.name == "1")
    queue.opened(host, speaks: .http2)
    #expect(host.waitedInVain(since: 5) == nil, "there is a connection")
  }

  @Test func `answers of a host are small as long as each was, and none was lost with its connection`() {
    var queue = RequestQueue<Item>(limit: 1, limitPerHost: 1)
    let host = queue.host(origin("a"))
    #expect(!host.answersAreSmall, "not known")
    host.answered(64 << 10)
    #expect(host.answersAreSmall)
    host.lostConnection()
    #expect(!host.answersAreSmall)
    host.answered(1)
    #expect(host.answersAreSmall)
    host.answered(64 << 10 + 1)
    host.answered(1)
    #expect(!host.answersAreSmall)
  }

  /// Makes a host with TLS for which this many requests wait.
  private func secure(_ count: Int, _ queue: inout RequestQueue<Item>) -> RequestQueue<Item>.Host {
    let host = queue.host(Origin(urlText: "https://a/"))
    for number in 0..<count { queue.append(Item("\(number)"), to: host) }
    return host
  }

  @Test func `over TLS the others wait until the first one is connected`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 3)
    let host = secure(5, &queue)
    #expect(queue.start()?.name == "0")
    #expect(queue.start() == nil && !queue.canStart)
    queue.opened(host, speaks: .http2)
    #expect([queue.start()?.name, queue.start()?.name, queue.start()?.name] == ["1", "2", nil])
    queue.opened(host, speaks: .http2)
    queue.finished(on: host)
    #expect(queue.start()?.name == "3")
    for _ in 0..<3 { queue.finished(on: host) }
    #expect(queue.start()?.name == "4", "the next first one")
    queue.append(Item("5"), to: host)
    #expect(queue.start() == nil)
  }

  @Test func `of a host that does not share connections nobody waits for another's handshake, until it does`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 10)
    let host = secure(1, &queue)
    #expect(queue.start()?.name == "0")
    queue.opened(host, speaks: .http11)
    queue.finished(on: host)
    for name in ["1", "2"] { queue.append(Item(name), to: host) }
    #expect([queue.start()?.name, queue.start()?.name] == ["1", "2"])
    queue.opened(host, speaks: .http2)
    for _ in 0..<2 { queue.finished(on: host) }
    for name in ["3", "4"] { queue.append(Item(name), to: host) }
    #expect([queue.start()?.name, queue.start()?.name] == ["3", nil])
  }

  @Test func `a host is spread as long as none of its connections did for several transfers`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 10)
    #expect(queue.host(origin("a")).isSpread, "without TLS")
    let host = secure(0, &queue)
    #expect(!host.isSpread, "not known")
    queue.opened(host, speaks: .http11)
    #expect(host.isSpread)
    queue.opened(host, speaks: .http2)
    #expect(!host.isSpread)
    queue.opened(host, speaks: .http11)
    #expect(!host.isSpread, "another connection of it does for several")
  }

  @Test func `a transfer whose target says what it speaks tells nothing about the host`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 10)
    let host = secure(2, &queue)
    #expect(queue.start()?.name == "0")
    queue.opened(host, speaks: nil)
    #expect(!host.isSpread)
    #expect(queue.start()?.name == "1")
    queue.opened(host, speaks: .http2)
    queue.opened(host, speaks: nil)
    for _ in 0..<2 { queue.finished(on: host) }
    for name in ["2", "3"] { queue.append(Item(name), to: host) }
    #expect([queue.start()?.name, queue.start()?.name] == ["2", nil], "it still shares connections")
  }

  @Test func `those who waited for a connection start together, also when the first was answered before they could`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 10)
    let host = secure(4, &queue)
    #expect(queue.start()?.name == "0")
    queue.opened(host, speaks: .http2)
    queue.finished(on: host)
    #expect((0..<4).map { _ in queue.start()?.name } == ["1", "2", "3", nil])
    for _ in 0..<3 { queue.finished(on: host) }
    for name in ["4", "5"] { queue.append(Item(name), to: host) }
    #expect([queue.start()?.name, queue.start()?.name] == ["4", nil], "the next first one")
  }

  @Test func `a connection for which nobody waited any more lets the next ones wait`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 10)
    let host = secure(1, &queue)
    #expect(queue.start()?.name == "0")
    let item = Item("1")
    queue.append(item, to: host)
    queue.opened(host, speaks: .http2)
    queue.remove(item, from: host)
    queue.finished(on: host)
    for name in ["2", "3"] { queue.append(Item(name), to: host) }
    #expect([queue.start()?.name, queue.start()?.name] == ["2", nil])
  }

  @Test func `when the first one fails to connect, the others do not wait for the second`() {
    var queue = RequestQueue<Item>(limit: 10, limitPerHost: 10)
    let host = secure(4, &queue)
    #expect(queue.start()?.name == "0")
    queue.finished(on: host)
    #expect([queue.start()?.name, queue.start()?.name, queue.start()?.name] == ["1", "2", "3"])
    queue.opened(host, speaks: .http2)
    for _ in 0..<3 { queue.finished(on: host) }
    for name in ["4", "5"] { queue.append(Item(name), to: host) }
    #expect(queue.start()?.name == "4")
    #expect(queue.start() == nil, "it has been reached again")
  }
}
