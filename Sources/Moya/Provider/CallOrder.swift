/// One request as a provider orders it: what Moya's and MoyaX's providers have in common.
struct CallOrder {
  let target: any TargetType
  let endpoint: Endpoint
  var stub = StubBehavior.never
  /// The callback queue that the request names, else the provider's.
  var queue: DispatchQueue?
  var progress: ProgressBlock?
  /// Sends this request instead of the session; `nil`: the session does.
  var backend: (any Backend)?

  /// The source is kept, unless the task is an upload that cannot be. What a definition gets wrong fails as a stub too;
  /// files are not looked for before they are sent.
  func recipe(
    session: Session, plugins: [any PluginType], source: consuming CallRecipe.Source
  ) -> CallRecipe {
    let lane = stubLane(session) ?? backend.map { Lane($0) } ?? session.lane
    let interception = stub == .never ? session.interceptor.map { Interception($0, session: session) } : nil
    var recipe = CallRecipe(
      target: target, session: session.rules, source: source, lane: lane,
      plugins: interception.map { [$0] + plugins } ?? plugins)
    recipe.retrier = interception
    switch endpoint.taskKind {
    case .data: break
    case .download: recipe.download = endpoint.task.downloadDestination
    case .uploadFile, .uploadForm:
      do throws(MoyaError) { recipe.upload = try Upload(endpoint.task, method: endpoint.method) } catch {
        recipe.source = .failed(error)
      }
    }
    if let fault = session.fault { recipe.source = .failed(.underlying(fault, nil)) }
    recipe.validation = target.validationType
    recipe.queue = lane.traits.contains(.choosesQueue) || stub == .immediate ? queue : queue ?? DefaultQueue.main
    recipe.sample = endpoint.sampleResponseClosure
    if stub == .never { recipe.progress = progress }
    return recipe
  }

  private func stubLane(_ session: Session) -> Lane? {
    switch stub {
    case .never: nil
    case .immediate: queue == nil ? StubBackend.immediate : StubBackend.next
    case .delayed(let seconds):
      seconds.milliseconds == 0
        ? StubBackend.next
        : Lane(
          StubBackend(.after(milliseconds: seconds.milliseconds), executor: session.stubExecutor),
          executor: session.stubExecutor)
    }
  }
}
