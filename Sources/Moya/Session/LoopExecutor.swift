import Dispatch

/// The executor of a session with libcurl: hooks before a send run one after another, never on a caller's thread; the
/// jobs that a turn of the loop has for callers' queues go there together.
final class LoopExecutor: Executor {
  private let queue = DispatchQueue(label: "moya.session")
  private let network: CurlBackend

  init(_ network: CurlBackend) { self.network = network }

  func prepare(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    guard let outbox = network.outbox else { return queue.async(execute: work) }
    outbox.post(work, to: queue)
  }
}
