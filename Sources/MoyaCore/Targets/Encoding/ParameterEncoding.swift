/// Alamofire's name for parameters.
public typealias Parameters = [String: Any]

/// Puts parameters into a request: into its query, its body, or elsewhere.
public protocol ParameterEncoding {
  /// The request with the parameters in it. `nil` parameters change nothing.
  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest

  /// The same in place, which spares a copy of the request. Default: by the other form.
  func encode(_ parameters: [String: Any], into request: inout URLRequest) throws
}

extension ParameterEncoding {
  public func encode(_ parameters: [String: Any], into request: inout URLRequest) throws {
    request = try encode(request, with: parameters)
  }
}
