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

extension URLCredential {
  /// Byte by byte.
  public static func == (left: URLCredential, right: URLCredential) -> Bool {
    func areSame(_ left: String?, _ right: String?) -> Bool {
      if let left, let right { left.hasBytes(of: right) } else { left == nil && right == nil }
    }
    return areSame(left.user, right.user) && areSame(left.password, right.password)
      && left.persistence == right.persistence
  }
}

extension URLCredential: CustomStringConvertible {
  /// Without the password.
  public var description: String { "URLCredential(user: \(user ?? "nil"), password: \(Redaction.mark))" }
}
