/// Reacts to statuses in one place, for example to 401 and 403: log out, show a message. Runs once per request, before
/// its completion.
public final class StatusPlugin: PluginType {
  public typealias Reaction = (_ response: Response, _ target: any TargetType) -> Void

  private let statuses: Set<Int>
  private let reaction: Reaction

  public init(_ statuses: Set<Int> = [401, 403], reaction: @escaping Reaction) {
    self.statuses = statuses
    self.reaction = reaction
  }

  public func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    if let response = result.response, statuses.contains(response.statusCode) { reaction(response, target) }
    return result
  }
}
