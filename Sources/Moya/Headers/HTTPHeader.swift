/// Alamofire's name for one field of a header section.
public typealias HTTPHeader = HeaderFields.Field

extension HeaderFields.Field: CustomStringConvertible {
  /// `Name: value`
  public var description: String { "\(name): \(value)" }
}

extension HeaderFields.Field {
  public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }
  public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }
  public static func acceptLanguage(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Language", value: value) }
  public static func acceptEncoding(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Encoding", value: value) }

  /// The Basic scheme (RFC 7617).
  public static func authorization(username: String, password: String) -> HTTPHeader {
    authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
  }

  /// The Bearer scheme (RFC 6750).
  public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }

  /// The whole value, scheme included.
  public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }

  public static func contentDisposition(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Disposition", value: value)
  }

  public static func contentEncoding(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Encoding", value: value)
  }

  public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }
  public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }
}
