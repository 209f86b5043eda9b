import CAllocator
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// A body, a header section, or a text for C, in memory of its own: `count` bytes, then a zero, which ends the text for
/// C without a copy.
///
/// Unchecked: filled by one owner, then shared and never changed again.
public final class BodyBuffer: @unchecked Sendable {
  public private(set) var count = 0
  private var capacity = 0
  private var storage: UnsafeMutablePointer<UInt8>?

  /// `capacity`: bytes expected; more may come.
  package init(capacity: Int = 0) {
    if reserve(max(0, capacity)) { storage?[0] = 0 }
  }

  /// With what `fill` writes into room for `capacity` bytes. It returns their number. `nil`: there is no memory.
  package init?(room capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
    guard reserve(capacity), let storage else { return nil }
    count = min(capacity, fill(UnsafeMutableRawBufferPointer(start: storage, count: capacity)))
    storage[count] = 0
  }

  /// `nil`: there is no memory.
  package convenience init?(copying bytes: UnsafeRawBufferPointer) {
    self.init(room: bytes.count) { memory in
      memory.copyMemory(from: bytes)
      return bytes.count
    }
  }

  deinit { moya_free(storage) }

  /// The bytes, with the zero behind them; valid as long as the buffer.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: storage == nil ? 0 : count) }

  /// False when there is no memory: nothing was appended.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
    let (needed, overflow) = count.addingReportingOverflow(bytes.count)
    guard !overflow, reserve(needed), let storage else { return false }
    memcpy(storage + count, source, bytes.count)
    count = needed
    storage[count] = 0
    return true
  }

  /// Forgets the last byte. Of a buffer that is not shared.
  package func removeLast() {
    guard count > 0 else { return }
    count -= 1
    storage?[count] = 0
  }

  /// Forgets the bytes and keeps their memory. Of a buffer that is not shared.
  package func removeAll() {
    count = 0
    storage?[0] = 0
  }

  /// The bytes as `Data`, without a copy; the value keeps the buffer alive.
  public var data: Data {
    guard let storage, count > 0 else { return Data() }
    // The closure holds nothing but the buffer, and so needs no memory of its own.
    return Data(bytesNoCopy: storage, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }

  /// Makes room for so many bytes in all. False: there is no memory.
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
