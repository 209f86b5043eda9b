/// A `MoyaError` in one level: what happened, in words, and the answer if there was one.
public struct RequestFailure: Error, Sendable {
  public enum Kind: Hashable, Sendable {
    case invalidURL
    /// The request could not be built from its parameters, or broke the rules of HTTP.
    case invalidRequest
    case cancelled
    case timeout
    /// The server was not reached, or the connection broke.
    case connection
    /// The status is not among the accepted ones.
    case statusCode(Int)
    /// The body is not what was asked for.
    case mapping
    case other
  }

  public let kind: Kind
  public let message: String
  public let response: Response?
  /// The innermost error.
  public let underlying: any Error

  public init(_ error: MoyaError) {
    var error = error
    // Validation and request closures wrap a MoyaError in another.
    while case .underlying(let inner as MoyaError, _) = error { error = inner }
    response = error.response
    underlying = error.underlyingError ?? error
    message = error.errorDescription ?? "\(error)"
    switch error {
    case .requestMapping: kind = .invalidURL
    case .encodableMapping, .parameterEncoding: kind = .invalidRequest
    case .statusCode(let response): kind = .statusCode(response.statusCode)
    case .imageMapping, .jsonMapping, .stringMapping, .objectMapping: kind = .mapping
    case .underlying(let inner, _): kind = RequestFailure.kind(of: inner)
    }
  }

  private static func kind(of error: any Error) -> Kind {
    if error is MultipartError { return .invalidRequest }
    guard let error = error as? TransferError else { return .other }
    switch error.kind {
    case .invalidURL: return .invalidURL
    case .invalidRequest, .body: return .invalidRequest
    case .cancelled: return .cancelled
    case .connectTimeout, .idleTimeout, .totalTimeout: return .timeout
    case .resolve, .connect, .tls, .network, .protocolViolation, .incompleteBody, .proxy: return .connection
    case .decode, .tooLarge, .redirect, .forked, .file, .other: return .other
    }
  }
}

extension RequestFailure: LocalizedError {
  public var errorDescription: String? { message }
}

extension MoyaError {
  public var flattened: RequestFailure { RequestFailure(self) }
}
