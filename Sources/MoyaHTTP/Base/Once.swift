/// Lets the first through.
package final class Once: Sendable {
  private let passed = Protected(false)

  package init() {}

  package func pass() -> Bool {
    passed.withLock { passed in
      defer { passed = true }
      return !passed
    }
  }
}
