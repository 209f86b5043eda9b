/// Everything that one call needs to know, decided before it starts.
///
/// Unchecked: what is in it belongs to the caller and is only handed from one thread to the next, never shared.
package struct CallRecipe: @unchecked Sendable {
  package typealias RequestClosure = (Endpoint, @escaping @Sendable (Result<URLRequest, MoyaError>) -> Void) -> Void

  package enum Source {
    case ready(URLRequest)
    case failed(MoyaError)
    /// A request closure: answers once, from any thread.
    case asking(RequestClosure, Endpoint)
    /// Another call makes the exchange; this one waits for its end.
    case joining(any SharedExchange)
  }

  package var target: any TargetType
  package var source: Source
  package let lane: Lane
  package var plugins: [any PluginType]
  package var retrier: (any Retrier)?
  package let session: SessionRules
  /// Milliseconds. 0: none.
  package var totalTimeout: UInt32
  package var validation = ValidationType.none
  /// Where hooks on the way back and the completion run. `nil`: where the backend ends.
  package var queue: DispatchQueue?
  package var progress: ((ProgressResponse) -> Void)?
  /// What a stub answers.
  package var sample: Endpoint.SampleResponseClosure = { .networkResponse(200, Data()) }
  package var download: DownloadDestination?
  package var upload: Upload?
  /// Gets end and progress instead of the plugins' `process` and the completion.
  package var relay: (any SharedExchange)?

  /// Between being built and being sent the request goes through others' code, or is given a body.
  var isTouched: Bool { !plugins.isEmpty || upload != nil }

  /// No time passes before the backend has the request, whose clock is then enough.
  var isSentAtOnce: Bool {
    guard case .ready = source else { return false }
    return !isTouched
  }

  /// - Parameter uploads: the body is that of an upload task, which only a backend that moves files puts into the
  ///   request.
  func refusal(of request: URLRequest, uploads: Bool) -> TransferError? {
    if download != nil, let file = request.partialDownload, !file.isFileURL {
      return TransferError(.invalidRequest, "partialDownload is not a file URL")
    }
    guard session.refusesBodyInGET, request.httpMethod == "GET" else { return nil }
    if case .none = request.body, !uploads { return nil }
    return TransferError(
      .invalidRequest, "a GET request has a body, which this session does not allow", foundationCode: -1103)
  }

  package init(
    target: any TargetType, session: SessionRules = .none, source: consuming Source, lane: Lane,
    plugins: [any PluginType]
  ) {
    self.target = target
    self.session = session
    totalTimeout = session.options.totalTimeout
    self.source = source
    self.lane = lane
    self.plugins = plugins
  }
}

extension CallRecipe {
  /// For a call that waits for an exchange which another call makes.
  func joining(_ exchange: any SharedExchange) -> CallRecipe {
    var recipe = self
    recipe.source = .joining(exchange)
    return recipe
  }

  /// For the call that makes the exchange.
  func leading(_ exchange: any SharedExchange) -> CallRecipe {
    var recipe = self
    recipe.relay = exchange
    recipe.progress = nil
    return recipe
  }
}

/// One exchange that several calls wait for: an in-flight request as the calls see it that joined it.
package protocol SharedExchange: AnyObject, Sendable {
  /// This call no longer waits.
  func leave(_ call: Call)
  func forward(_ progress: TransferProgress)
  /// Runs `work` once, on the queue of one of the calls that wait: whichever queue is free first.
  /// - Parameter queue: from now on the queue of the calls whose caller named none; `nil`: the one given before, else
  ///   here.
  func deliver(for leader: Call, on queue: DispatchQueue?, _ work: @escaping @Sendable () -> Void)
  /// `inPlace`: callers that named no queue get the end on this thread.
  func finish(_ result: Result<Response, MoyaError>, of leader: Call, inPlace: Bool)
}
