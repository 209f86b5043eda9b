/// Parameters as `key=value` pairs, in the query or in a form body. Keys are sorted at every level.
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

  // The largest first: so the whole fits into an existential, and a task needs no box for it.
  public let arrayEncoding: ArrayEncoding
  public let destination: Destination
  public let boolEncoding: BoolEncoding

  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  /// A query that is there already is kept, the pairs follow it. A body gets the form's Content-Type unless the
  /// request names one.
  /// - Throws: `ParameterEncodingError`
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    if let parameters { try encode(parameters, into: &request) }
    return request
  }

  /// - Throws: `ParameterEncodingError`
  public func encode(_ parameters: [String: Any], into request: inout URLRequest) throws(ParameterEncodingError) {
    if writesQuery(of: request) {
      let url = request.urlText
      if url.isEmpty { throw .missingURL }
      if parameters.isEmpty { return }
      request.urlText = try QueryWriter.url(url, adding: parameters, self)
    } else {
      let form = try QueryWriter.form(parameters, self)
      request.setBody(form, type: "application/x-www-form-urlencoded; charset=utf-8")
    }
  }

  private func writesQuery(of request: URLRequest) -> Bool {
    switch destination {
    case .queryString: true
    case .httpBody: false
    case .methodDependent: ["GET", "HEAD", "DELETE"].contains(request.httpMethod)
    }
  }
}
