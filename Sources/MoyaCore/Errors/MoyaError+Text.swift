extension MoyaError: LocalizedError {
  /// What a user may be shown.
  public var errorDescription: String? {
    switch self {
    case .imageMapping: "Failed to map data to an Image."
    case .jsonMapping: "Failed to map data to JSON."
    case .stringMapping: "Failed to map data to a String."
    case .objectMapping: "Failed to map data to a Decodable object."
    case .encodableMapping: "Failed to encode Encodable object into data."
    case .statusCode: "Status code didn't fall within the given range."
    case .underlying(let error, _): ErrorText.of(error)
    case .requestMapping: "Failed to map Endpoint to a URLRequest."
    case .parameterEncoding(let error): "Failed to encode parameters for URLRequest. \(ErrorText.of(error))"
    }
  }
}

/// As Swift writes an enum, without a response where there is none, without the value that could not be encoded or decoded, and without what a URL may hide.
extension MoyaError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch self {
    case .imageMapping(let response): "imageMapping(\(response))"
    case .jsonMapping(let response): "jsonMapping(\(response))"
    case .stringMapping(let response): "stringMapping(\(response))"
    case .objectMapping(let error, let response): "objectMapping(\(ErrorText.debug(error)), \(response))"
    case .encodableMapping(let error): "encodableMapping(\(ErrorText.debug(error)))"
    case .statusCode(let response): "statusCode(\(response))"
    case .underlying(let error, let response):
      "underlying(\(ErrorText.debug(error))\(response.map { ", \($0)" } ?? ""))"
    case .requestMapping(let url): "requestMapping(\"\(ShownURL.unusable(url))\")"
    case .parameterEncoding(let error): "parameterEncoding(\(ErrorText.debug(error)))"
    }
  }

  public var debugDescription: String { description }
}
