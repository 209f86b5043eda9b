/// A request method, which can be any token. Methods are compared case-sensitively (RFC 9110 §9.1). Standard methods
/// are in capitals.
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

  /// Returns a standard method in capitals, whatever its case, and any other method unchanged.
  ///
  /// Servers compare methods case-sensitively, and no server has a method `get` that differs from its `GET`.
  package static func normalized(_ name: String) -> String {
    if name == "GET" || name == "POST" { return name }
    let upper = name.uppercased()
    return standard.contains(upper) ? upper : name
  }

  /// The methods of RFC 9110 §9.3, PATCH (RFC 5789) and QUERY.
  private static let standard: Set = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
  ]

  /// The methods whose requests can be sent twice, because the second request changes nothing more (RFC 9110 §9.2.2).
  package static let idempotent: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .query, .trace]

  package static func isIdempotent(_ name: String) -> Bool { idempotent.contains(HTTPMethod(rawValue: name)) }
}
