/// One attempt's request on its way to a backend, with the options it is sent with: a value that knows no flight.
public struct Exchange: Sendable {
  /// As the plugins prepared it, or as a backend that wraps another one has changed it.
  public private(set) var request: URLRequest
  package let subject: any Subject
  /// A plugin's, for a server that asks.
  let credential: URLCredential?
  /// The temporary place of a download.
  private(set) var downloadPath: String?
  /// What a backend that chooses files may still ask for; `nil`: nothing.
  let files: ChosenFiles?
  let session: SessionRules
  /// The order's, over the session's.
  let own: OrderOptions?
  let deadline: Deadline
  let wantsProgress: Bool
  let wantsHead: Bool

  /// Fields to add where the request has none of that name.
  public var sessionFields: HeaderFields { session.fields }

  /// The same exchange with another request, for a backend that wraps another one. Its timeouts are the new request's.
  public func sending(_ request: URLRequest) -> Exchange {
    var exchange = self
    exchange.request = request
    return exchange
  }

  /// The same exchange for a backend that moves files: with the body of its upload, and a place for its download.
  package func movingFiles(with body: RequestBody? = nil) throws(TransferError) -> Exchange {
    guard let files else { return self }
    var exchange = self
    exchange.downloadPath = files.download.map(Download.temporaryPath)
    if let upload = files.upload { exchange.request.body = if let body { body } else { try upload.sentBody() } }
    return exchange
  }

  /// Made when they are asked for, which stubs hardly do; the total timeout is what is left of it then.
  public var options: TransferOptions {
    var options = session.options
    own?.change(&options)
    if let timeout = request.idleTimeout { options.idleTimeout = timeout.milliseconds }
    options.totalTimeout = deadline.remaining(of: request.totalTimeout, now: &options.submitted)
    options.callTimeout = deadline.limit(of: request.totalTimeout)
    options.totalEndsWithHead = deadline.endsWithHead(of: request.totalTimeout)
    if let credential { (options.credential, options.wantsDigest) = (credential, false) }
    if let downloadPath {
      options.downloadPath = downloadPath
      options.partialDownloadPath = request.partialDownload?.path
    }
    if wantsProgress { options.wantsProgress = true }
    options.wantsHead = wantsHead
    return options
  }

  /// The request as it goes on the wire: with the session's fields, and framed as the session frames.
  public var wireRequest: URLRequest {
    request.wireForm(by: ObjectIdentifier(session)) ?? session.wireForm(of: request)
  }
}

/// An order's files, for a backend that chooses which exchanges move them.
final class ChosenFiles: Sendable {
  let upload: Upload?
  let download: (any DownloadPlan)?

  init?(_ upload: Upload?, _ download: (any DownloadPlan)?) {
    if upload == nil, download == nil { return nil }
    self.upload = upload
    self.download = download
  }
}

extension Upload {
  /// The body, for a backend; its error is still that of the form.
  func sentBody() throws(TransferError) -> RequestBody {
    do throws(MoyaError) { return try body() } catch {
      guard case .underlying(let cause, _) = error else { throw TransferError(.body, "\(error)") }
      if let cause = cause as? TransferError { throw cause }
      var fault = TransferError(.body, "the upload has no body")
      fault.underlying = cause
      throw fault
    }
  }
}
