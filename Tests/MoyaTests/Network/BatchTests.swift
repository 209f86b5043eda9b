import Moya
import MoyaNetwork
import MoyaTestSupport
import Testing

/// A batch gives several completions to one queue together.
@Suite struct BatchTests {
  private func send(_ jobs: [Batch.Job], to queue: DispatchQueue) {
    let batch = Batch(for: queue)
    for job in jobs { batch.add(job) }
    batch.send()
  }

  @Test func `on a serial queue jobs run in order, each once, and none beside another`() {
    let queue = DispatchQueue(label: "serial")
    let order = Locked<[Int]>([])
    let done = Signal()
    send((0..<100).map { number in { order.with { $0.append(number) } } }, to: queue)
    queue.async { done.fire() }
    #expect(done.wait())
    #expect(order.current == Array(0..<100))
  }

  @Test func `on a concurrent queue a job that waits for a later one gets it`() {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let (last, done) = (Signal(), Signal())
    send([{ if last.wait() { done.fire() } }, {}, { last.fire() }], to: queue)
    #expect(done.wait())
  }

  @Test func `a job that has run is let go of before the next one begins`() {
    final class Token: Sendable {
      let gone: Signal
      init(_ gone: Signal) { self.gone = gone }
      deinit { gone.fire() }
    }
    let (gone, done) = (Signal(), Signal())
    func jobs() -> [Batch.Job] {
      let token = Token(gone)
      return [{ _ = token }, { if gone.wait() { done.fire() } }]
    }
    send(jobs(), to: DispatchQueue(label: "serial"))
    #expect(done.wait())
  }

  @Test func `a completion on a concurrent queue that waits for another request's holds up nobody`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let provider = MoyaProvider<Probe>(callbackQueue: queue)
    let (second, ended) = (Signal(), Signal())
    let isFirst = Locked(true)
    for number in 0..<2 {
      provider.request(Probe(server.host, "/\(number)")) { _ in
        let waits = isFirst.with { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        if !waits { second.fire() } else if !second.wait() { return }
        ended.fire()
      }
    }
    #expect(ended.wait(2))
  }
}
