import Testing

@testable import Moya

/// Tests what a `StreamReader` stores for the task that reads a stream. These tests send no request.
@Suite struct StreamReaderTests {
  private let reader = StreamReader()

  private func receive(_ count: Int, _ byte: UInt8 = 0) throws -> BodyFlow {
    try [UInt8](repeating: byte, count: count).withUnsafeBytes { try reader.receive($0) }
  }

  private func take() -> String {
    switch reader.take() {
    case .bytes(let data): "\(data.count) bytes"
    case .end: "end"
    case .failed(let error): error.transferKind.map { "\($0)" } ?? "\(error)"
    case .nothing: "nothing"
    }
  }

  private func finish(_ error: TransferError? = nil) {
    reader.finish(error.map { .failure(.underlying($0, nil)) } ?? .success(Response(statusCode: 200, data: Data())))
  }

  private func begin() throws -> BodyDestination {
    try reader.receive(HTTPURLResponse(urlText: "http://a", statusCode: 200, fields: HeaderFields()))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let pieces: [Int]
    let flows: [BodyFlow]
    let taken: [String]
    var testDescription: String { "\(pieces)" }
  }

  @Test(arguments: [
    Row(pieces: [], flows: [], taken: ["nothing"]),
    Row(pieces: [1], flows: [.more], taken: ["1 bytes", "nothing"]),
    Row(pieces: [0, 1, 2], flows: [.more, .more, .more], taken: ["3 bytes", "nothing"]),
    Row(pieces: [262_143], flows: [.more], taken: ["262143 bytes", "nothing"]),
    Row(pieces: [262_143, 1, 5], flows: [.more, .pause, .pause], taken: ["262149 bytes", "nothing"]),
    Row(pieces: [524_287], flows: [.pause], taken: ["524287 bytes", "nothing"]),
    Row(pieces: [524_288], flows: [.pause], taken: ["262144 bytes", "262144 bytes", "nothing"]),
    Row(pieces: [1_000_000], flows: [.pause], taken: ["262144 bytes", "262144 bytes", "475712 bytes", "nothing"]),
  ])
  func `a reader pauses when it is full, and gives what it has`(row: Row) throws {
    _ = try begin()
    for (piece, flow) in zip(row.pieces, row.flows) { #expect(try receive(piece) == flow) }
    for taken in row.taken { #expect(take() == taken) }
  }

  @Test func `a pause ends only if the reader is not full`() throws {
    _ = try begin()
    #expect(try receive(1 << 20) == .pause)
    reader.endPause()
    #expect(try reader.resume() == .pause)
    #expect(reader.isPaused)
    while take() != "nothing" {}
    reader.endPause()
    #expect(try reader.resume() == .more)
    #expect(!reader.isPaused)
    #expect(try receive(1) == .more)
  }

  @Test(arguments: [nil, TransferError(.network, "broken")])
  func `the result comes after the bytes`(error: TransferError?) throws {
    _ = try begin()
    _ = try receive(3)
    finish(error)
    finish(TransferError(.other, "a second result"))
    #expect(take() == "3 bytes")
    for _ in 0..<2 { #expect(take() == (error == nil ? "end" : "network")) }
  }

  @Test func `a cancelled reader has no bytes and no result`() throws {
    _ = try begin()
    _ = try receive(3)
    reader.cancel()
    #expect(try receive(3) == .more)
    finish()
    #expect(take() == "cancelled")
    #expect(throws: MoyaError.self) { try reader.head?.get() }
  }

  @Test func `a task that waits gets the bytes, and another that waits gets an error`() async throws {
    _ = try begin()
    let call = StreamCall(reader, AwaitedCall(reader: reader))
    let kinds = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do throws(MoyaError) {
            return try await call.chunk().map { "\($0.count) bytes" } ?? "end"
          } catch {
            return error.transferKind.map { "\($0)" } ?? "\(error)"
          }
        }
      }
      var kinds: [String] = []
      for try await kind in group {
        kinds.append(kind)
        if kinds.count == 1 { _ = try receive(2) }
      }
      return kinds
    }
    #expect(kinds == ["invalidRequest", "2 bytes"])
  }

  @Test func `a task that waits for the head does not get bytes`() async throws {
    let call = StreamCall(reader, AwaitedCall(reader: reader))
    async let head = call.head()
    _ = try begin()
    _ = try receive(1)
    #expect(try await head.statusCode == 200)
    #expect(take() == "1 bytes")
  }
}
