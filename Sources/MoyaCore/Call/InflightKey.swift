/// What two requests must have in common to be one: the endpoint, and how its answer is judged and waited for. With its
/// hash: a table asks for it twice per request, and it covers the whole body.
package struct InflightKey: Hashable {
  private let key: EndpointKey
  private let validation: ValidationType
  /// Milliseconds.
  private let timeout: UInt32?
  private let hash: Int

  /// - Throws: `MoyaError` when the endpoint is no request: then there is nothing to share.
  package init(_ endpoint: Endpoint, validation: ValidationType) throws {
    key = endpoint.key
    self.validation = validation
    timeout = endpoint.timeout?.milliseconds
    _ = try endpoint.builtRequest()
    var hasher = Hasher()
    hasher.combine(key)
    hash = hasher.finalize()
  }

  package static func == (left: InflightKey, right: InflightKey) -> Bool {
    left.hash == right.hash && left.validation == right.validation && left.timeout == right.timeout
      && left.key == right.key
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
