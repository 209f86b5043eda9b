/// A user's name and password, with Foundation's spelling.
public struct URLCredential: Hashable, Sendable {
  /// Kept, and without an effect: a credential is used for the request that it was given for. Foundation's numbers.
  public enum Persistence: UInt, Sendable {
    case none = 0
    case forSession = 1
    case permanent = 2
    case synchronizable = 3
  }

  public let user: String?
  public let password: String?
  public let persistence: Persistence
  public var hasPassword: Bool { password != nil }

  public init(user: String, password: String, persistence: Persistence) {
    self.user = user
    self.password = password
    self.persistence = persistence
  }
}

extension URLCredential: CustomStringConvertible {
  /// Without the password.
  public var description: String { "URLCredential(user: \(user ?? "nil"), password: \(Redaction.mark))" }
}
