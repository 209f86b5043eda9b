/// What can become a URL: Alamofire's protocol, for code that was written with it.
public protocol URLConvertible {
  /// - Throws: `TransferError` of kind `invalidURL`.
  func asURL() throws -> URL
}

extension URL: URLConvertible {
  public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
  public func asURL() throws -> URL {
    guard let url = URL(string: self) else { throw TransferError(.invalidURL, "the text is not a URL") }
    return url
  }
}

extension URLComponents: URLConvertible {
  public func asURL() throws -> URL {
    guard let url else { throw TransferError(.invalidURL, "the parts do not make a URL") }
    return url
  }
}

// MARK: - Requests and responses

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

// MARK: - Streams as bodies

extension URLRequest {
  /// The body, when it is one stream. Forms and files are no part of a request yet when plugins see it.
  public var httpBodyStream: (any ByteStream)? {
    guard case .segments(let segments) = body, segments.count == 1, case .stream(let stream, _) = segments.first else {
      return nil
    }
    return stream
  }
}

extension ByteStream {
  /// For a log: the kind of stream.
  public var description: String { "\(Self.self)" }
}
