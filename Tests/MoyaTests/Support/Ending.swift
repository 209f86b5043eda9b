import Moya
import MoyaTestSupport
import Testing

/// Waits for the end of a request. A test gives `completion` to the request. `result` returns when `completion` has
/// run.
final class Ending: @unchecked Sendable {
  private let end = Signal()
  private let results = Locked<[Result<Response, MoyaError>]>([])

  var completion: Completion {
    { result in
      self.results.with { $0.append(result) }
      self.end.fire()
    }
  }

  var count: Int { results.current.count }

  /// Returns the result, if the completion has run exactly once so far.
  func result(_ location: SourceLocation = #_sourceLocation) throws -> Result<Response, MoyaError> {
    try #require(end.wait(), "the request did not complete", sourceLocation: location)
    return try known(location)
  }

  /// Does the same as `response`, but blocks no thread that the completion may need.
  func reachedResponse(_ location: SourceLocation = #_sourceLocation) async throws -> Response {
    try #require(await end.reached(), "the request did not complete", sourceLocation: location)
    return try known(location).get()
  }

  /// Does the same as `error`, but blocks no thread that the completion may need.
  func reachedError(_ location: SourceLocation = #_sourceLocation) async throws -> MoyaError {
    try #require(await end.reached(), "the request did not complete", sourceLocation: location)
    guard case .failure(let error) = try known(location) else { throw Unexpected.success }
    return error
  }

  private func known(_ location: SourceLocation) throws -> Result<Response, MoyaError> {
    let results = self.results.current
    #expect(results.count == 1, sourceLocation: location)
    return try #require(results.first, sourceLocation: location)
  }

  func response(_ location: SourceLocation = #_sourceLocation) throws -> Response { try result(location).get() }

  func error(_ location: SourceLocation = #_sourceLocation) throws -> MoyaError {
    guard case .failure(let error) = try result(location) else {
      throw Unexpected.success
    }
    return error
  }

  enum Unexpected: Error { case success }
}

extension MoyaError {
  var transferKind: TransferError.Kind? {
    if case .underlying(let error as TransferError, _) = self { error.kind } else { nil }
  }
}

extension Signal {
  /// Waits until the jobs that were added to the main queue before have run.
  static func drainMain() {
    let passed = Signal()
    DispatchQueue.main.async { DispatchQueue.main.async { passed.fire() } }
    #expect(passed.wait())
  }
}

extension Session {
  /// Makes a session for a request that only a cancel ends. On a busy machine, minutes can pass before the cancel, and
  /// before the next request uses the connection.
  static func patient(interceptor: (any RequestInterceptor)? = nil) -> Session {
    let configuration = URLSessionConfiguration.af.default
    configuration.timeoutIntervalForRequest = 3600
    configuration.timeoutIntervalForResource = 3600
    configuration.connection.keepAlive = 3600
    return Session(configuration: configuration, interceptor: interceptor)
  }
}
