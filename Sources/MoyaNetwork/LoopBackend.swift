import MoyaCore
import MoyaTransport

/// Sends requests with libcurl, on an event loop that is made when it is first used.
package final class LoopBackend: Backend {
  private let late: LateLoop

  package init(_ late: LateLoop) { self.late = late }

  static let traits: BackendTraits = [.watchesTotalTimeout, .movesFiles]
  package var traits: BackendTraits { LoopBackend.traits }

  package func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      let loop = if let started = late.started { started } else { try late.loop() }
      return Loop.start(exchange.wireRequest, options: exchange.options, observer: observer, on: consume loop)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
  }
}

/// Sends requests with libcurl, on an event loop that already exists. Finding the loop takes neither a lock nor a
/// retain.
final class OpenLoopBackend: Backend {
  private let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  var traits: BackendTraits { LoopBackend.traits }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    loop.start(exchange.wireRequest, options: exchange.options, observer: observer)
  }
}
