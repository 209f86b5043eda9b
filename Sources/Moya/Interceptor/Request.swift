/// A request that failed, as a retrier sees it.
public final class Request: Sendable {
  /// The same for every attempt.
  public let id: UUID
  /// As it was sent.
  public let request: URLRequest?
  /// Retries so far: 0 after the first attempt.
  public let retryCount: Int
  /// Foundation's name for what was exchanged.
  public let task: URLSessionTask?

  init(id: UUID, request: URLRequest?, response: HTTPURLResponse?, retryCount: Int) {
    self.id = id
    self.request = request
    self.retryCount = retryCount
    task = URLSessionTask(request: request, response: response)
  }

  /// The head of the response, if there was one.
  public var response: HTTPURLResponse? { task?.response as? HTTPURLResponse }
}

extension Request: Hashable {
  public static func == (left: Request, right: Request) -> Bool { left.id == right.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An exchange that is over, with Foundation's spelling.
public final class URLSessionTask: Sendable {
  /// As it was sent.
  public let currentRequest: URLRequest?
  /// An `HTTPURLResponse`; `nil` when no response came.
  public let response: URLResponse?

  init(request: URLRequest?, response: HTTPURLResponse?) {
    currentRequest = request
    self.response = response
  }

  /// The same as `currentRequest`: what redirects changed in the request is not kept.
  public var originalRequest: URLRequest? { currentRequest }
}
