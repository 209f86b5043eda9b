import CMoya
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaC

/// A provider and a queue, used through the C functions.
///
/// The class is `@unchecked Sendable`, because any thread may use the handles.
private final class Desk: @unchecked Sendable {
  let provider: OpaquePointer
  let queue: OpaquePointer
  let server: EchoServer
  private let url: [CChar]

  init() throws {
    server = try EchoServer()
    url = Array("http://127.0.0.1:\(server.port)/get".utf8CString)
    var (provider, queue): (OpaquePointer?, OpaquePointer?)
    #expect(moya_provider_create(nil, &provider, nil) == MOYA_OK)
    #expect(moya_queue_create(&queue, nil) == MOYA_OK)
    self.provider = try #require(provider)
    self.queue = try #require(queue)
  }

  func enqueue() {
    url.withUnsafeBufferPointer { url in
      var target = moya_target()
      target.size = UInt32(MemoryLayout<moya_target>.size)
      target.base_url = url.baseAddress
      #expect(moya_provider_enqueue(provider, &target, queue, 0, 0, nil, nil, nil) == MOYA_OK)
    }
  }

  /// Makes one wait, and returns the number of its rows, or a negative status. All rows must be successful completions.
  func wait(milliseconds: Int32 = 10_000) -> Int {
    var rows = Array(repeating: moya_completion(), count: 8)
    let count = moya_queue_wait(queue, &rows, MemoryLayout<moya_completion>.size, 8, milliseconds)
    for row in rows.prefix(Int(max(0, count))) { #expect(row.status == MOYA_OK) }
    if count > 0 { moya_completions_release(&rows, MemoryLayout<moya_completion>.size, Int(count)) }
    return Int(count)
  }

  func end() {
    moya_provider_destroy(provider)
    moya_queue_destroy(queue)
    server.stop()
  }
}

@Suite(.timeLimitOfAll) struct QueueWaitTests {
  @Test func `a thread that moves its calls gets the rows of those of other threads`() throws {
    let desk = try Desk()
    let (threads, calls) = (3, 100)
    let ended = Protected(0)
    for _ in 0..<threads {
      Thread.detach {
        for _ in 0..<calls {
          desk.enqueue()
          moya_queue_wake(desk.queue)
        }
        ended.withLock { $0 += 1 }
      }
    }
    var (rows, own) = (0, 0)
    while rows < threads * calls + own {
      if own < calls {
        desk.enqueue()
        own += 1
      }
      let count = desk.wait()
      #expect(count >= 0)
      if count < 0 { break }
      rows += count
    }
    while ended.withLock({ $0 }) < threads { _ = desk.wait(milliseconds: 1) }
    #expect(rows == threads * calls + own)
    desk.end()
  }

  @Test func `several threads wait and enqueue in turn`() throws {
    let desk = try Desk()
    let (threads, calls) = (3, 100)
    let ended = Protected((threads: 0, rows: 0))
    for _ in 0..<threads {
      Thread.detach {
        var rows = 0
        for _ in 0..<calls {
          desk.enqueue()
          let count = desk.wait(milliseconds: 1)
          rows += max(0, count)
        }
        ended.withLock { $0 = ($0.threads + 1, $0.rows + rows) }
      }
    }
    var rows = 0
    while ended.withLock({ $0.threads }) < threads || rows + ended.withLock({ $0.rows }) < threads * calls {
      let count = desk.wait(milliseconds: 10)
      #expect(count >= 0)
      if count < 0 { break }
      rows += count
    }
    #expect(rows + ended.withLock { $0.rows } == threads * calls)
    desk.end()
  }

  /// Starts or continues a wait. It takes no row.
  private func take(_ part: QueuePart, _ wait: inout QueuePart.Wait?) -> QueuePart.Taken {
    part.take(1, for: &wait) { _, _ in }
  }

  @Test func `a wake ends also the wait of a thread that sleeps no more, while another one sleeps`() throws {
    let part = QueuePart()
    var (awake, asleep): (QueuePart.Wait?, QueuePart.Wait?)
    _ = take(part, &awake)
    _ = take(part, &asleep)
    let sleeper = try #require(asleep)
    let ended = Protected(false)
    Thread.detach {
      part.sleep(sleeper, milliseconds: -1)
      ended.withLock { $0 = true }
    }
    while part.state.withLock({ $0.sleeping }) == 0 { sched_yield() }
    part.wake()
    part.sleep(try #require(awake), milliseconds: -1)
    for var wait in [awake, asleep] {
      guard case .woken = take(part, &wait) else { return #expect(Bool(false), "it was not woken") }
      #expect(wait == nil)
    }
    while !ended.withLock({ $0 }) { sched_yield() }
    #expect(part.state.withLock { $0.isQuiet && $0.waiting == 0 && $0.called == 0 })
  }

  @Test func `a wake that is for a thread which pumps leaves the queue quiet for others`() {
    let part = QueuePart()
    var wait: QueuePart.Wait?
    _ = take(part, &wait)
    part.wake()
    #expect(part.state.withLock { $0.isQuiet })
    var later: QueuePart.Wait?
    guard case .nothing = take(part, &later) else { return #expect(Bool(false), "the wake was another wait's") }
    guard case .woken = take(part, &wait) else { return #expect(Bool(false), "it was not woken") }
    if let later { part.end(later) }
    #expect(part.state.withLock { $0.waiting == 0 })
  }
}
