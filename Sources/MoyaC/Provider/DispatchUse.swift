import MoyaCore
import Synchronization

/// Remembers whether the library has used Dispatch, since its threads do not survive a fork. Work that is given to
/// Dispatch in a child would never run; so a call that needs it must fail there instead.
enum DispatchUse {
  /// One more than the generation in which the library first used Dispatch; 0: never.
  private static let first = Atomic<UInt32>(0)

  static func begin() {
    _ = first.compareExchange(expected: 0, desired: Fork.generation &+ 1, ordering: .relaxed)
  }

  /// - Parameter birth: the generation of the provider; its loop is of no use to a child either way.
  static func isLost(since birth: UInt32) -> Bool {
    let generation = Fork.generation
    let first = first.load(ordering: .relaxed)
    return generation != birth || (first != 0 && first != generation &+ 1)
  }
}
