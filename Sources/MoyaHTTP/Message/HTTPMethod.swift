/// A request method: any token, compared by its exact spelling (RFC 9110 §9.1), which of a standard one is in capitals.
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

  /// A standard method in capitals, in whatever case it is given; any other as it is.
  ///
  /// A server compares methods by their case, and none has a `get` beside its `GET`.
  package static func normalized(_ name: String) -> String {
    if name == "GET" || name == "POST" { return name }
    let upper = name.uppercased()
    return standard.contains(upper) ? upper : name
  }

  /// Those of RFC 9110 §9.3, PATCH (RFC 5789) and QUERY.
  private static let standard: Set = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
  ]

  /// Methods that may be sent twice: a second request changes nothing more (RFC 9110 §9.2.2).
  package static let idempotent: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .query, .trace]

  package static func isIdempotent(_ name: String) -> Bool { idempotent.contains(HTTPMethod(rawValue: name)) }
}
