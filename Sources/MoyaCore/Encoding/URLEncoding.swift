/// Parameters as `key=value` pairs, in the query or in a form body.
public struct URLEncoding: ParameterEncoding, Sendable {
  /// Where the pairs go.
  public enum Destination: Sendable {
    /// The query for GET, HEAD and DELETE; the body for every other method.
    case methodDependent
    case queryString
    case httpBody
  }

  /// How the elements of an array are named.
  public enum ArrayEncoding: Sendable {
    /// `key[]`
    case brackets
    /// `key`
    case noBrackets
    /// `key[0]`
    case indexInBrackets
    /// Whatever the closure makes of key and index.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)
  }

  /// How a Bool is written.
  public enum BoolEncoding: Sendable {
    /// `1` and `0`
    case numeric
    /// `true` and `false`
    case literal
  }

  public static var `default`: URLEncoding { URLEncoding() }
  public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
  public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

  public let destination: Destination
  public let arrayEncoding: ArrayEncoding
  public let boolEncoding: BoolEncoding

  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    try urlRequest.asURLRequest()
  }
}
