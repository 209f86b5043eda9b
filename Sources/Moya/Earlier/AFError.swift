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
