/// Alamofire's error. Below `MoyaError.underlying` stand a `TransferError`, whose `kind` says why there is no answer, and
/// `MoyaError.statusCode` where validation refused one.
@available(*, unavailable, renamed: "TransferError")
public typealias AFError = TransferError

extension Error {
  @available(*, unavailable, message: "below .underlying stands a TransferError, or MoyaError.statusCode")
  public var asAFError: TransferError? { nil }
}
