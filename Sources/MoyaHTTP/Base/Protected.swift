import CSanitizer
import Synchronization

/// A value that one thread at a time may touch: the lock of the whole library.
///
/// A `Mutex`, of which ThreadSanitizer is told. It sees no futex by itself, and would report every access under the
/// lock as a race, in our tests and in a host's. Costs no allocation: the value is where its owner is.
///
/// Inlinable, and its type `@usableFromInline`: only so does the compiler specialize it in other modules. A call of
/// `withLock` would look up metadata otherwise, a third of the time of a stubbed request.
@usableFromInline package struct Protected<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  @inlinable package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Not reentrant: never call `withLock` of the same value in `body`.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      withUnsafePointer(to: mutex) { moya_tsan_acquire($0) }
      defer { withUnsafePointer(to: mutex) { moya_tsan_release($0) } }
      return try body(&value)
    }
  }
}
