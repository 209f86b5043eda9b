/// What can become a request.
public protocol URLRequestConvertible {
  func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
  /// The request, or `nil` when it cannot be made.
  public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
  public func asURLRequest() throws -> URLRequest { self }
}
