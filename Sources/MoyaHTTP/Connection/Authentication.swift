import FoundationEssentials

/// The name and password, or the token, with which a request identifies its user. This identity is only for the origin
/// of the request's URL. A redirect to another origin drops it.
public enum Authentication: Hashable, Sendable {
  /// A name and a password that are sent as Basic or Digest if the server requires authentication.
  case challenged(user: String, password: String)
  /// A name and a password that are sent as Basic (RFC 7617), even with the first request.
  case basic(user: String, password: String)
  /// A name and a password that are sent as Digest (RFC 7616) if the server requires it. The password itself is never
  /// sent.
  case digest(user: String, password: String)
  /// A token (RFC 6750), for example of OAuth 2.0.
  case bearer(String)

  /// The value of `Authorization` that is sent without a challenge. `nil` if the server must send a challenge first.
  package var field: String? {
    switch self {
    case .basic(let user, let password): "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    case .bearer(let token): "Bearer " + token
    case .challenged, .digest: nil
    }
  }

  /// The credential for a server that sends a challenge.
  package var credential: URLCredential? {
    switch self {
    case .challenged(let user, let password), .digest(let user, let password):
      URLCredential(user: user, password: password, persistence: .none)
    case .basic, .bearer: nil
    }
  }

  package var isDigest: Bool { if case .digest = self { true } else { false } }

  /// Why the identity cannot be sent. The text contains no part of the identity's values. `nil` if the identity can be
  /// sent.
  package var fault: String? {
    switch self {
    case .challenged(let user, let password), .basic(let user, let password), .digest(let user, let password):
      if user.isEmpty { return "its user has no name" }
      // In Basic authentication, the first colon ends the name (RFC 7617 §2).
      if user.utf8.contains(0x3A) { return "its user's name has a colon" }
      return (user + password).utf8.contains(where: ASCII.isControl) ? "it has a control character" : nil
    case .bearer(let token):
      let text = token.utf8.reversed().drop { $0 == 0x3D }
      return text.isEmpty || !text.allSatisfy(Authentication.isToken68)
        ? "its token has characters that no token has (RFC 6750 §2.1), or none" : nil
    }
  }

  private static func isToken68(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~+/".utf8.contains(byte)
    }
  }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
  /// A description without secrets.
  public var description: String {
    switch self {
    case .challenged: "Authentication.challenged(\(Redaction.mark))"
    case .basic: "Authentication.basic(\(Redaction.mark))"
    case .digest: "Authentication.digest(\(Redaction.mark))"
    case .bearer: "Authentication.bearer(\(Redaction.mark))"
    }
  }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - URLCredential

/// A user's name and password, with Foundation's names.
public struct URLCredential: Hashable, Sendable {
  /// How long Foundation would store a credential. This value has no effect here, because a credential is used only for
  /// the request that it was given for. The numbers are Foundation's.
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
  /// Compares the texts byte by byte.
  public static func == (left: URLCredential, right: URLCredential) -> Bool {
    func areSame(_ left: String?, _ right: String?) -> Bool {
      if let left, let right { left.hasBytes(of: right) } else { left == nil && right == nil }
    }
    return areSame(left.user, right.user) && areSame(left.password, right.password)
      && left.persistence == right.persistence
  }
}

extension URLCredential: CustomStringConvertible, CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
  /// A description without the password.
  public var description: String { "URLCredential(user: \(user ?? "nil"), password: \(Redaction.mark))" }
}
