import CAllocator
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// A body, a header section or a text for C, in separate memory. The memory has `count` bytes and then a zero, which
/// ends the text for C. So C needs no copy.
///
/// The class is `@unchecked Sendable`: one owner fills the buffer. When several owners share it, it does not change any
/// more.
public final class BodyBuffer: @unchecked Sendable {
  public private(set) var count = 0
  private var capacity = 0
  private var storage: UnsafeMutablePointer<UInt8>?

  /// - Parameter capacity: the expected number of bytes. The buffer can grow beyond it.
  package init(capacity: Int = 0) {
    if reserve(max(0, capacity)) { storage?[0] = 0 }
  }

  /// Makes a buffer with room for `capacity` bytes. `fill` writes into it and returns the number of bytes. Returns
  /// `nil` if there is no memory.
  package init?(room capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
    guard reserve(capacity), let storage else { return nil }
    count = min(capacity, fill(UnsafeMutableRawBufferPointer(start: storage, count: capacity)))
    storage[count] = 0
  }

  /// Makes a buffer with a copy of these bytes. Returns `nil` if there is no memory.
  package convenience init?(copying bytes: UnsafeRawBufferPointer) {
    self.init(room: bytes.count) { memory in
      memory.copyMemory(from: bytes)
      return bytes.count
    }
  }

  deinit { moya_free(storage) }

  /// The bytes, followed by a zero. Valid while the buffer exists.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: storage == nil ? 0 : count) }

  /// Appends bytes. If there is no memory, appends nothing and returns false.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
    let (needed, overflow) = count.addingReportingOverflow(bytes.count)
    guard !overflow, reserve(needed), let storage else { return false }
    memcpy(storage + count, source, bytes.count)
    count = needed
    storage[count] = 0
    return true
  }

  /// Appends `size` bytes, which `fill` writes. If there is no memory, appends nothing and returns false.
  @inline(__always)
  package func append(size: Int, _ fill: (UnsafeMutableRawPointer) -> Void) -> Bool {
    let (needed, overflow) = count.addingReportingOverflow(size)
    guard !overflow, reserve(needed), let storage else { return false }
    fill(UnsafeMutableRawPointer(storage + count))
    count = needed
    storage[count] = 0
    return true
  }

  /// Removes the last byte. The buffer must not be shared.
  package func removeLast() {
    guard count > 0 else { return }
    count -= 1
    storage?[count] = 0
  }

  /// Removes the bytes, but does not free their memory. The buffer must not be shared.
  package func removeAll() {
    count = 0
    storage?[0] = 0
  }

  /// The bytes as `Data`, without a copy. The `Data` holds a reference to this buffer.
  public var data: Data {
    guard let storage, count > 0 else { return Data() }
    // The closure captures only the buffer, so it needs no allocation.
    return Data(bytesNoCopy: storage, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }

  /// Makes room for this many bytes in total. Returns false if there is no memory.
  package func reserve(_ needed: Int) -> Bool {
    if needed <= capacity, storage != nil { return true }
    let grown = max(needed, min(capacity.multipliedReportingOverflow(by: 2).partialValue, Int.max / 4))
    guard grown < Int.max, let moved = moya_realloc(storage, grown + 1) else {
      return false
    }
    storage = moved.assumingMemoryBound(to: UInt8.self)
    capacity = grown
    return true
  }
}
