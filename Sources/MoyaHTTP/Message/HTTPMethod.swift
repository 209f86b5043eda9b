/// A request method: any token, compared by its exact spelling (RFC 9110 §9.1).
public struct HTTPMethod: RawRepresentable, Equatable, Hashable, Sendable {
  public static let connect = HTTPMethod(rawValue: "CONNECT")
  public static let delete = HTTPMethod(rawValue: "DELETE")
  public static let get = HTTPMethod(rawValue: "GET")
  public static let head = HTTPMethod(rawValue: "HEAD")
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  public static let patch = HTTPMethod(rawValue: "PATCH")
  public static let post = HTTPMethod(rawValue: "POST")
  public static let put = HTTPMethod(rawValue: "PUT")
  public static let query = HTTPMethod(rawValue: "QUERY")
  public static let trace = HTTPMethod(rawValue: "TRACE")

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Foundation on Linux upper-cases these six names and leaves others alone.
  package static func normalized(_ name: String) -> String {
    if name == "GET" || name == "POST" { return name }
    let upper = name.uppercased()
    return ["CONNECT", "DELETE", "GET", "HEAD", "POST", "PUT"].contains(upper) ? upper : name
  }
}
