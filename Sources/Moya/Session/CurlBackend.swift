import MoyaTransport

/// Sends with libcurl, on a loop of its own that Dispatch pumps. The loop is made with the first request: a provider
/// whose requests are all stubbed opens nothing.
final class CurlBackend: Backend {
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
    // For requests without these two fields; Foundation's sessions send them too.
    limits.userAgent = HTTPHeader.defaultUserAgent.value
    limits.acceptEncoding = AcceptEncoding.session
    self.configuration = limits
  }

  deinit { pumped.withLock { $0 }?.loop.close() }

  var traits: BackendTraits { [.watchesTotalTimeout, .movesFiles] }

  /// Takes the jobs that go to callers' queues; `nil` before the first request.
  var outbox: Outbox? { pumped.withLock { $0?.outbox } }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      return try loop().start(exchange.wireRequest, options: exchange.options, observer: observer)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
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
