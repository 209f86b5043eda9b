extension Response {
  /// The response itself when its status lies in the range.
  /// - Throws: `MoyaError.statusCode`
  public func filter<R: RangeExpression>(statusCodes: R) throws -> Response where R.Bound == Int {
    guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
    return self
  }

  /// The response itself when it has this status.
  /// - Throws: `MoyaError.statusCode`
  public func filter(statusCode: Int) throws -> Response { try filter(statusCodes: statusCode...statusCode) }

  /// The response itself when its status is 200 to 299.
  /// - Throws: `MoyaError.statusCode`
  public func filterSuccessfulStatusCodes() throws -> Response { try filter(statusCodes: 200...299) }

  /// The response itself when its status is 200 to 399.
  /// - Throws: `MoyaError.statusCode`
  public func filterSuccessfulStatusAndRedirectCodes() throws -> Response { try filter(statusCodes: 200...399) }
}
