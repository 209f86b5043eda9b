import Glibc

/// The C library's text for an `errno`.
enum ErrorNumber {
  static func text(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
        return "errno \(number)"
      }
      return String(cString: start)
    }
  }
}
