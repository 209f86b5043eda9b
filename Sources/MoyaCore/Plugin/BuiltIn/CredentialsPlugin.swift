/// Answers authentication challenges with the credential that the closure returns for a target.
public final class CredentialsPlugin: PluginType, Sendable {
  @preconcurrency public typealias CredentialClosure = @Sendable (any TargetType) -> URLCredential?

  private let credentialsClosure: CredentialClosure

  @preconcurrency
  public init(credentialsClosure: @escaping CredentialClosure) { self.credentialsClosure = credentialsClosure }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    if let credential = credentialsClosure(target) { request.authenticate(with: credential) }
  }
}
