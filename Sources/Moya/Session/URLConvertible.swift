/// A value that can be converted to a URL. This is Alamofire's protocol, for code that uses it.
public protocol URLConvertible {
  /// Converts the value to a URL.
  ///
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

// Alamofire's convenience properties of requests and responses.

extension URLRequest {
  /// Makes a request for a URL.
  ///
  /// - Throws: The error that `url.asURL()` throws.
  public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
    self.init(url: try url.asURL())
    self.method = method
    if let headers { self.headers = headers }
  }

  /// The header section, in the order in which it is sent.
  public var headers: HTTPHeaders {
    get { headerFields }
    _modify { yield &headerFields }
  }

  /// The value of `httpMethod` as an `HTTPMethod`. `nil` means GET.
  public var method: HTTPMethod? {
    get { httpMethod.map(HTTPMethod.init(rawValue:)) }
    set { httpMethod = newValue?.rawValue }
  }
}

extension HTTPURLResponse {
  /// The header section, in the order in which it was received.
  public var headers: HTTPHeaders { headerFields }
}

// MARK: - Streams as bodies

extension URLRequest {
  /// The body if it is a single stream, otherwise `nil`.
  ///
  /// A plugin finds no form and no file here, because they are added to the request after the plugins have run.
  public var httpBodyStream: (any ByteStream)? {
    guard case .segments(let segments) = body, segments.count == 1, case .stream(let stream, _) = segments.first else {
      return nil
    }
    return stream
  }
}

extension ByteStream {
  /// The type of the stream, for logs.
  public var description: String { "\(Self.self)" }
}
