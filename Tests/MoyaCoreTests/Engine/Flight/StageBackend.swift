@testable import MoyaCore

/// Stores each exchange until the test ends the exchange.
final class StageBackend: Backend, @unchecked Sendable {
  final class Sent: Stoppable, @unchecked Sendable {
    var observer: (any TransferObserver)?
    var ends = 0
    var isStopped = false

    init(_ observer: any TransferObserver) { self.observer = observer }

    func stop() { isStopped = true }
  }

  let traits: BackendTraits
  private let answersAtOnce: Bool
  private(set) var sent: [Sent] = []

  init(_ setup: Stage.Setup) {
    traits = setup.watchesClock ? [.watchesTotalTimeout, .choosesQueue] : .choosesQueue
    answersAtOnce = setup.answersAtOnce
  }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    sent.append(Sent(observer))
    let sent = sent[sent.endIndex - 1]
    if answersAtOnce { end(self.sent.endIndex - 1, 503) }
    return sent
  }

  func end(_ index: Int, _ status: Int) {
    sent[index].ends += 1
    let outcome = sent[index].isStopped ? .failure(.cancelled) : ScriptedBackend.status(status)
    sent[index].observer?.transferDidFinish(outcome)
  }

  func progress(_ index: Int) {
    sent[index].observer?.transferDidProgress(TransferProgress(completedUnitCount: 1, totalUnitCount: 2))
  }

  func forget() { for sent in sent { sent.observer = nil } }
}
