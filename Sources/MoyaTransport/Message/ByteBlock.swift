import FoundationEssentials
import Glibc

/// The lines of one header section in memory of their own, given away without a copy.
final class ByteBlock {
  private var storage: UnsafeMutableRawPointer?
  private var capacity = 0
  private var count = 0
  private(set) var lineCount = 0

  init() {}

  deinit { free(storage) }

  func removeAll() {
    count = 0
    lineCount = 0
  }

  /// Lines are short and limited before they come here; without memory they are dropped.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, reserve(count + bytes.count + 2), let storage else { return }
    memcpy(storage + count, source, bytes.count)
    count += bytes.count
  }

  func appendLineEnd() {
    guard reserve(count + 2), let storage else { return }
    storage.storeBytes(of: 0x0D, toByteOffset: count, as: UInt8.self)
    storage.storeBytes(of: 0x0A, toByteOffset: count + 1, as: UInt8.self)
    count += 2
    lineCount += 1
  }

  func removeLineEnd() {
    count = max(0, count - 2)
    lineCount -= 1
  }

  func take() -> Data {
    guard let storage, count > 0 else { return Data() }
    let data = Data(bytesNoCopy: storage, count: count, deallocator: .free)
    self.storage = nil
    capacity = 0
    removeAll()
    return data
  }

  private func reserve(_ needed: Int) -> Bool {
    if needed <= capacity { return true }
    let grown = max(512, needed * 2)
    guard let moved = realloc(storage, grown) else { return false }
    storage = moved
    capacity = grown
    return true
  }
}
