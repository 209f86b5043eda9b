import CLinux
import CMoya
import Glibc
import MoyaCore

extension Failure {
  static func memory(_ name: String) -> Failure { Failure(.memory, "there is no memory for \(name)") }
}

extension Data {
  /// A caller's bytes. Swift ends the process when the allocator refuses; so whatever is as large as a caller says is
  /// put into memory of malloc's.
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
