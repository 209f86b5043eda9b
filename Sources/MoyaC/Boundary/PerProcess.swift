import MoyaCore
import Synchronization

/// A part of an object that a forked child makes anew.
///
/// In the child, a lock of the parent's part may stay locked for ever, and the parent's part shares the parent's
/// descriptors.
final class PerProcess<Part: AnyObject & Sendable>: Sendable {
  private let generation: Atomic<UInt32>
  /// The part's address.
  private let current: Atomic<UInt>
  private let make: @Sendable (_ inherited: Part?) -> Part

  /// - Parameter make: Makes a part. It must be quick and must not fork. Of the parent's part it may only use atomics.
  init(_ make: @escaping @Sendable (_ inherited: Part?) -> Part) {
    self.make = make
    generation = Atomic(Fork.generation)
    current = Atomic(Self.address(of: make(nil)))
  }

  /// A part that was inherited from a parent is not freed, because the parent still uses what it holds.
  deinit {
    guard generation.load(ordering: .acquiring) == Fork.generation else { return }
    stored?.release()
  }

  var value: Part {
    if let part = existing { return part }
    return Fork.guarded {
      if let part = existing { return part }
      let fresh = make(stored?.takeUnretainedValue())
      current.store(Self.address(of: fresh), ordering: .releasing)
      generation.store(Fork.generation, ordering: .releasing)
      return fresh
    }
  }

  /// The part of this process. `nil` if this process has none yet, and the stored one is its parent's.
  var existing: Part? {
    generation.load(ordering: .acquiring) == Fork.generation ? stored?.takeUnretainedValue() : nil
  }

  private var stored: Unmanaged<Part>? {
    UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
  }

  private static func address(of part: Part) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(part).toOpaque())
  }
}

// MARK: - DispatchUse

/// Remembers whether the library has used Dispatch, whose threads do not survive a fork.
///
/// In a child, work for Dispatch would never run. A call that needs Dispatch must fail there instead.
enum DispatchUse {
  /// One more than the generation in which the library first used Dispatch. 0 means never.
  private static let first = Atomic<UInt32>(0)

  static func begin() {
    _ = first.compareExchange(expected: 0, desired: Fork.generation &+ 1, ordering: .relaxed)
  }

  /// - Parameter birth: The generation of the provider. A child cannot use its parent's loop in any case.
  static func isLost(since birth: UInt32) -> Bool {
    let generation = Fork.generation
    let first = first.load(ordering: .relaxed)
    return generation != birth || (first != 0 && first != generation &+ 1)
  }
}
