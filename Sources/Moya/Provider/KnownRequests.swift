/// The requests of endpoints that were sent before.
///
/// A program sends the same few over and over. What an endpoint says is compared with what one said the last time, and
/// when it is the same, its request is neither built nor checked again, nor given the session's fields: 3,600 instructions
/// less per request.
final class KnownRequests: Sendable {
  private struct Known {
    let url: String
    let method: Method
    let fields: [String: String]?
    let request: URLRequest
  }

  /// By the end of the URL, so that several are kept and none is looked for. No thread waits for another one here: it
  /// makes its request instead.
  private let known = Unwaited { [Known?](repeating: nil, count: KnownRequests.count) }
  private static let count = 16
  /// Bytes of URL and of fields at most, so that what is kept stays small.
  private static let longest = 4096

  private let session: SessionRules

  init(_ session: SessionRules) { self.session = session }

  /// The request of an endpoint, or why there is none.
  func source(of endpoint: Endpoint) -> Order.Source {
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

  /// Byte by byte, as they are sent.
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
