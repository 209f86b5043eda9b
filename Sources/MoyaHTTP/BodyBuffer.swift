import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// A body in memory of its own: `count` bytes, then at least `padding` zero bytes. The zeroes end the text for C and
/// let SIMD parsers read past the end, so that neither needs a copy.
///
/// Filled by one owner, then shared and never changed again.
public final class BodyBuffer: @unchecked Sendable {
  public static let padding = 64

  public private(set) var count = 0
  private var capacity: Int
  private var storage: UnsafeMutablePointer<UInt8>?

  /// `capacity`: bytes expected; more may come.
  public init(capacity: Int = 0) {
    self.capacity = max(0, capacity)
    storage = BodyBuffer.allocate(self.capacity)
    if storage == nil { self.capacity = 0 }
  }

  public convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(capacity: bytes.count)
    _ = append(bytes)
  }

  deinit { free(storage) }

  /// The bytes and the zeroes behind them; valid as long as the buffer.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: storage == nil ? 0 : count) }

  /// False when there is no memory: the bytes were not taken.
  public func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
    let (needed, overflow) = count.addingReportingOverflow(bytes.count)
    guard !overflow, reserve(needed), let storage else { return false }
    memcpy(storage + count, source, bytes.count)
    count = needed
    memset(storage + count, 0, BodyBuffer.padding)
    return true
  }

  /// The same bytes without a copy; the value keeps the buffer alive.
  public var data: Data {
    guard let storage, count > 0 else { return Data() }
    let owner = Unmanaged.passRetained(self)
    return Data(bytesNoCopy: storage, count: count, deallocator: .custom { _, _ in owner.release() })
  }

  private func reserve(_ needed: Int) -> Bool {
    if needed <= capacity, storage != nil { return true }
    let grown = max(needed, min(capacity.multipliedReportingOverflow(by: 2).partialValue, Int.max / 4))
    guard grown < Int.max - BodyBuffer.padding, let moved = realloc(storage, grown + BodyBuffer.padding) else {
      return false
    }
    storage = moved.assumingMemoryBound(to: UInt8.self)
    capacity = grown
    return true
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8>? {
    guard capacity < Int.max - padding, let memory = malloc(capacity + padding) else { return nil }
    memset(memory, 0, padding)
    return memory.assumingMemoryBound(to: UInt8.self)
  }
}
