/// Starts a span for each attempt of a call. A span is the record of one operation in a tracing system, for example
/// OpenTelemetry. Pass the tracer to a `CallSpanPlugin`.
public protocol MoyaTracer: Sendable {
  /// Starts a span. Runs in the plugin's `prepare`.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - fields: The header fields that are added to the request. A tracer adds the fields that pass the trace on to
  ///     the server, for example `traceparent`.
  func begin(_ attempt: CallAttempt, fields: inout [String: String]) -> any MoyaSpan
}

/// A span of one attempt.
public protocol MoyaSpan: Sendable {
  /// Ends the span. Called once.
  func end(_ end: CallAttemptEnd)
}

// MARK: - CallSpanPlugin

/// Makes a span for each attempt of a call, and passes the trace on to the server.
///
/// A span begins in `prepare`, so it includes the waits of later plugins. The provider should carry the task-local of
/// the trace (`carrying:`). Otherwise the tracer does not find the caller's span.
public final class CallSpanPlugin: PluginType, Sendable {
  private let tracer: any MoyaTracer

  public init(_ tracer: any MoyaTracer) { self.tracer = tracer }

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    var fields: [String: String] = [:]
    context.slot = tracer.begin(CallAttempt(request, of: context), fields: &fields)
    if fields.isEmpty { return .ready(request) }
    var request = request
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return .ready(request)
  }

  public func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    take(context)?.end(CallAttemptEnd(result))
  }

  /// Ends the span of an attempt that was not sent.
  public func releaseSlot(context: PluginContext) { take(context)?.end(.unsent) }

  private func take(_ context: PluginContext) -> (any MoyaSpan)? {
    guard let span = context.slot as? any MoyaSpan else { return nil }
    context.slot = nil
    return span
  }
}

extension CallSpanPlugin: SelectivePlugin {
  package var hooks: Hooks { [.prepare, .didReceive, .releaseSlot] }
}
