import Moya

private let provider = MoyaProvider<User>()

/// Starts `inFlight` tasks. Each task sends one request after another.
func inTasks(_ user: User, _ requests: Int, _ inFlight: Int) async {
  await withDiscardingTaskGroup { group in
    for index in 0..<inFlight {
      group.addTask {
        for _ in stride(from: index, to: requests, by: inFlight) { check(await answer(of: user)) }
      }
    }
  }
}

private func answer(of user: User) async -> Result<Response, MoyaError> {
  do throws(MoyaError) { return .success(try await provider.request(user)) } catch { return .failure(error) }
}
