/// How often something that has failed is left out: once after the first failure, twice as often after each further one.
package struct Abstinence {
  private static let longest = 1024

  private var left = 0
  private var next = 1

  package init() {}

  /// True: it is left out this time.
  package mutating func leavesOut() -> Bool {
    if left == 0 { return false }
    left -= 1
    return true
  }

  package mutating func noteFailure() {
    left = next
    next = min(next * 2, Abstinence.longest)
  }

  /// A failure that cost as much as thousands of successes gain.
  mutating func noteHarm() {
    left = 16 * Abstinence.longest
    next = Abstinence.longest
  }

  /// Earlier failures no longer count.
  package mutating func noteSuccess() { next = 1 }
}
