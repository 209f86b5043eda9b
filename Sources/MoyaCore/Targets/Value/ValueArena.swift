import Glibc

/// Memory of the many small things of a tree, which stay where they are and are freed together.
///
/// Taken with `malloc`, whose refusal is an answer: Swift's own allocation would end the process.
struct ValueArena: ~Copyable {
  /// Blocks, each of which begins with the address of the one before.
  private var block: UnsafeMutableRawPointer?
  private var free: UnsafeMutableRawPointer?
  private var left = 0
  private var nextSize = 1024

  private static let header = 16
  private static let largestBlock = 1 << 16

  deinit {
    var block = block
    while let current = block {
      block = current.load(as: UnsafeMutableRawPointer?.self)
      Glibc.free(current)
    }
  }

  /// Room for so many bytes, at an address that is a multiple of 16. `nil`: there is no memory.
  mutating func room(_ count: Int) -> UnsafeMutableRawPointer? {
    let (needed, overflows) = max(count, 1).addingReportingOverflow(15)
    if overflows { return nil }
    let rounded = needed & ~15
    if rounded > left, !grow(for: rounded) { return nil }
    guard let start = free else { return nil }
    free = start + rounded
    left -= rounded
    return start
  }

  /// A copy. `nil`: there is no memory.
  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let room = room(bytes.count) else { return nil }
    let copy = UnsafeMutableRawBufferPointer(start: room, count: bytes.count)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  private mutating func grow(for count: Int) -> Bool {
    let (size, overflows) = max(count, nextSize).addingReportingOverflow(ValueArena.header)
    guard !overflows, let fresh = malloc(size) else { return false }
    fresh.storeBytes(of: block, as: UnsafeMutableRawPointer?.self)
    block = fresh
    free = fresh + ValueArena.header
    left = size - ValueArena.header
    nextSize = min(nextSize * 2, ValueArena.largestBlock)
    return true
  }
}
