import MoyaCore
import MoyaTransport

/// Sends with libcurl, on a loop.
package final class LoopBackend: Backend {
  private let late: LateLoop

  package init(_ late: LateLoop) { self.late = late }

  package var traits: BackendTraits { [.watchesTotalTimeout, .movesFiles] }

  package func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      return try late.loop().start(exchange.wireRequest, options: exchange.options, observer: observer)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
  }
}
