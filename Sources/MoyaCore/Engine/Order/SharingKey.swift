/// What two orders must have in common to be one flight: the endpoint, and whatever else the flight uses of its order.
/// What only a waiter uses, such as its queue, is not in here. The hash is kept: a table asks for it twice, and it
/// covers the whole body.
package struct SharingKey: Hashable {
  private let endpoint: EndpointKey
  private let terms: Terms
  private let hash: Int

  /// How the answer is got, waited for and judged.
  package struct Terms: Equatable {
    package let validation: ValidationType
    package let stub: StubChoice
    /// Milliseconds; `nil`: the session's.
    package let idleTimeout: UInt32?

    package init(validation: ValidationType, stub: StubChoice, idleTimeout: UInt32?) {
      self.validation = validation
      self.stub = stub
      self.idleTimeout = idleTimeout
    }
  }

  /// - Throws: `MoyaError` when the endpoint is no request: then there is nothing to share.
  package init(_ endpoint: Endpoint, validation: ValidationType, stub: StubChoice) throws {
    self.endpoint = endpoint.key
    terms = Terms(validation: validation, stub: stub, idleTimeout: endpoint.timeout?.milliseconds)
    _ = try endpoint.builtRequest()
    var hasher = Hasher()
    hasher.combine(self.endpoint)
    hash = hasher.finalize()
  }

  package static func == (left: SharingKey, right: SharingKey) -> Bool {
    left.hash == right.hash && left.terms == right.terms && left.endpoint == right.endpoint
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
