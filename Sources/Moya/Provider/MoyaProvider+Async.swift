extension MoyaProvider {
  /// The response to a request. Cancelling the task cancels the request; a task that was cancelled before sends nothing.
  ///
  /// Hooks on the way back run on the provider's callback queue, else on a global one: a task needs no main queue.
  /// If an application has an extension of this name, as written for Moya 15, the compiler picks that one.
  @_disfavoredOverload
  public func request(_ target: Target) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.result(by: self) { completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil, completion: completion)
    }.get()
  }

  /// How far a request is, up to its response.
  @_disfavoredOverload
  public func requestWithProgress(_ target: Target) -> ProgressResponses {
    nonisolated(unsafe) let target = target
    return ProgressResponses(by: self) { progress, completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: progress, completion: completion)
    }
  }
}

extension MoyaProvider where Target: SendableMetatype {
  /// The responses to many requests, in the order of the targets, at most `limit` of them under way at once.
  public func requests(_ targets: [Target], limit: Int = 8) async -> [Result<Response, MoyaError>] {
    nonisolated(unsafe) let targets = targets
    return await Awaiting.group(count: targets.count, limit: limit) { index in
      do throws(MoyaError) { return .success(try await self.request(targets[index])) } catch { return .failure(error) }
    }
  }
}
