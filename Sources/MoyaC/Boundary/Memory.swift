import CLinux
import CMoya
import Glibc
import MoyaCore

/// Swift ends the process when the allocator refuses. So the allocator is asked first for whatever is as large as a
/// caller or a server says, and its refusal is an error of one call.
enum Memory {
  /// Less is not asked for.
  private static let large = 1 << 16
  /// What is made of a text or an array on its way: encoded, joined with others, in an array that grows.
  private static let copies = 4

  static func isLarge(_ count: Int) -> Bool { count >= large }

  static func check(_ count: Int, for name: @autoclosure () -> String) throws(Failure) {
    if !isLarge(count) { return }
    let (needed, overflow) = count.multipliedReportingOverflow(by: copies)
    if overflow || moya_can_allocate(needed) == 0 { throw .memory(name()) }
  }
}

extension Failure {
  static func memory(_ name: String) -> Failure { Failure(.memory, "there is no memory for \(name)") }
}

extension Data {
  /// A caller's bytes.
  init(copying bytes: UnsafeRawBufferPointer, named name: @autoclosure () -> String) throws(Failure) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else {
      self.init()
      return
    }
    guard let memory = malloc(bytes.count) else { throw .memory(name()) }
    memcpy(memory, source, bytes.count)
    self.init(bytesNoCopy: memory, count: bytes.count, deallocator: .free)
  }
}
