/// Lets the first through.
final class Once: Sendable {
  private let passed = Protected(false)

  func pass() -> Bool {
    passed.withLock { passed in
      defer { passed = true }
      return !passed
    }
  }
}
