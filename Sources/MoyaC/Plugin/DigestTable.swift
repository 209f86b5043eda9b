import CMoya
import MoyaNetwork

/// The functions of "moya.digest/1". Each process has one table.
enum DigestTable {
  // The table is never changed and never freed.
  nonisolated(unsafe) static let pointer: UnsafePointer<moya_digest> = {
    let table = UnsafeMutablePointer<moya_digest>.allocate(capacity: 1)
    table.initialize(to: moya_digest())
    table.pointee.size = UInt32(MemoryLayout<moya_digest>.size)
    table.pointee.hash = { kind, data, length, out in
      guard let out, let function = Digest.Function(rawValue: kind), let bytes = bytes(data, length) else { return 0 }
      return Digest.hash(function, bytes, out)
    }
    table.pointee.hmac = { kind, key, keyLength, data, length, out in
      guard let out, let function = Digest.Function(rawValue: kind), let key = bytes(key, keyLength),
        let bytes = bytes(data, length)
      else { return 0 }
      return Digest.hmac(function, key: key, bytes, out)
    }
    table.pointee.random = { out, length in
      guard let out else { return length == 0 ? 1 : 0 }
      return Digest.random(UnsafeMutableRawBufferPointer(start: out, count: length)) ? 1 : 0
    }
    return UnsafePointer(table)
  }()

  /// Returns `nil` if the length is negative, or if `data` is NULL and the length is not 0.
  private static func bytes(_ data: UnsafeRawPointer?, _ length: Int) -> UnsafeRawBufferPointer? {
    if length < 0 || data == nil && length > 0 { return nil }
    return UnsafeRawBufferPointer(start: data, count: length)
  }
}
