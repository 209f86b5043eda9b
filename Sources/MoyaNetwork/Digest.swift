import COpenSSL
import MoyaHTTP

/// Computes digests with libcrypto. The functions that take texts return lower-case hexadecimal digits, or `nil` if
/// libcrypto refuses. For example, a FIPS build does not know MD5.
package enum Digest {
  static func md5(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return hexadecimal { result, size in EVP_Digest(bytes, bytes.count, result, size, EVP_md5(), nil) == 1 }
  }

  static func hmacSHA256(_ text: String, key: String) -> String? {
    let bytes = Array(text.utf8)
    let key = Array(key.utf8)
    guard let keyLength = Int32(exactly: key.count) else { return nil }
    return hexadecimal { result, size in
      HMAC(EVP_sha256(), key, keyLength, bytes, bytes.count, result, size) != nil
    }
  }

  private static func hexadecimal(
    _ compute: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>) -> Bool
  ) -> String? {
    var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var size: UInt32 = 0
    let worked = result.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { compute($0, &size) } ?? false
    }
    guard worked else { return nil }
    let digits = result.prefix(Int(size)).flatMap { byte in
      [ASCII.hexDigit(byte >> 4, upperCase: false), ASCII.hexDigit(byte & 15, upperCase: false)]
    }
    return String(decoding: digits, as: UTF8.self)
  }

  // MARK: Bytes

  /// A hash function.
  package enum Function: Int32 {
    case md5 = 1
    case sha1, sha256, sha512

    fileprivate var method: OpaquePointer? {
      switch self {
      case .md5: EVP_md5()
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .sha512: EVP_sha512()
      }
    }
  }

  /// Maximum number of bytes of a hash.
  package static let longest = 64

  /// Writes a hash to `out`, which has room for `longest` bytes. Returns its length; 0 if libcrypto refuses.
  package static func hash(_ function: Function, _ bytes: UnsafeRawBufferPointer, _ out: UnsafeMutableRawPointer) -> Int
  {
    write(to: out) { result, size in
      EVP_Digest(bytes.baseAddress, bytes.count, result, size, function.method, nil) == 1
    }
  }

  /// Writes a keyed hash (HMAC, RFC 2104) to `out`, which has room for `longest` bytes. Returns its length; 0 if
  /// libcrypto refuses.
  package static func hmac(
    _ function: Function, key: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, _ out: UnsafeMutableRawPointer
  ) -> Int {
    guard let keyLength = Int32(exactly: key.count) else { return 0 }
    // libcrypto reads NULL as "the key of the last call". So an empty key needs a pointer too.
    let noKey: StaticString = ""
    let keyBytes = key.baseAddress ?? UnsafeRawPointer(noKey.utf8Start)
    return write(to: out) { result, size in
      HMAC(
        function.method, keyBytes, keyLength, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
        result, size) != nil
    }
  }

  private static func write(
    to out: UnsafeMutableRawPointer, _ compute: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>) -> Bool
  ) -> Int {
    var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var size: UInt32 = 0
    let worked = result.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { compute($0, &size) } ?? false
    }
    guard worked, size <= longest, size <= result.count else { return 0 }
    result.withUnsafeBytes { out.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(out), byteCount: Int(size)) }
    return Int(size)
  }

  /// Fills memory with random bytes. Returns false if libcrypto has none.
  package static func random(_ out: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < out.count {
      let count = min(out.count - done, 1 << 20)
      guard let start = out.baseAddress?.advanced(by: done).assumingMemoryBound(to: UInt8.self),
        RAND_bytes(start, Int32(count)) == 1
      else { return false }
      done += count
    }
    return true
  }
}
