import MoyaCore
import Synchronization

/// A part of an object that a forked child makes anew: the parent's part may be locked for ever in the child, and it
/// shares the parent's descriptors.
final class PerProcess<Part: AnyObject & Sendable>: Sendable {
  private let generation: Atomic<UInt32>
  /// The part's address.
  private let current: Atomic<UInt>
  private let make: @Sendable (_ inherited: Part?) -> Part

  /// - Parameter make: quick, and nothing that could fork; gets the parent's part, of which only atomics are safe.
  init(_ make: @escaping @Sendable (_ inherited: Part?) -> Part) {
    self.make = make
    generation = Atomic(Fork.generation)
    current = Atomic(Self.address(of: make(nil)))
  }

  /// Inherited parts are not freed: that would reach into the parent.
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

  /// The part of this process; `nil`: it has none yet, and the stored one is its parent's.
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
