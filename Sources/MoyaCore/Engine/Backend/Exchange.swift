/// What a backend receives for one attempt of a call: the prepared request and its options. An exchange is a value. It
/// has no reference to the object that runs the call.
public struct Exchange: Sendable {
  /// The request as the plugins prepared it. A backend that wraps another backend may have changed it.
  public private(set) var request: URLRequest
  package let subject: any Subject
  /// The credential that a plugin has set, for a server that requires authentication.
  let credential: URLCredential?
  /// The path of the temporary file that a download is written to.
  private(set) var downloadPath: String?
  /// The file or form that the call uploads, and the plan that says where its download is stored. `nil` if the call has
  /// neither, or if the backend lacks the trait `choosesFiles`. A backend with this trait calls `movingFiles` for each
  /// exchange whose files are read and written.
  let files: ChosenFiles?
  let session: SessionRules
  /// The options of this call, which take precedence over the session's options.
  let own: CallOptions?
  let deadline: Deadline
  /// When the last hook that prepared the request ended. `nil` if no hook prepared it.
  let prepared: UInt64?
  let reports: Reports
  /// True if the observer receives the head before the body (`TransferObserver.transferDidReceiveHead`), and then
  /// decides where the body goes. A backend that cannot report the head first may ignore this property, and end the
  /// exchange with the whole body.
  public let wantsHead: Bool

  /// Fields that are added if the request has no field of the same name.
  public var sessionFields: HeaderFields { session.fields }

  /// Returns the same exchange with another request, for a backend that wraps another backend. The timeouts of the new
  /// request apply.
  public func sending(_ request: URLRequest) -> Exchange {
    var exchange = self
    exchange.request = request
    return exchange
  }

  /// Returns the same exchange for a backend that reads and writes files. The result has the body of the upload and a
  /// path for the download.
  package func movingFiles(with body: RequestBody? = nil) throws(TransferError) -> Exchange {
    guard let files else { return self }
    var exchange = self
    exchange.downloadPath = files.download.map(Download.temporaryPath)
    if let upload = files.upload { exchange.request.body = if let body { body } else { try upload.sentBody() } }
    return exchange
  }

  /// The options of the transfer. They are computed on each access, because stubs rarely need them. Their total timeout
  /// is the time that the call had left when the request was prepared.
  public var options: TransferOptions {
    var options = session.options
    own?.change(&options)
    if let timeout = request.idleTimeout { options.idleTimeout = timeout.milliseconds }
    options.submitted = prepared ?? deadline.now
    options.totalTimeout = deadline.remaining(of: request.totalTimeout, at: options.submitted)
    options.callTimeout = deadline.limit(of: request.totalTimeout)
    options.totalEndsWithHead = deadline.endsWithHead(of: request.totalTimeout)
    if let credential { (options.credential, options.wantsDigest) = (credential, false) }
    if let downloadPath {
      options.downloadPath = downloadPath
      options.partialDownloadPath = request.partialDownload?.path
    }
    if !reports.isEmpty {
      if reports.contains(.progress) { options.wantsProgress = true }
      if reports.contains(.steps) { options.wantsSteps = true }
    }
    options.wantsHead = wantsHead
    return options
  }

  /// The request as it is sent, with the session's fields and the session's rules for bodies.
  public var wireRequest: URLRequest {
    request.wireForm(by: ObjectIdentifier(session)) ?? session.wireForm(of: request)
  }
}

/// The files of a call: the file or form of an upload, and the file of a download. A backend with the trait
/// `choosesFiles` gets them. It decides in each exchange whether it reads and writes the files.
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
  /// Returns the body that a backend sends. If the form of an upload cannot be encoded, throws an error whose
  /// `underlying` is the cause.
  /// - Parameter readsAhead: if false, leaves every stream unread.
  package func sentBody(readsAhead: Bool = true) throws(TransferError) -> RequestBody {
    do throws(MoyaError) { return try body(readsAhead: readsAhead) } catch {
      guard case .underlying(let cause, _) = error else { throw TransferError(.body, "\(error)") }
      if let cause = cause as? TransferError { throw cause }
      var fault = TransferError(.body, "the upload has no body")
      fault.underlying = cause
      throw fault
    }
  }
}
