import Glibc

/// A body of a handle's own, kept between transfers: libcurl sends it in one piece with the header section.
struct SmallBody: ~Copyable {
  private var storage: UnsafeMutableRawPointer?
  private var capacity = 0
  private(set) var count = 0

  deinit { free(storage) }

  /// Copies the body; nil when there is no memory. Never nil for an empty body: libcurl would read one from a callback.
  mutating func fill(_ body: OutgoingBody) -> UnsafeMutableRawPointer? {
    count = 0
    guard case .small(let parts, let length) = body else { return reserve(1) ? storage : nil }
    guard reserve(max(1, length)), let storage else { return nil }
    for part in parts {
      part.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { memcpy(storage + count, source, bytes.count) }
        count += bytes.count
      }
    }
    return storage
  }

  private mutating func reserve(_ needed: Int) -> Bool {
    if needed <= capacity { return true }
    guard let moved = realloc(storage, max(needed, 4096)) else { return false }
    storage = moved
    capacity = max(needed, 4096)
    return true
  }
}
