/// Everything a request can fail with.
public enum MoyaError: Error {
  /// The body is no image that is known here.
  case imageMapping(Response)
  /// The body is no JSON.
  case jsonMapping(Response)
  /// The body is no text, or has none at the key path.
  case stringMapping(Response)
  /// The JSON does not fit the type.
  case objectMapping(any Error, Response)
  /// The value could not be written as JSON.
  case encodableMapping(any Error)
  /// The status is not among the accepted ones.
  case statusCode(Response)
  /// Something below: the network, a file, a caller's own code. With the answer, if there was one.
  case underlying(any Error, Response?)
  /// The endpoint's URL is none.
  case requestMapping(String)
  /// The parameters could not be encoded.
  case parameterEncoding(any Error)
}

extension MoyaError {
  /// The answer that came with the failure.
  public var response: Response? {
    switch self {
    case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
      .objectMapping(_, let response), .statusCode(let response):
      response
    case .underlying(_, let response): response
    case .encodableMapping, .requestMapping, .parameterEncoding: nil
    }
  }

  /// The error that caused this one.
  public var underlyingError: (any Error)? {
    switch self {
    case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
      .parameterEncoding(let error):
      error
    case .imageMapping, .jsonMapping, .stringMapping, .statusCode, .requestMapping: nil
    }
  }
}
