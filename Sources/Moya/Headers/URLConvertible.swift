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
