extension Endpoint {
  /// The description that `TargetType.endpoint` gives unless the target says otherwise.
  public convenience init<Target: TargetType>(target: Target) {
    self.init(
      url: URLText.of(target),
      sampleResponseClosure: { target.sampleResponse ?? .networkResponse(200, target.sampleData) },
      method: target.method, task: target.task, httpHeaderFields: target.headers, timeout: target.timeout,
      partialDownload: target.partialDownload)
  }
}
