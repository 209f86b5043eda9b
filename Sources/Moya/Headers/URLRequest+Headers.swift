// Alamofire's conveniences on requests and responses.

extension URLRequest {
  /// - Throws: what `url.asURL()` throws.
  public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
    self.init(url: try url.asURL())
    self.method = method
    if let headers { self.headers = headers }
  }

  /// The header section, in wire order.
  public var headers: HTTPHeaders {
    get { headerFields }
    _modify { yield &headerFields }
  }

  /// `httpMethod` as a value. `nil` means GET.
  public var method: HTTPMethod? {
    get { httpMethod.map(HTTPMethod.init(rawValue:)) }
    set { httpMethod = newValue?.rawValue }
  }
}

extension HTTPURLResponse {
  /// The header section, in the order of the wire.
  public var headers: HTTPHeaders { headerFields }
}
