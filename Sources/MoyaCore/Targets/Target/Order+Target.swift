extension Order {
  /// A target's order: its endpoint says what is sent, `source` how the request is made, unless it is known that there
  /// can be none. What a definition gets wrong fails as a stub too; files are not looked for before they are sent.
  /// - Parameter fault: why it cannot be sent; `nil`: nothing is known.
  package init(
    _ subject: TargetSubject, stub: StubMoment?, options: OrderOptions?, fault: MoyaError?, source: () -> Source
  ) {
    let endpoint = subject.endpoint
    var (fault, upload) = (fault, Upload?.none)
    if endpoint.taskKind == .upload {
      do throws(MoyaError) { upload = try Upload(endpoint.task, method: endpoint.method) } catch {
        fault = fault ?? error
      }
    }
    let destination = endpoint.taskKind == .download ? endpoint.task.downloadDestination : nil
    // All at once: of an order that is changed here the compiler would return a copy.
    self.init(
      subject, source: fault.map { .failed($0) } ?? source(), stub: stub,
      validation: subject.target.validationType, options: options, upload: upload,
      download: destination.map { DestinationPlan($0) })
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
