/// A cache of endpoints that were sent before, with the requests that were built from them.
///
/// A program sends the same few requests again and again. If an endpoint equals one in the cache, its request is not
/// built and checked again, and the session's fields are not added again.
final class KnownRequests: Sendable {
  private struct Known {
    let url: String
    let method: Method
    let fields: [String: String]?
    let request: URLRequest
  }

  /// The entries. The last bytes of the URL give the index of an entry, so that a lookup compares only one entry.
  ///
  /// No thread waits for another thread here. If another thread is using the entries at the same moment, this thread
  /// builds its request without the cache.
  private let known = Unwaited { [Known?](repeating: nil, count: KnownRequests.count) }
  private static let count = 16
  /// Maximum number of bytes of the URL and the fields in an entry. The limit keeps the cache small.
  private static let longest = 4096

  private let session: SessionRules

  init(_ session: SessionRules) { self.session = session }

  /// Returns the request of an endpoint, or the reason why the endpoint has no request.
  func source(of endpoint: Endpoint) -> CallDescription.Source {
    do throws(MoyaError) { return .ready(try request(of: endpoint)) } catch { return .failed(error) }
  }

  private func request(of endpoint: Endpoint) throws(MoyaError) -> URLRequest {
    guard endpoint.isPlain else { return try endpoint.mappedRequest() }
    let place = KnownRequests.place(of: endpoint.url)
    let same: URLRequest?? = known.withValue { known in
      guard let known = known[place], known.url.hasBytes(of: endpoint.url),
        known.method == endpoint.method, KnownRequests.areSame(known.fields, endpoint.httpHeaderFields)
      else { return nil }
      return known.request
    }
    if let same = same ?? nil { return same }
    var request = try endpoint.mappedRequest()
    if KnownRequests.size(of: endpoint) <= KnownRequests.longest, session.prepareForWire(&request) {
      let fresh = Known(
        url: endpoint.url, method: endpoint.method, fields: endpoint.httpHeaderFields, request: request)
      _ = known.withValue { $0[place] = fresh }
    }
    return request
  }

  /// Compares fields byte by byte, in the form in which they are sent.
  private static func areSame(_ fields: [String: String]?, _ others: [String: String]?) -> Bool {
    guard let fields, let others else { return fields == nil && others == nil }
    return fields.count == others.count
      && fields.allSatisfy { name, value in
        guard let place = others.index(forKey: name) else { return false }
        return others[place].value.hasBytes(of: value) && others[place].key.hasBytes(of: name)
      }
  }

  private static func size(of endpoint: Endpoint) -> Int {
    (endpoint.httpHeaderFields ?? [:]).reduce(endpoint.url.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }

  private static func place(of url: String) -> Int {
    var bits = UInt(bitPattern: url.utf8.count)
    url.withBytes { for byte in $0.suffix(4) { bits = bits &* 31 &+ UInt(byte) } }
    return Int(bits % UInt(count))
  }
}
