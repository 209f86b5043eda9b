/// Answers authentication challenges with the credential that the closure returns for a target.
public final class CredentialsPlugin: PluginType {
  public typealias CredentialClosure = (any TargetType) -> URLCredential?

  private let credentialsClosure: CredentialClosure

  public init(credentialsClosure: @escaping CredentialClosure) { self.credentialsClosure = credentialsClosure }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    if let credential = credentialsClosure(target) { request.authenticate(with: credential) }
  }
}
