/// The calls that are under way, for cancelling all of them.
package final class CallRegistry: Sendable {
  private let calls = Protected<[ObjectIdentifier: Call]>([:])

  package init() {}

  package var count: Int { calls.withLock { $0.count } }

  package func insert(_ call: Call) { calls.withLock { $0[ObjectIdentifier(call)] = call } }

  package func remove(_ call: Call) { _ = calls.withLock { $0.removeValue(forKey: ObjectIdentifier(call)) } }

  /// Each completes as cancelled, once.
  package func abandonAll() {
    for call in calls.withLock({ Array($0.values) }) { call.abandon() }
  }
}
