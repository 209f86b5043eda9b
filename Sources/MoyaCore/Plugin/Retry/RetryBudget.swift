/// Limits retries to a share of all requests, so that a server in trouble does not get several times its load.
public final class RetryBudget: Sendable {
  private let ratio: Double
  private let reserve: Double
  private let credit: Protected<Double>

  /// - Parameters:
  ///   - ratio: retries per request.
  ///   - reserve: retries that are always possible after a quiet time.
  public init(ratio: Double = 0.2, reserve: Int = 10) {
    self.ratio = max(0, ratio)
    self.reserve = Double(max(0, reserve))
    credit = Protected(self.reserve)
  }

  /// Notes that a first attempt was made.
  package func deposit() { credit.withLock { $0 = min(reserve, $0 + ratio) } }

  /// May one more retry be made? If so, it is taken from the budget.
  func withdraw() -> Bool {
    credit.withLock { credit in
      guard credit >= 1 else { return false }
      credit -= 1
      return true
    }
  }
}
