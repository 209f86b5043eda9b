import Synchronization

/// Limits retries to a share of all requests, so that a server in trouble does not get several times its load.
public final class RetryBudget: Sendable {
  private let ratio: Double
  private let reserve: Double
  /// The bits of a `Double`. No lock, which a forked child might find held.
  private let credit: Atomic<UInt64>

  /// - Parameters:
  ///   - ratio: retries per request.
  ///   - reserve: retries that are always possible after a quiet time.
  public init(ratio: Double = 0.2, reserve: Int = 10) {
    self.ratio = max(0, ratio)
    self.reserve = Double(max(0, reserve))
    credit = Atomic(self.reserve.bitPattern)
  }

  /// Notes that a first attempt was made.
  package func deposit() { _ = change { min(reserve, $0 + ratio) } }

  /// May one more retry be made? If so, it is taken from the budget.
  func withdraw() -> Bool { change { $0 >= 1 ? $0 - 1 : nil } }

  /// - Parameter body: the new credit; `nil`: it stays as it is, and so the change fails.
  private func change(_ body: (Double) -> Double?) -> Bool {
    var known = credit.load(ordering: .relaxed)
    while let next = body(Double(bitPattern: known)) {
      let (isDone, found) = credit.weakCompareExchange(
        expected: known, desired: next.bitPattern, ordering: .relaxed)
      if isDone { return true }
      known = found
    }
    return false
  }
}
