import Moya

/// Makes a span of swift-distributed-tracing for each attempt. The attributes have OpenTelemetry's names.
struct DistributedTracer: MoyaTracer {
  func begin(_ attempt: CallAttempt, fields: inout [String: String]) -> any MoyaSpan {
    // The parent is the caller's span, if the provider carries `ServiceContext.$current`.
    let span = startSpan(attempt.name, ofKind: .client)
    span.attributes["http.request.method"] = attempt.method
    span.attributes["url.full"] = attempt.url
    if let host = attempt.host { span.attributes["server.address"] = host }
    if let port = attempt.port { span.attributes["server.port"] = port }
    if attempt.number > 1 { span.attributes["http.request.resend_count"] = attempt.number - 1 }
    InstrumentationSystem.instrument.inject(span.context, into: &fields, using: FieldInjector())
    return DistributedSpan(span: span)
  }
}

struct DistributedSpan: MoyaSpan {
  let span: any Span

  func end(_ end: CallAttemptEnd) {
    if let status = end.statusCode { span.attributes["http.response.status_code"] = status }
    if let kind = end.errorKind {
      span.attributes["error.type"] = kind
      span.setStatus(SpanStatus(code: .error))
    }
    span.end()
  }
}

struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout [String: String]) { fields[key] = value }
}
