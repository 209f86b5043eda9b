/// Adds `Authorization: <scheme> <token>` to targets that are `AccessTokenAuthorizable` and name a scheme.
///
/// As Moya's, it adds: a value that is there already stays, followed by a comma.
public struct AccessTokenPlugin: PluginType {
  public typealias TokenClosure = (any TargetType) -> String

  /// Gives the token for a target; a `MultiTarget` is unwrapped first.
  public let tokenClosure: TokenClosure

  public init(tokenClosure: @escaping TokenClosure) { self.tokenClosure = tokenClosure }

  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    guard let type = (target as? any AccessTokenAuthorizable)?.authorizationType else { return request }
    let inner = (target as? MultiTarget)?.target ?? target
    var request = request
    request.addValue(type.value + " " + tokenClosure(inner), forHTTPHeaderField: "Authorization")
    return request
  }
}
