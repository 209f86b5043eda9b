import CThread
import Synchronization

/// One refresh of a token. While code runs that gets the new token, on a thread or in a task, calls that it makes carry
/// this object in their order: one of them that needs the token would wait for itself.
package final class RefreshScope: Sendable {
  /// The refresh for whose sake this one is made; `nil`: for a call that has nothing to do with another.
  private let outer: RefreshScope?
  private static let haveBegun = Atomic<Bool>(false)

  package init(for call: RefreshScope?) {
    outer = call
    RefreshScope.haveBegun.store(true, ordering: .relaxed)
  }

  /// Is this refresh, or one for whose sake it is made, the other one?
  func serves(_ other: RefreshScope?) -> Bool { self === other || outer?.serves(other) == true }

  /// Runs code for the refresh on this thread.
  package func run<Value>(_ body: () -> Value) -> Value {
    let place = moya_thread_refresh()
    let previous = place.pointee
    place.pointee = Unmanaged.passUnretained(self).toOpaque()
    defer { place.pointee = previous }
    return body()
  }

  /// The refresh for which this thread runs code; `nil`: for none.
  package static var ofThisThread: RefreshScope? {
    moya_thread_refresh().pointee.map { Unmanaged<RefreshScope>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The same for the task that runs, which has it from the code that made the task.
  @TaskLocal private static var inherited: RefreshScope?

  package static var ofThisTask: RefreshScope? { haveBegun.load(ordering: .relaxed) ? inherited : nil }

  /// Runs code whose tasks are made for the refresh of this thread.
  static func handedToTasks(_ body: () -> Void) { $inherited.withValue(ofThisThread) { body() } }
}

/// Why a call fails that is made to get the token that it needs itself.
package struct RefreshOfItself: LocalizedError, CustomStringConvertible {
  package static let text =
    "the call needs the token, and is made to get it: it would wait for itself. Make it without the token"

  package var errorDescription: String? { RefreshOfItself.text }
  package var description: String { RefreshOfItself.text }
}
