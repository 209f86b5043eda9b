import Moya

/// Cancels the requests of a session when the program shuts down.
struct SessionService: Service {
  let session: Session

  func run() async throws {
    defer { session.cancelAllRequests() }
    try await gracefulShutdown()
  }
}
