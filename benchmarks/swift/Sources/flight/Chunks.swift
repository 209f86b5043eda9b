import Dispatch
import Glibc
import Moya

/// Reads one stream of `count` chunks. The task waits for each chunk, because the backend gives the next chunk only when
/// the loop has the last one.
func readChunks(_ user: User, _ count: Int) async {
  let backend = ChunkBackend(count)
  let provider = MoyaXProvider(backend: backend)
  do {
    for try await chunk in provider.chunks(user) {
      backend.bytes += chunk.count
      backend.gate.signal()
    }
  } catch {
    print("a wrong end: \(error)")
    exit(1)
  }
  if backend.bytes != count * ChunkBackend.size {
    print("\(backend.bytes) bytes")
    exit(1)
  }
}

/// A backend that gives chunks of the size in which libcurl gives them.
///
/// The class is `@unchecked Sendable` because only the loop uses `bytes`.
private final class ChunkBackend: Backend, @unchecked Sendable {
  static let size = 16 << 10

  let gate = DispatchSemaphore(value: 1)
  var bytes = 0
  private let count: Int

  init(_ count: Int) { self.count = count }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    DispatchQueue(label: "chunks").async { [count, gate] in
      let head = HTTPURLResponse(urlText: "http://benchmark", statusCode: 200, fields: HeaderFields())
      _ = observer.transferDidReceiveHead(head)
      let chunk = [UInt8](repeating: 0, count: ChunkBackend.size)
      for _ in 0..<count {
        gate.wait()
        _ = chunk.withUnsafeBytes { observer.transferDidReceiveBody($0) }
      }
      observer.transferDidFinish(.success(TransferResponse(response: head, body: Data())))
    }
    return nil
  }
}
