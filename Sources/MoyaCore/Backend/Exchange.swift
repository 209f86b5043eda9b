/// One request on its way to a backend.
///
/// Unchecked: its target is the caller's own value, which is handed on and not shared; of the call it reads what never
/// changes.
public struct Exchange: @unchecked Sendable {
  /// As the plugins prepared it.
  public let request: URLRequest
  /// A plugin's, for a server that asks.
  let credential: URLCredential?
  /// The temporary place of a download.
  let downloadPath: String?
  let call: Call

  public var target: any TargetType { call.recipe.target }

  /// Fields to add where the request has none of that name.
  public var sessionFields: HeaderFields { call.recipe.session.fields }

  /// Runs `work` where the end of this exchange is heard; `queue` is for those who named none.
  func deliver(on queue: DispatchQueue?, _ work: @escaping @Sendable () -> Void) { call.hear(on: queue, work) }

  /// What a stub answers, as the endpoint has it.
  package var sample: Endpoint.SampleResponseClosure { call.recipe.sample }

  /// Made when it is asked for, which stubs hardly do; the total timeout is what is left of it then.
  public var options: TransferOptions {
    var options = call.recipe.session.options
    if let timeout = request.idleTimeout { options.idleTimeout = timeout.milliseconds }
    options.totalTimeout = call.deadline.remaining(of: request.totalTimeout)
    if let credential { options.credential = credential }
    if let downloadPath {
      options.downloadPath = downloadPath
      options.partialDownloadPath = request.partialDownload?.path
    }
    if call.reportsProgress || call.recipe.relay != nil { options.wantsProgress = true }
    if options.wantsProgress, call.recipe.download == nil {
      switch request.body {
      case .none: break
      case .data(let data): options.progressIsUpload = !data.isEmpty
      case .file, .segments: options.progressIsUpload = true
      }
    }
    return options
  }

  /// The request as it goes on the wire: with the session's fields, and as Foundation would frame it.
  public var wireRequest: URLRequest {
    var request = request
    if !sessionFields.isEmpty { request.headerFields.appendMissing(from: sessionFields) }
    switch request.httpMethod {
    // RFC 9110 §9.3.2: a body of HEAD has no meaning.
    case "HEAD": request.body = .none
    case "GET": break
    // Content-Length: 0
    default: if case .none = request.body { request.body = .data(Data()) }
    }
    return request
  }
}
