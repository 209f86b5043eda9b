/// Moya 13's name for a session.
@available(*, deprecated, renamed: "Session")
public typealias Manager = Session

extension Session {
  /// The default header fields, as in Moya 13.
  @available(*, deprecated, message: "say HTTPHeaders.default")
  public static var defaultHTTPHeaders: [String: String] { HTTPHeaders.default.dictionary }
}

extension MoyaProvider {
  /// The session. `manager` is the name in Moya 13.
  @available(*, deprecated, renamed: "session")
  public var manager: Session { session }

  /// Makes a provider, as in Moya 13.
  @available(*, deprecated, message: "say session:")
  @preconcurrency
  public convenience init(
    endpointClosure: @escaping EndpointClosure = { $0.endpoint },
    requestClosure: @escaping RequestClosure = { RequestMapping.map($0, closure: $1) },
    stubClosure: @escaping StubClosure = { _ in .never }, callbackQueue: DispatchQueue? = nil, manager: Session,
    plugins: [any PluginType] = [], trackInflights: Bool = false
  ) {
    self.init(
      endpointClosure: endpointClosure, requestClosure: requestClosure, stubClosure: stubClosure,
      callbackQueue: callbackQueue, session: manager, plugins: plugins, trackInflights: trackInflights)
  }

  @available(*, deprecated, renamed: "defaultAlamofireSession")
  public final class func defaultAlamofireManager() -> Session { defaultAlamofireSession() }
}

// MARK: - AccessTokenPlugin

// Closures with the parameters that they had before Moya 15.

extension AccessTokenPlugin {
  /// Moya 13: returns one token for every target.
  @available(*, deprecated, message: "the closure gets the target")
  @_disfavoredOverload
  @preconcurrency
  public init(tokenClosure: @escaping @Sendable () -> String) { self.init { _ in tokenClosure() } }

  /// Moya 14: returns a token for the target's scheme.
  @available(*, deprecated, message: "the closure gets the target")
  @_disfavoredOverload
  @preconcurrency
  public init(tokenClosure: @escaping @Sendable (AuthorizationType) -> String) {
    self.init { target in
      // The closure runs only for targets that name a scheme.
      (target as? any AccessTokenAuthorizable)?.authorizationType.map(tokenClosure) ?? ""
    }
  }
}

// MARK: - NetworkLoggerPlugin

extension NetworkLoggerPlugin {
  /// Makes a plugin, as in Moya 13.
  @available(*, deprecated, message: "say configuration:")
  @preconcurrency
  public convenience init(
    verbose: Bool, cURL: Bool = false, requestDataFormatter: (@Sendable (Data) -> String)? = nil,
    responseDataFormatter: (@Sendable (Data) -> Data)? = nil
  ) {
    var configuration = Configuration(logOptions: verbose ? .verbose : .default)
    if cURL { configuration.logOptions.insert(.formatRequestAscURL) }
    if let requestDataFormatter { configuration.formatter.requestData = requestDataFormatter }
    if let responseDataFormatter {
      configuration.formatter.responseData = { Configuration.Formatter.defaultDataFormatter(responseDataFormatter($0)) }
    }
    self.init(configuration: configuration)
  }

  /// Makes a plugin, as in Moya 13.
  @available(*, deprecated, message: "say configuration:")
  public convenience init(cURL: Bool) { self.init(verbose: false, cURL: cURL) }
}

// MARK: - URLEncoding

extension URLEncoding {
  /// The default encoding, as in Moya 13.
  @available(*, deprecated, renamed: "default")
  public static var methodDependent: URLEncoding { .default }
}

// MARK: - Alamofire's names

/// Alamofire's name for an error of a transfer.
///
/// `MoyaError.underlying` contains a `TransferError`, whose `kind` says why there is no response. If validation refused
/// the response, `MoyaError.underlying` contains a `MoyaError.statusCode`.
@available(*, deprecated, renamed: "TransferError")
public typealias AFError = TransferError

extension TransferError {
  /// Alamofire's name for the error of a cancelled request.
  @available(*, deprecated, renamed: "cancelled")
  public static var explicitlyCancelled: TransferError { .cancelled }

  /// Alamofire's name for the test whether the request was cancelled.
  @available(*, deprecated, message: "say kind == .cancelled")
  public var isExplicitlyCancelledError: Bool { kind == .cancelled }
}

extension Error {
  /// Returns this error if it is a `TransferError`, otherwise `nil`. Alamofire has a property with this name.
  @available(*, deprecated, message: "say as? TransferError; a status that was refused is MoyaError.statusCode")
  public var asAFError: TransferError? { self as? TransferError }
}

// MARK: - RequestMultipartFormData

/// Moya's name for Alamofire's form builder, for code that only mentions the type.
public typealias RequestMultipartFormData = MultipartFormData

// MARK: - NSURLRequest

/// Foundation's name for the class that belongs to `URLRequest`. Code uses it for `NSURLRequest.CachePolicy`.
public typealias NSURLRequest = URLRequest
