/// What two orders must have in common to be one flight: what is sent, and whatever else the flight uses of its order.
/// What only a waiter uses, such as its queue, is not in here. The hash is kept: a table asks for it twice, and it
/// covers the whole body.
package struct SharingKey: Hashable {
  private let endpoint: EndpointKey
  private let terms: Terms
  private let hash: Int

  /// How the answer is got, waited for and judged.
  private struct Terms: Equatable {
    let validation: ValidationType
    let stub: StubChoice
    /// Milliseconds; `nil`: the session's.
    let idleTimeout: UInt32?
    let totalTimeout: UInt32?

    init(_ order: borrowing Order, _ request: URLRequest) {
      validation = order.validation
      stub = order.stub
      idleTimeout = request.idleTimeout?.milliseconds
      totalTimeout = request.totalTimeout?.milliseconds ?? order.totalTimeout
    }
  }

  /// Of an order that a Swift target's endpoint describes. Its request is not made yet: the request closure is the
  /// provider's, and the same for all that it shares.
  /// - Throws: `MoyaError` when the endpoint is no request: then there is nothing to share.
  package init(_ order: borrowing Order, _ endpoint: Endpoint) throws {
    let request = try endpoint.builtRequest()
    self.init(endpoint.key, Terms(order, request))
  }

  /// Of an order of any face. `nil`: its request is not made yet, or cannot be, or a reader takes the response.
  package init?(_ order: borrowing Order) {
    guard case .ready(let request) = order.source, order.reader == nil else { return nil }
    let upload = order.upload?.identity
    let kind = upload?.kind ?? (order.download == nil ? .data : .download)
    self.init(EndpointKey(request: request, kind: kind, upload: upload), Terms(order, request))
  }

  private init(_ endpoint: EndpointKey, _ terms: Terms) {
    self.endpoint = endpoint
    self.terms = terms
    var hasher = Hasher()
    hasher.combine(endpoint)
    hash = hasher.finalize()
  }

  package static func == (left: SharingKey, right: SharingKey) -> Bool {
    left.hash == right.hash && left.terms == right.terms && left.endpoint == right.endpoint
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
