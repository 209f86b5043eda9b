/// A sequence of the progress of a request. The last element contains the response.
///
/// The request starts when a loop over the sequence starts. Each loop sends a new request. Leaving the loop cancels the
/// request. If the task is cancelled, the loop throws the error of a cancelled request.
public struct ProgressResponses: AsyncSequence, Sendable {
  public typealias Element = ProgressResponse
  public typealias Failure = any Error
  typealias Start = @Sendable (@escaping ProgressBlock, @escaping Completion) -> any Cancellable

  private let provider: any AnyObject & Sendable
  nonisolated(unsafe) private let target: (any TargetType)?
  private let start: Start

  /// - Parameters:
  ///   - target: The target of the request if `provider` is a subclass. Otherwise `nil`.
  ///   - start: Makes the request with `provider`.
  init(by provider: any AnyObject & Sendable, for target: (any TargetType)?, _ start: @escaping Start) {
    self.provider = provider
    self.target = target
    self.start = start
  }

  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  public struct Iterator: AsyncIteratorProtocol {
    private typealias Steps = AsyncThrowingStream<ProgressResponse, any Error>

    private enum State {
      case waiting(ProgressResponses)
      case begun(Steps.Iterator)
    }
    private var state: State

    fileprivate init(_ request: ProgressResponses) { state = .waiting(request) }

    public mutating func next() async throws -> ProgressResponse? {
      var steps =
        switch state {
        case .waiting(let request): await Iterator.begin(request)
        case .begun(let steps): steps
        }
      state = .begun(steps)
      return try await steps.next()
    }

    /// Makes the request. If the task is already cancelled, nothing is sent.
    private static func begin(_ request: ProgressResponses) async -> Steps.Iterator {
      let call = AwaitedCall()
      let (steps, continuation) = Steps.makeStream()
      continuation.onTermination = { reason in
        // Without this error, the stream would end as if the request had completed.
        if case .cancelled = reason {
          continuation.finish(throwing: MoyaError.cancelled)
        }
        call.cancel()
      }
      await withTaskCancellationHandler {
        call.start(by: request.provider, for: request.target, { Iterator.end(continuation, $0) }) { completion in
          request.start({ if !$0.completed { continuation.yield($0) } }, completion)
        }
      } onCancel: {
        call.cancel()
      }
      return steps.makeAsyncIterator()
    }

    private static func end(_ continuation: Steps.Continuation, _ result: Result<Response, MoyaError>) {
      switch result {
      case .success(let response):
        // A stub reports no progress, but the last element of the stream still contains the stub's response.
        continuation.yield(ProgressResponse(response: response))
        continuation.finish()
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
  }
}
