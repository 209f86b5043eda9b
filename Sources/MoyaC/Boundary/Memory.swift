import CLinux
import CMoya
import Glibc
import MoyaCore

extension Failure {
  static func memory(_ name: String) -> Failure { Failure(MOYA_ERROR_MEMORY, "there is no memory for \(name)") }
}

extension Data {
  /// Copies a caller's bytes into memory of malloc's, which can refuse and be told about: Swift's own allocation ends
  /// the process when it fails, and the caller chooses the size.
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
