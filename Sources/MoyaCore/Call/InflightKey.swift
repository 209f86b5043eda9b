/// An endpoint's key with its hash: a table asks for it three times per request, and it covers the whole body.
package struct InflightKey: Hashable {
  private let key: EndpointKey
  private let hash: Int

  /// - Throws: `MoyaError` when the endpoint is no request: then there is nothing to share.
  package init(_ endpoint: Endpoint) throws {
    key = endpoint.key
    _ = try endpoint.builtRequest()
    var hasher = Hasher()
    hasher.combine(key)
    hash = hasher.finalize()
  }

  package static func == (left: InflightKey, right: InflightKey) -> Bool {
    left.hash == right.hash && left.key == right.key
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
