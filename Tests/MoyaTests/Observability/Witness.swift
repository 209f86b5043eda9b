import Moya
import MoyaTestSupport

/// The task-local that the tests carry into hooks and closures. Its value is called the mark.
enum Caller {
  @TaskLocal static var mark: String?
}

/// Records at which places the program's code ran, and which mark each place saw.
final class Witness: Sendable {
  static let nothing = "no mark"

  private let seen = Locked<[String: Set<String>]>([:])

  func see(_ place: String) {
    let mark = Caller.mark ?? Witness.nothing
    seen.with { _ = $0[place, default: []].insert(mark) }
  }

  /// Returns what was seen since the last call of this function.
  func take() -> [String: Set<String>] {
    seen.with { seen in
      defer { seen = [:] }
      return seen
    }
  }
}

/// Has every hook. Its `prepare` waits for a task.
struct WitnessPlugin: PluginType, BodyPlugin {
  static let places = [
    "prepare", "task of prepare", "sign", "willSend", "open", "receive", "end", "didReceive", "shouldRetry", "process",
    "releaseSlot",
  ]

  let witness: Witness

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    witness.see("prepare")
    let witness = witness
    _Concurrency.Task {
      witness.see("task of prepare")
      context.resume(.ready(request))
    }
    return .pending
  }

  func sign(_ request: URLRequest, context: PluginContext) -> Preparation {
    witness.see("sign")
    return .ready(request)
  }

  func willSend(_ request: any RequestType, context: PluginContext) { witness.see("willSend") }

  func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse {
    witness.see("open")
    return .read(Reader(witness: witness))
  }

  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) { witness.see("didReceive") }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    witness.see("shouldRetry")
    return .no
  }

  func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    witness.see("process")
    return result
  }

  func releaseSlot(context: PluginContext) { witness.see("releaseSlot") }

  private final class Reader: BodyReader {
    private let witness: Witness

    init(witness: Witness) { self.witness = witness }

    func receive(_ bytes: Data) -> Data {
      witness.see("receive")
      return bytes
    }

    func end() -> Data {
      witness.see("end")
      return Data()
    }
  }
}

/// A stream of bytes. It records the mark at each read.
final class WitnessStream: ByteStream, Sendable {
  private let witness: Witness
  private let left: Locked<Int>

  init(_ witness: Witness, size: Int) {
    self.witness = witness
    left = Locked(size)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    witness.see("read")
    return left.with { left in
      let count = min(left, buffer.count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 0x61)
      left -= count
      return count
    }
  }
}

/// A session that overrides `send`, and records the mark there.
final class WitnessSession: Session, @unchecked Sendable {
  private let witness: Witness

  init(_ witness: Witness, interceptor: (any RequestInterceptor)? = nil) {
    self.witness = witness
    super.init(interceptor: interceptor)
  }

  override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    witness.see("send")
    return super.send(exchange, observer: observer)
  }
}
