/// Called with the end of a request, once per request.
public typealias Completion = (_ result: Result<Response, MoyaError>) -> Void
/// Called with the progress of a request; never after the completion.
public typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// What a provider of one API can do; for substituting it in tests.
public protocol MoyaProviderType: AnyObject {
  associatedtype Target: TargetType

  /// Starts a request.
  /// - Parameter callbackQueue: where hooks on the way back, progress and completion run.
  func request(
    _ target: Target, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
  ) -> any Cancellable
}
