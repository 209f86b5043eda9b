extension Order {
  /// A target's order: its endpoint says what is sent, `source` how the request is made. The source is kept unless the
  /// task is an upload that cannot be. What a definition gets wrong fails as a stub too; files are not looked for
  /// before they are sent.
  package init(_ target: any TargetType, endpoint: Endpoint, source: consuming Source) {
    self.init(TargetSubject(target, endpoint), source: source)
    switch endpoint.taskKind {
    case .data: break
    case .download: download = endpoint.task.downloadDestination.map { DestinationPlan($0) }
    case .upload:
      do throws(MoyaError) { upload = try Upload(endpoint.task, method: endpoint.method) } catch {
        self.source = .failed(error)
      }
    }
    validation = target.validationType
  }
}

extension StubBehavior {
  /// When a stub answers; `nil`: the request is sent.
  /// - Parameter hasQueue: the caller gets the end on a queue. Then an answer without a delay is asked for there.
  package func moment(hasQueue: Bool) -> StubMoment? {
    switch self {
    case .never: return nil
    case .immediate: return hasQueue ? .next : .immediate
    case .delayed(let seconds):
      let delay = seconds.milliseconds
      return delay == 0 ? .next : .delayed(milliseconds: delay)
    }
  }
}
