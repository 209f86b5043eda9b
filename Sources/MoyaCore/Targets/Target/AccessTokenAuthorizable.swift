/// A target whose requests carry an access token.
public protocol AccessTokenAuthorizable {
  /// `nil`: this request goes without a token.
  var authorizationType: AuthorizationType? { get }
}

/// The scheme in front of the token in the `Authorization` header.
public enum AuthorizationType: Hashable, Sendable {
  case basic
  case bearer
  case custom(String)

  /// The scheme's name as it is sent.
  public var value: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .custom(let name): name
    }
  }
}
