/// Adds `Authorization: <scheme> <token>` to targets that are `AccessTokenAuthorizable` and have a scheme.
///
/// As in Moya, an existing value stays, followed by a comma and the new value.
public struct AccessTokenPlugin: PluginType, Sendable {
  @preconcurrency public typealias TokenClosure = @Sendable (any TargetType) -> String

  /// Returns the token for a target. A `MultiTarget` is unwrapped first.
  public let tokenClosure: TokenClosure

  @preconcurrency
  public init(tokenClosure: @escaping TokenClosure) { self.tokenClosure = tokenClosure }

  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    guard let type = (target as? any AccessTokenAuthorizable)?.authorizationType else { return request }
    let inner = (target as? MultiTarget)?.target ?? target
    var request = request
    request.addValue(type.value + " " + tokenClosure(inner), forHTTPHeaderField: "Authorization")
    return request
  }
}
