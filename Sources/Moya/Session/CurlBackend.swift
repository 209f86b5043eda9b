import MoyaTransport

/// Sends with libcurl, on a loop of its own that Dispatch pumps. Made with the first request: a provider whose
/// requests are all stubbed opens nothing.
final class CurlBackend: Backend {
  /// Where plugins prepare requests: one after another, never on a caller's thread.
  private let queue = DispatchQueue(label: "moya.session")
  private let configuration: LoopConfiguration
  private let pumped = Protected<Pumped?>(nil)

  private struct Pumped: Sendable {
    let loop: Loop
    let pump: DispatchPump
    let outbox: Outbox
  }

  init(_ configuration: URLSessionConfiguration) {
    var limits = LoopConfiguration()
    limits.maxConnectionsPerHost = max(1, configuration.httpMaximumConnectionsPerHost)
    limits.caFile = configuration.certificateAuthorityFile
    limits.proxy = configuration.proxy
    // Of a session without header fields for it, as Foundation's sessions send them.
    limits.userAgent = HTTPHeader.defaultUserAgent.value
    limits.acceptEncoding = AcceptEncoding.session
    self.configuration = limits
  }

  deinit { pumped.withLock { $0 }?.loop.close() }

  var watchesTotalTimeout: Bool { true }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      return try loop().start(exchange.wireRequest, options: exchange.options, observer: observer)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
  }

  func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    guard let outbox = pumped.withLock({ $0?.outbox }) else { return queue.async(execute: work) }
    outbox.post(work, to: queue)
  }

  private func loop() throws(TransferError) -> Loop {
    try pumped.withLock { pumped throws(TransferError) in
      if let pumped { return pumped.loop }
      do throws(LoopConfiguration.Fault) { try configuration.check() } catch {
        throw switch error.part {
        case .caFile where error.systemCode != 0:
          TransferError(
            system: "the session's certificateAuthorityFile cannot be used: \(error.reason)", errno: error.systemCode)
        case .caFile: TransferError(.tls, "the session's certificateAuthorityFile cannot be used: \(error.reason)")
        case .proxy: TransferError(.proxy, "the session's proxy cannot be used: \(error.reason)")
        }
      }
      let loop = try Loop(configuration: configuration)
      pumped = Pumped(loop: loop, pump: try DispatchPump(loop), outbox: Outbox(loop))
      return loop
    }
  }
}
