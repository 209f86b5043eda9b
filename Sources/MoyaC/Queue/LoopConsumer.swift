import MoyaNetwork
import MoyaTransport
import Synchronization

/// Where the calls of a provider's loop end. When all that there ever were end in one queue, the thread that waits for that
/// queue may pump the loop (`QueuePumping`). Otherwise callbacks of other calls would run there.
final class LoopConsumer: Sendable {
  private let late: LateLoop
  /// The address of the queue's part.
  private let known = Atomic<UInt>(LoopConsumer.none)

  private static let none: UInt = 0
  private static let others: UInt = 1

  init(_ late: LateLoop) { self.late = late }

  /// A call begins that ends there; `nil`: elsewhere than in a queue.
  func note(_ part: QueuePart?) {
    let found = known.load(ordering: .acquiring)
    if found == LoopConsumer.others || found == LoopConsumer.address(part) { return }
    learn(part)
  }

  @inline(never)
  private func learn(_ part: QueuePart?) {
    let address = LoopConsumer.address(part)
    let isFirst = known.compareExchange(expected: LoopConsumer.none, desired: address, ordering: .acquiringAndReleasing)
    if isFirst.exchanged {
      part?.state.withLock { $0.pumping.setConsumer(self) }
    } else if isFirst.original != address {
      known.store(LoopConsumer.others, ordering: .releasing)
    }
  }

  func endsOnly(in part: QueuePart) -> Bool { known.load(ordering: .acquiring) == LoopConsumer.address(part) }

  /// `nil`: a thread that waits for this queue may not pump.
  func pump(for part: QueuePart) -> DispatchPump? { endsOnly(in: part) ? late.pump : nil }

  private static func address(_ part: QueuePart?) -> UInt {
    part.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? others
  }
}
