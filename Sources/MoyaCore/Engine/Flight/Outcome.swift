import FoundationEssentials

/// A backend's end as a caller's result: validation, and one shape of error for every backend.
enum Outcome {
  static func result(
    of outcome: Result<TransferResponse, TransferError>, request: consuming URLRequest?,
    validation: ValidationType, download: DownloadDestination? = nil, attempt: Int = 1
  ) -> Result<Response, MoyaError> {
    switch outcome {
    case .success(let transfer):
      success(
        transfer, request: consume request, isAccepted: validation.accepts(transfer.statusCode), download: download,
        attempt: attempt)
    case .failure(let error): .failure(failure(error, request: consume request, attempt: attempt))
    }
  }

  /// Drops an end that comes after the flight was stopped or has ended: the file of a download is removed.
  static func discard(_ outcome: Result<TransferResponse, TransferError>) {
    guard case .success(let transfer) = outcome, let path = transfer.downloadedPath else { return }
    _ = try? Download.finish(transfer, at: path, to: nil)
  }

  private static func success(
    _ transfer: TransferResponse, request: consuming URLRequest?, isAccepted: Bool, download: DownloadDestination?,
    attempt: Int
  ) -> Result<Response, MoyaError> {
    var fileURL: URL?
    if let path = transfer.downloadedPath {
      do throws(TransferError) {
        fileURL = try Download.finish(transfer, at: path, to: isAccepted ? download : nil)
      } catch {
        return .failure(failure(error, request: request, attempt: attempt))
      }
    }
    let response = Response(
      statusCode: transfer.statusCode, content: transfer.content, request: consume request,
      response: transfer.response, attempt: attempt, fileURL: fileURL)
    return isAccepted ? .success(response) : .failure(.underlying(MoyaError.statusCode(response), response))
  }

  private static func failure(_ error: TransferError, request: URLRequest?, attempt: Int) -> MoyaError {
    let response = error.response.map {
      Response(
        statusCode: $0.statusCode, content: error.partialContent ?? .data(Data()), request: request, response: $0,
        attempt: attempt)
    }
    return .underlying(error.underlying ?? error, response)
  }
}
