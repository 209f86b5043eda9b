/// Moya 13's name for a session.
@available(*, deprecated, renamed: "Session")
public typealias Manager = Session

extension Session {
  /// Moya 13.
  @available(*, deprecated, message: "say HTTPHeaders.default")
  public static var defaultHTTPHeaders: [String: String] { HTTPHeaders.default.dictionary }
}

extension MoyaProvider {
  /// Moya 13.
  @available(*, deprecated, renamed: "session")
  public var manager: Session { session }

  /// Moya 13.
  @available(*, deprecated, message: "say session:")
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

// What the closure was given before Moya 15.

extension AccessTokenPlugin {
  /// Moya 13: one token for every target.
  @available(*, deprecated, message: "the closure gets the target")
  @_disfavoredOverload
  public init(tokenClosure: @escaping () -> String) { self.init { _ in tokenClosure() } }

  /// Moya 14: a token by the target's scheme.
  @available(*, deprecated, message: "the closure gets the target")
  @_disfavoredOverload
  public init(tokenClosure: @escaping (AuthorizationType) -> String) {
    self.init { target in
      // Asked only for targets that name a scheme.
      (target as? any AccessTokenAuthorizable)?.authorizationType.map(tokenClosure) ?? ""
    }
  }
}

// MARK: - NetworkLoggerPlugin

extension NetworkLoggerPlugin {
  /// Moya 13.
  @available(*, deprecated, message: "say configuration:")
  public convenience init(
    verbose: Bool, cURL: Bool = false, requestDataFormatter: ((Data) -> String)? = nil,
    responseDataFormatter: ((Data) -> Data)? = nil
  ) {
    var configuration = Configuration(logOptions: verbose ? .verbose : .default)
    if cURL { configuration.logOptions.insert(.formatRequestAscURL) }
    if let requestDataFormatter { configuration.formatter.requestData = requestDataFormatter }
    if let responseDataFormatter {
      configuration.formatter.responseData = { Configuration.Formatter.defaultDataFormatter(responseDataFormatter($0)) }
    }
    self.init(configuration: configuration)
  }

  /// Moya 13.
  @available(*, deprecated, message: "say configuration:")
  public convenience init(cURL: Bool) { self.init(verbose: false, cURL: cURL) }
}

// MARK: - URLEncoding

extension URLEncoding {
  /// Moya 13.
  @available(*, deprecated, renamed: "default")
  public static var methodDependent: URLEncoding { .default }
}

// MARK: - Names of Alamofire's

/// Alamofire's error. Below `MoyaError.underlying` stand a `TransferError`, whose `kind` says why there is no response,
/// and `MoyaError.statusCode` where validation refused one.
@available(*, deprecated, renamed: "TransferError")
public typealias AFError = TransferError

extension TransferError {
  /// Alamofire's name for the end of a request that was cancelled.
  @available(*, deprecated, renamed: "cancelled")
  public static var explicitlyCancelled: TransferError { .cancelled }

  /// Alamofire's: the request was cancelled.
  @available(*, deprecated, message: "say kind == .cancelled")
  public var isExplicitlyCancelledError: Bool { kind == .cancelled }
}

extension Error {
  /// Alamofire's: this error, if it is one of the transfer.
  @available(*, deprecated, message: "say as? TransferError; a status that was refused is MoyaError.statusCode")
  public var asAFError: TransferError? { self as? TransferError }
}

// MARK: - RequestMultipartFormData

/// Moya's name for Alamofire's builder of forms, for code that only mentions the type.
public typealias RequestMultipartFormData = MultipartFormData

// MARK: - NSURLRequest

/// Foundation's name for the class beside the value, for `NSURLRequest.CachePolicy`.
public typealias NSURLRequest = URLRequest
