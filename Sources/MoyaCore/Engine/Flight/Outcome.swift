import FoundationEssentials

/// Turns a backend's outcome into a caller's result. It validates the response, and gives errors of all backends the
/// same form.
package enum Outcome {
  /// Returns the result of an attempt.
  /// - Parameter keepsRequest: true if the response holds its request (`SessionRules`).
  static func result(
    of outcome: consuming Result<TransferResponse, TransferError>, request: consuming URLRequest?, keepsRequest: Bool,
    validation: ValidationType, download: (any DownloadPlan)? = nil, attempt: Int = 1
  ) -> Result<Response, MoyaError> {
    switch consume outcome {
    case .success(let transfer):
      success(
        transfer, request: consume request, keepsRequest: keepsRequest,
        isAccepted: validation.accepts(transfer.statusCode), download: download, attempt: attempt)
    case .failure(let error): .failure(failure(error, request: keepsRequest ? request : nil, attempt: attempt))
    }
  }

  /// Discards an outcome that arrives after the call was stopped or has ended. Removes the file of a download, unless
  /// it is a partial file. If the response had a validator, the next call with this partial file finds it complete.
  /// Otherwise that call starts over.
  package static func discard(_ outcome: Result<TransferResponse, TransferError>) {
    guard case .success(let transfer) = outcome, let path = transfer.downloadedPath else { return }
    if let hold = transfer.downloadHold { return hold.release(keepsFile: true) }
    _ = try? Download.finish(transfer, at: path, by: nil)
  }

  private static func success(
    _ transfer: consuming TransferResponse, request: consuming URLRequest?, keepsRequest: Bool, isAccepted: Bool,
    download: (any DownloadPlan)?, attempt: Int
  ) -> Result<Response, MoyaError> {
    var fileURL: URL?
    if let download {
      do throws(TransferError) {
        if isAccepted, download.takesAll { try writeOwn(&transfer, download, urlText: request?.urlText ?? "") }
        if let path = transfer.downloadedPath {
          fileURL = try Download.finish(transfer, at: path, by: isAccepted ? download : nil)
        }
      } catch {
        return .failure(failure(error, request: keepsRequest ? request : nil, attempt: attempt))
      }
    }
    let head = transfer.response.take()
    let url = keepsRequest || head != nil ? nil : request?.urlText
    // The response needs the method and the URL of the request in two cases. If its status is rejected, the error shows
    // them. If the request was redirected, the URL of the response is not the requested URL.
    let isTold = !isAccepted || head?.wasRedirected == true
    if !keepsRequest { request = isTold ? request?.withoutContent : nil }
    let response = Response(
      statusCode: transfer.statusCode, content: exchange(&transfer.content, with: .data(Data())),
      request: consume request, response: consume head, attempt: attempt, fileURL: fileURL,
      stubURLText: consume url)
    return isAccepted ? .success(response) : .failure(.underlying(MoyaError.statusCode(response), response))
  }

  /// Writes the body of a response to the file of a download. This function is for a response whose body the backend
  /// supplied in memory, for example the response of a stub.
  private static func writeOwn(
    _ transfer: inout TransferResponse, _ plan: any DownloadPlan, urlText: String
  ) throws(TransferError) {
    if transfer.downloadedPath != nil { return }
    // A stub without header fields has no head. A new head gives the URL to `plan`, which chooses the file's name.
    if transfer.response == nil {
      transfer.response = HTTPURLResponse(urlText: urlText, statusCode: transfer.statusCode, fields: HeaderFields())
    }
    transfer.downloadedPath = try Download.store(transfer.content, for: plan)
    transfer.content = .data(Data())
  }

  /// Writes the body of a plugin's response to the file of a download.
  static func written(
    _ answer: Result<Response, MoyaError>, by plan: (any DownloadPlan)?
  ) -> Result<Response, MoyaError> {
    guard let plan, plan.takesAll, case .success(let response) = answer, response.fileURL == nil else { return answer }
    var transfer = TransferResponse(statusCode: response.statusCode, content: response.content)
    transfer.response = response.response
    return success(
      transfer, request: response.request, keepsRequest: true, isAccepted: true, download: plan,
      attempt: response.attemptCount)
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

extension URLRequest {
  /// A copy of the request that has only the method and the URL.
  fileprivate var withoutContent: URLRequest {
    URLRequest(
      urlText: urlText, isURLChecked: true, method: httpMethod, headerFields: HeaderFields(), body: .none,
      timeoutInterval: timeoutInterval)
  }
}
