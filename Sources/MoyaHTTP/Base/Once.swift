import Synchronization

/// A gate that lets the first caller through, of all threads. Costs no allocation: it is where its owner is.
@usableFromInline package struct Once: ~Copyable, Sendable {
  @usableFromInline let passed = Atomic(false)

  @inlinable package init() {}

  /// True for the first call.
  @inlinable package borrowing func pass() -> Bool { !passed.exchange(true, ordering: .acquiringAndReleasing) }

  @inlinable package var hasPassed: Bool { passed.load(ordering: .acquiring) }
}
