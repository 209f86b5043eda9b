@testable import MoyaTransport

/// A value behind a mutex that ThreadSanitizer understands.
final class Shared<Value>: @unchecked Sendable {
  private let mutex = PosixMutex()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<R>(_ body: (inout Value) -> R) -> R { mutex.locked { body(&value) } }
}
