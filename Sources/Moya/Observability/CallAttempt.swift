/// One attempt of a call, before it is sent: the first one, or a retry. It contains no secret.
public struct CallAttempt: Sendable {
  /// The name of the target: its case or its type, without its contents.
  public let target: String
  public let method: String
  /// The URL without its user. If it has a query or a fragment, `?<redacted>` or `#<redacted>` stands for these parts.
  public let url: String
  /// The host and the port of the URL. `nil` if the URL names none.
  public let host: String?
  public let port: Int?
  /// 1 for the first attempt, 2 for the first retry, and so on.
  public let number: Int

  /// The name of a span for the attempt: the method and the name of the target. Attempts of the same kind have the same
  /// name, because tracing systems group spans by their names.
  public var name: String { "\(method) \(target)" }

  init(_ request: URLRequest?, of context: PluginContext) {
    target = context.subject.name
    method = request?.httpMethod ?? "GET"
    url = request.map { ShownURL.text($0.urlText) } ?? ""
    host = request?.url?.host()
    port = request?.url?.port
    number = context.attempt
  }
}

// MARK: - CallAttemptEnd

/// How an attempt ended.
public struct CallAttemptEnd: Sendable {
  /// False if the attempt ended before it was sent, for example because the call was cancelled, or because a plugin
  /// supplied the response or an error. Then the other properties are `nil`, even if the call has a response.
  public let wasSent: Bool
  /// The status of the response, even if validation refused it. `nil` if there was no response.
  public let statusCode: Int?
  /// Why the attempt failed. The error can contain a response with secrets. Its `message` contains no secret.
  public let error: MoyaError?
  /// Times and sizes of the transfer. `nil` for a stub.
  public let metrics: TransferMetrics?

  /// The end of an attempt that was not sent.
  static let unsent = CallAttemptEnd(wasSent: false, statusCode: nil, error: nil, metrics: nil)

  init(wasSent: Bool, statusCode: Int?, error: MoyaError?, metrics: TransferMetrics?) {
    self.wasSent = wasSent
    self.statusCode = statusCode
    self.error = error
    self.metrics = metrics
  }

  init(_ result: Result<Response, MoyaError>) {
    switch result {
    case .success(let response):
      self.init(wasSent: true, statusCode: response.statusCode, error: nil, metrics: response.metrics)
    case .failure(let error):
      let response = error.response
      self.init(wasSent: true, statusCode: response?.statusCode, error: error, metrics: response?.metrics)
    }
  }

  /// A short name for the kind of failure: the status if validation refused it, or the `TransferError.Kind`, for
  /// example `resolve`. `nil` if the attempt succeeded.
  public var errorKind: String? {
    guard let error = error?.flat else { return nil }
    switch error {
    case .statusCode(let response): return "\(response.statusCode)"
    case .underlying(let cause as TransferError, _): return "\(cause.kind)"
    default: return "other"
    }
  }
}
