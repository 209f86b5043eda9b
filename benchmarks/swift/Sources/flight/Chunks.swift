import Dispatch
import Glibc
import Moya

/// Reads one stream of `count` chunks in a `for` loop.
///
/// - Parameter waits: If true, the task waits for each chunk, because the backend gives the next chunk only when the
///   loop asks for it. If false, each chunk has arrived when the loop asks for it.
func readChunks(_ user: User, _ count: Int, waits: Bool) async {
  let backend = ChunkBackend(count)
  let provider = MoyaXProvider(backend: backend)
  do {
    for try await chunk in provider.chunks(user) {
      backend.bytes += chunk.count
      backend.gate.signal()
      if !waits { backend.arrived.wait() }
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

/// A backend that gives one chunk after another.
///
/// The class is `@unchecked Sendable` because only the loop that reads the stream uses `bytes`.
private final class ChunkBackend: Backend, @unchecked Sendable {
  /// The number of bytes in a chunk. A larger chunk is copied with one repeated instruction, which callgrind counts
  /// once for each byte.
  static let size = 1 << 10

  /// Signalled when the loop wants another chunk.
  let gate = Turn(1)
  /// Signalled when another chunk has arrived, or when the response has ended.
  let arrived = Turn(0)
  var bytes = 0
  private let count: Int

  init(_ count: Int) { self.count = count }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    DispatchQueue(label: "chunks").async { [count, gate, arrived] in
      let head = HTTPURLResponse(urlText: "http://benchmark", statusCode: 200, fields: HeaderFields())
      _ = observer.transferDidReceiveHead(head)
      let chunk = [UInt8](repeating: 0, count: ChunkBackend.size)
      for number in 0..<count {
        gate.wait()
        _ = chunk.withUnsafeBytes { observer.transferDidReceiveBody($0) }
        // The first chunk is not signalled, because the loop has already waited for it.
        if number > 0 { arrived.signal() }
      }
      gate.wait()
      observer.transferDidFinish(.success(TransferResponse(response: head, body: Data())))
      arrived.signal()
    }
    return nil
  }
}

/// A semaphore of POSIX. A semaphore of Dispatch would read the clock before each wait. `instructions.py` does not
/// count the functions of this class, so they must not be inlined.
///
/// The class is `@unchecked Sendable` because any thread may use a semaphore.
final class Turn: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ count: UInt32) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  @inline(never) func wait() { while sem_wait(semaphore) != 0 {} }

  @inline(never) func signal() { sem_post(semaphore) }
}
