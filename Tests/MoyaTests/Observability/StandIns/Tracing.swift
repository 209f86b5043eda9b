import MoyaTestSupport

// Stand-ins for swift-distributed-tracing and swift-service-context, with the signatures that the adapter uses. The
// packages cannot be dependencies of the tests.

struct ServiceContext: Sendable {
  @TaskLocal static var current: ServiceContext?
  static var topLevel: ServiceContext { ServiceContext() }

  /// The name of the span to which the context belongs.
  var span = "none"
  /// What the spans have recorded. In the real package, one tracer for the whole process records this.
  var records: Locked<[String]>?
}

protocol SpanAttributeConvertible {}
extension String: SpanAttributeConvertible {}
extension Int: SpanAttributeConvertible {}

struct SpanAttributes: Sendable {
  private var texts: [String: String] = [:]

  subscript(name: String) -> (any SpanAttributeConvertible)? {
    get { texts[name] }
    set { texts[name] = newValue.map { "\($0)" } }
  }

  var text: String { texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
}

struct SpanStatus: Sendable {
  enum Code: Sendable { case ok, error }

  let code: Code
  let message: String?

  init(code: Code, message: String? = nil) {
    self.code = code
    self.message = message
  }
}

enum SpanKind: Sendable { case server, client, producer, consumer, `internal` }

protocol Span: Sendable {
  var context: ServiceContext { get }
  var attributes: SpanAttributes { get nonmutating set }
  func setStatus(_ status: SpanStatus)
  func end()
}

private struct RecordedSpan: Span {
  let context: ServiceContext
  let stored = Locked(SpanAttributes())

  var attributes: SpanAttributes {
    get { stored.current }
    nonmutating set { stored.with { $0 = newValue } }
  }

  func setStatus(_ status: SpanStatus) { context.records?.with { $0.append("status \(status.code)") } }

  func end() {
    let text = attributes.text
    context.records?.with { $0.append("end \(text)") }
  }
}

func startSpan(
  _ operationName: String, context: @autoclosure () -> ServiceContext = ServiceContext.current ?? .topLevel,
  ofKind kind: SpanKind = .internal, function: String = #function, file fileID: String = #fileID, line: UInt = #line
) -> any Span {
  var own = context()
  let parent = own.span
  own.span = operationName
  own.records?.with { $0.append("\(kind) \(operationName) in \(parent)") }
  return RecordedSpan(context: own)
}

protocol Injector: Sendable {
  associatedtype Carrier: Sendable

  func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

protocol Instrument: Sendable {
  func inject<Carrier, Inject>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
  where Inject: Injector, Inject.Carrier == Carrier
}

enum InstrumentationSystem {
  static var instrument: any Instrument { FieldInstrument() }
}

private struct FieldInstrument: Instrument {
  func inject<Carrier, Inject>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
  where Inject: Injector, Inject.Carrier == Carrier {
    injector.inject(context.span, forKey: "traceparent", into: &carrier)
  }
}
