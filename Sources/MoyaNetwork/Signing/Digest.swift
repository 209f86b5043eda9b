import COpenSSL
import MoyaHTTP

/// Digests by libcrypto, as lower-case hexadecimal text. `nil`: libcrypto refuses (a FIPS build knows no MD5).
enum Digest {
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
}
