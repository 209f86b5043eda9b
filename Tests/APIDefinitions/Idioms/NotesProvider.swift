import Foundation
import Moya

/// A provider of the application's own.
final class NotesProvider<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
  private(set) var failures = 0

  init(responseCode: Int, stub: @escaping StubClosure = NotesProvider.immediatelyStub) {
    let endpointClosure = { (target: Target) -> Endpoint in
      return Endpoint(
        url: URL(target: target).absoluteString,
        sampleResponseClosure: { .networkResponse(responseCode, target.sampleData) },
        method: target.method, task: target.task, httpHeaderFields: target.headers)
    }
    super.init(endpointClosure: endpointClosure, stubClosure: stub)
  }

  override func request(
    _ target: Target, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
    completion: @escaping Completion
  ) -> Cancellable {
    return super.request(target, callbackQueue: callbackQueue, progress: progress) { result in
      if case .failure = result { self.failures += 1 }
      completion(result)
    }
  }
}

/// Async functions that applications wrote for themselves. Swift prefers them to the library's functions.
extension MoyaProvider {
  func request(_ target: Target) async -> Result<Response, MoyaError> {
    await withCheckedContinuation { continuation in
      self.request(target) { result in continuation.resume(returning: result) }
    }
  }

  func request<Value: Decodable>(_ target: Target, as type: Value.Type) async throws -> Value {
    let result = await request(target)
    return try result.get().map(type)
  }

  func send(_ target: Target) async throws -> Target.Answer where Target: NotesTarget {
    try await request(target, as: Target.Answer.self)
  }
}

extension MoyaError {
  /// A short text about what went wrong. The patterns are those that applications write.
  var summary: String {
    switch self {
    case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response):
      return "mapping \(response.statusCode)"
    case .objectMapping(let error, _): return error is DecodingError ? "decoding" : "object"
    case .encodableMapping, .parameterEncoding: return "encoding"
    case .statusCode(let response): return "status \(response.statusCode)"
    // On Linux, the pattern `let error as NSError` matches only an NSError.
    case .underlying(let error, nil) where (error as NSError).domain == NSURLErrorDomain:
      let code = (error as NSError).code
      return code == NSURLErrorTimedOut ? "timeout" : "network \(code)"
    case .underlying(let error, let response):
      return "\((error as? MoyaError)?.summary ?? "other") \(response?.statusCode ?? 0)"
    case .requestMapping(let url): return url
    }
  }

  var underlyingCode: Int? { return (errorUserInfo[NSUnderlyingErrorKey] as? NSError)?.code }
}
