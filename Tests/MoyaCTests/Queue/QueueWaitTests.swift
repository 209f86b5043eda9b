import CMoya
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaC

/// A provider and a queue, by the C functions.
///
/// Unchecked: the handles are for any thread.
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
      #expect(moya_provider_enqueue(provider, &target, queue, 0, nil, nil) == MOYA_OK)
    }
  }

  /// The number of rows that one wait brings, all of which are those of good ends; negative: a status.
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
}
