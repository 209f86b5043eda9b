/// Logs each attempt of a call (the first one, and each retry): when it is sent, and how it ends.
///
/// | entry | level |
/// |---|---|
/// | an attempt is about to be sent | `debug` |
/// | an attempt succeeded | `info` |
/// | an attempt failed | `warning` |
/// | an attempt was cancelled | `info` |
/// | a call failed before an attempt was sent | `warning` |
/// | the libcurl in use is old (logged once in a process, when a plugin is made) | `warning` |
///
/// The metadata has `target`, `method`, `url` and `attempt`. The entry for the end of an attempt also has
/// `milliseconds`, `status` if there is a response, and `error` if the attempt failed (`CallAttemptEnd.errorKind`).
public final class CallLogPlugin: PluginType, Sendable {
  private let handler: any MoyaLogHandler

  /// The last attempt that was sent, and when.
  private struct Sent {
    let attempt: Int
    let time = ContinuousClock.now
  }

  public init(_ handler: any MoyaLogHandler) {
    self.handler = handler
    LibraryNotice.ofThisProcess.give(to: handler)
  }

  public func willSend(_ request: any RequestType, context: PluginContext) {
    context.slot = Sent(attempt: context.attempt)
    guard handler.takes(.debug) else { return }
    let attempt = CallAttempt(request.request, of: context)
    handler.log(MoyaLogEntry(.debug, "\(attempt.shown) is sent", metadata: attempt.metadata))
  }

  public func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    let end = CallAttemptEnd(result)
    let level = end.logLevel
    guard handler.takes(level) else { return }
    let attempt = CallAttempt(context.request, of: context)
    var metadata = attempt.metadata
    if let sent = context.slot as? Sent {
      metadata["milliseconds"] = "\((ContinuousClock.now - sent.time).milliseconds)"
    }
    if let status = end.statusCode { metadata["status"] = "\(status)" }
    if let kind = end.errorKind { metadata["error"] = kind }
    let outcome = end.error.map { Redaction.default.text($0.message) } ?? "\(end.statusCode ?? 0)"
    handler.log(MoyaLogEntry(level, "\(attempt.shown): \(outcome)", metadata: metadata))
  }

  public func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    // If the last attempt was sent, `didReceive` has logged its end.
    guard case .failure(let error) = result, (context.slot as? Sent)?.attempt != context.attempt else { return result }
    let end = CallAttemptEnd(result)
    guard handler.takes(end.logLevel) else { return result }
    let attempt = CallAttempt(context.request, of: context)
    var metadata = attempt.metadata
    metadata["error"] = end.errorKind
    let reason = Redaction.default.text(error.message)
    handler.log(MoyaLogEntry(end.logLevel, "\(attempt.shown) was not sent: \(reason)", metadata: metadata))
    return result
  }
}

extension CallLogPlugin: SelectivePlugin {
  package var hooks: Hooks { [.willSend, .didReceive, .process] }
}

extension CallAttempt {
  fileprivate var shown: String { url.isEmpty ? target : "\(method) \(url)" }

  fileprivate var metadata: [String: String] {
    var metadata = ["target": target, "method": method, "attempt": "\(number)"]
    if !url.isEmpty { metadata["url"] = url }
    return metadata
  }
}

extension CallAttemptEnd {
  fileprivate var logLevel: MoyaLogEntry.Level {
    guard let error else { return .info }
    if case .underlying(TransferError.cancelled, _) = error.flat { return .info }
    return .warning
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
