import MoyaHTTP
import Testing

@testable import MoyaCore

@Suite struct DirectExecutorTests {
  private final class Held: Sendable {}

  /// The timer of a total timeout runs for minutes, and its call has usually ended long before.
  @Test func `work that was stopped is released at once, though its timer is kept`() {
    weak var weakly: Held?
    let timer = {
      let held = Held()
      weakly = held
      return DirectExecutor.shared.schedule(afterMilliseconds: 600_000) { _ = held }
    }()
    #expect(weakly != nil)
    timer.stop()
    #expect(weakly == nil)
    withExtendedLifetime(timer) {}
  }
}
