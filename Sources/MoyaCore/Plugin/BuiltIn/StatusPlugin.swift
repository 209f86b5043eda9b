/// Reacts to statuses in one place. For example, a program can log out after 401 and show a message after 403. The
/// closure runs once per request, before the request's completion.
public final class StatusPlugin: PluginType, Sendable {
  @preconcurrency public typealias Reaction = @Sendable (_ response: Response, _ target: any TargetType) -> Void

  private let statuses: Set<Int>
  private let reaction: Reaction

  @preconcurrency
  public init(_ statuses: Set<Int> = [401, 403], reaction: @escaping Reaction) {
    self.statuses = statuses
    self.reaction = reaction
  }

  public func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError> {
    if let response = result.response, statuses.contains(response.statusCode) { reaction(response, target) }
    return result
  }
}
