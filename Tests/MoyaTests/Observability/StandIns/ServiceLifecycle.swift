// Stand-ins for swift-service-lifecycle, with the signatures that the adapter uses. The package cannot be a dependency
// of the tests.

protocol Service: Sendable {
  func run() async throws
}

enum ServiceShutdown {
  /// Has an element when the service must end. In the real package, a service group says this.
  @TaskLocal static var signal: AsyncStream<Void>?
}

/// Waits until the service must end.
/// - Throws: `CancellationError` if the task is cancelled before.
func gracefulShutdown() async throws {
  if let signal = ServiceShutdown.signal {
    for await _ in signal { return }
  }
  throw CancellationError()
}
