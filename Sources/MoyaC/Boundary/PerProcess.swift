import MoyaCore
import Synchronization

/// Holds an object of which each process needs its own, for example the session of a provider. Such an object is called
/// a part here. In a forked child, makes a new part.
///
/// The child cannot use the part that it inherits from its parent. A lock of that part may stay locked for ever, and
/// the child would share descriptors with its parent.
final class PerProcess<Part: AnyObject & Sendable>: Sendable {
  private let generation: Atomic<UInt32>
  /// The address of the object that `make` has returned.
  private let current: Atomic<UInt>
  private let make: @Sendable (_ inherited: Part?) -> Part

  /// - Parameter make: Makes the object for this process. In a forked child, `inherited` is the object of the parent
  ///   process, and `make` must use nothing of it except its atomics. Otherwise `inherited` is `nil`. `make` must be
  ///   quick and must not fork.
  init(_ make: @escaping @Sendable (_ inherited: Part?) -> Part) {
    self.make = make
    generation = Atomic(Fork.generation)
    current = Atomic(Self.address(of: make(nil)))
  }

  /// Releases the object that this process has made. An object that was inherited from the parent process is not
  /// released, because the parent still uses what it holds, for example a descriptor.
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

  /// The object that this process has made. `nil` in a forked child that has made none yet.
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
/// In a forked child, work for Dispatch would never run. If the parent has used Dispatch, a call that needs Dispatch
/// must fail in the child.
enum DispatchUse {
  /// One more than `Fork.generation` (the number of forks) in the process that first used Dispatch. 0 means that no
  /// process has used Dispatch.
  private static let first = Atomic<UInt32>(0)

  static func begin() {
    _ = first.compareExchange(expected: 0, desired: Fork.generation &+ 1, ordering: .relaxed)
  }

  /// Returns true if this process is a forked child that cannot run a provider's calls. Either the provider and its
  /// event loop were made in the parent process, or the parent process has used Dispatch.
  ///
  /// - Parameter birth: The number of forks before the provider was made (`Fork.generation`).
  static func isLost(since birth: UInt32) -> Bool {
    let generation = Fork.generation
    let first = first.load(ordering: .relaxed)
    return generation != birth || (first != 0 && first != generation &+ 1)
  }
}
