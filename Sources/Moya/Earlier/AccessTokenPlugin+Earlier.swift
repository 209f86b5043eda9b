// What the closure was given before Moya 15.

extension AccessTokenPlugin {
  /// Moya 13: one token for every target.
  @available(*, deprecated, message: "the closure gets the target")
  @_disfavoredOverload
  public init(tokenClosure: @escaping () -> String) { self.init { _ in tokenClosure() } }

  /// Moya 14: a token by the target's scheme.
  @available(*, deprecated, message: "the closure gets the target")
  @_disfavoredOverload
  public init(tokenClosure: @escaping (AuthorizationType) -> String) {
    self.init { target in
      // Asked only for targets that name a scheme.
      (target as? any AccessTokenAuthorizable)?.authorizationType.map(tokenClosure) ?? ""
    }
  }
}
