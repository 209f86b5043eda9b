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
