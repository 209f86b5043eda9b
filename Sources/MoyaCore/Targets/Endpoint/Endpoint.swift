/// One request, described: what a target becomes before it is built.
///
/// Unchecked: immutable, but its sample closure and task are the caller's code and values.
open class Endpoint: @unchecked Sendable {
  public typealias SampleResponseClosure = () -> EndpointSampleResponse

  /// The URL's text, query included.
  public let url: String
  /// Asked when a stub delivers.
  public let sampleResponseClosure: SampleResponseClosure
  public let method: Method
  public let task: Task
  /// The task's kind, found out once: a `switch` over the task copies what it holds.
  package let taskKind: Task.Kind
  public let httpHeaderFields: [String: String]?
  /// Seconds without a byte in either direction; `nil`: the default of a request.
  public let timeout: TimeInterval?
  /// Where the bytes of an interrupted download wait; `nil`: nowhere.
  public let partialDownload: URL?
  /// Filled when endpoints are compared; the request is sent afterwards.
  let cachedRequest = Protected<URLRequest?>(nil)

  public init(
    url: String, sampleResponseClosure: @escaping SampleResponseClosure, method: Method, task: Task,
    httpHeaderFields: [String: String]?, timeout: TimeInterval? = nil, partialDownload: URL? = nil
  ) {
    self.url = url
    self.sampleResponseClosure = sampleResponseClosure
    self.method = method
    taskKind = task.kind
    self.task = task
    self.httpHeaderFields = httpHeaderFields
    self.timeout = timeout
    self.partialDownload = partialDownload
  }

  /// A copy with these fields added; the new value wins.
  open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
    if newHTTPHeaderFields.isEmpty { return with(task, httpHeaderFields) }
    return with(task, (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { _, new in new })
  }

  /// A copy with another task.
  open func replacing(task: Task) -> Endpoint { with(task, httpHeaderFields) }

  private func with(_ task: Task, _ fields: [String: String]?) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task, httpHeaderFields: fields,
      timeout: timeout, partialDownload: partialDownload)
  }
}
