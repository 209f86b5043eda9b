/// One rule of ``StubRules``.
public final class StubRule: Sendable {
  public enum Answer: Sendable {
    case fixed(EndpointSampleResponse)
    /// Each response in turn. After the last response, the rule either repeats it or gives no response.
    case sequence([EndpointSampleResponse], repeatsLast: Bool = false)
    /// Computes the response. The exchange's `receivedRequest` is the request as a server would have received it.
    case computed(@Sendable (Exchange) -> EndpointSampleResponse)
    /// Sends the request to the network, through the backend that `StubRules.init` received.
    case passThrough

    /// Makes a response with a status and a text.
    public static func text(_ status: Int, _ text: String) -> Answer {
      .fixed(.networkResponse(status, Data(text.utf8)))
    }
  }

  /// What happens to one request.
  enum Decision {
    case answer(EndpointSampleResponse)
    case compute(@Sendable (Exchange) -> EndpointSampleResponse)
    case pass
    /// The sample of the request's target.
    case sample(Result<TransferResponse, TransferError>)
    /// Nothing responds. Either no rule matches, and there is neither a sample nor a `defaultAnswer`. Or a sequence is
    /// at its end.
    case none
  }

  let matcher: StubMatcher
  /// The delay in milliseconds.
  let delay: UInt32
  private let answer: Answer
  private let state = Protected(State())

  private struct State {
    var count = 0
    var requests: [URLRequest] = []
  }

  init(_ matcher: StubMatcher, delay: TimeInterval, answer: Answer) {
    self.matcher = matcher
    self.delay = delay.milliseconds
    self.answer = answer
  }

  /// How many requests the rule has responded to or passed through.
  public var count: Int { state.withLock { $0.count } }

  /// The recorded requests that the rule matched, in order, in the form of `StubRules.requests`.
  public var requests: [URLRequest] { state.withLock { $0.requests } }

  func note(_ request: URLRequest) { state.withLock { $0.requests.append(request) } }

  func forget() { state.withLock { $0.requests = [] } }

  func decide() -> Decision {
    state.withLock { state in
      defer { state.count += 1 }
      switch answer {
      case .fixed(let response): return .answer(response)
      case .computed(let compute): return .compute(compute)
      case .passThrough: return .pass
      case .sequence(let responses, let repeatsLast):
        if state.count < responses.count { return .answer(responses[state.count]) }
        if repeatsLast, let last = responses.last { return .answer(last) }
        state.count -= 1
        return .none
      }
    }
  }
}

/// Selects the requests that a stub rule handles.
public struct StubMatcher: Sendable {
  package let matches: @Sendable (ReceivedRequest) -> Bool

  /// Makes a matcher from a closure. The `receivedRequest` of the exchange is the request as a server would receive it.
  public init(_ matches: @escaping @Sendable (Exchange) -> Bool) { self.matches = { matches($0.exchange) } }

  private init(of matches: @escaping @Sendable (ReceivedRequest) -> Bool, _: Void) { self.matches = matches }

  /// Makes a matcher that looks at what a server would receive.
  private static func received(_ matches: @escaping @Sendable (ReceivedRequest) -> Bool) -> StubMatcher {
    StubMatcher(of: matches, ())
  }

  /// Matches every request.
  public static var any: StubMatcher { received { _ in true } }

  /// Matches the method as it is sent, so `get` matches `GET`.
  public static func method(_ method: Method) -> StubMatcher {
    let method = HTTPMethod.normalized(method.rawValue)
    return StubMatcher { $0.request.httpMethod == method }
  }

  /// Matches the whole URL except its query and fragment. Before the comparison, characters of `text` that a URL cannot
  /// contain are percent-encoded, and a missing path becomes `/`.
  public static func url(_ text: String) -> StubMatcher {
    let url = address(URLText.normalized(text) ?? text)
    return StubMatcher { address($0.request.urlText) == url }
  }

  /// Matches the path of the URL, including the path of the base URL. Pass `path` without percent-encoding. A `/` at
  /// the start of `path` is optional.
  public static func path(_ path: String) -> StubMatcher {
    let path = rooted(path)
    return StubMatcher { ($0.request.url?.path(percentEncoded: false)).map(rooted) == path }
  }

  private static func address(_ url: String) -> String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let host = address.drop { $0 != ":" }.dropFirst("://".count)
    return host.contains("/") ? String(address) : address + "/"
  }

  private static func rooted(_ path: String) -> String { path.hasPrefix("/") ? path : "/" + path }

  /// Matches if the query contains all of these items. Pass the names and values without percent-encoding. The query
  /// can have other items too, for example a key that every request of an API has.
  public static func query(_ items: [String: String]) -> StubMatcher { query(items.map { ($0.key, $0.value) }) }

  /// Matches if the query contains all of these items. Several items can have the same name. They must then be in the
  /// same order in the query as in `items`. The order of items with different names does not matter.
  ///
  /// - Parameters:
  ///   - items: The names and values, without percent-encoding.
  ///   - exactly: True if the query must have no other items.
  public static func query(_ items: [(name: String, value: String)], exactly: Bool = false) -> StubMatcher {
    StubMatcher { exchange in
      let sent = QueryItems.of(exchange.request.urlText).map { item in
        (name: String(decoding: item.name, as: UTF8.self), value: String(decoding: item.value, as: UTF8.self))
      }
      if exactly, sent.count != items.count { return false }
      return items.allSatisfy { item in
        let wanted = items.filter { $0.name == item.name }.map(\.value)
        return contains(wanted, in: sent.filter { $0.name == item.name }.map(\.value))
      }
    }
  }

  /// Matches a header field as a server receives it. Fields that the session or the transport adds (`Host`,
  /// `Content-Length`) count too.
  ///
  /// - Parameters:
  ///   - name: The name of the field. Its case does not matter.
  ///   - value: One of the field's values, if there are several; `nil` means any value.
  public static func header(_ name: String, _ value: String? = nil) -> StubMatcher {
    headers([(name, value)])
  }

  /// Matches header fields. The request can have other fields too. Fields with the same name must be in the same order
  /// in the request as in `fields`.
  package static func headers(_ fields: [(name: String, value: String?)]) -> StubMatcher {
    received { received in
      let sent = received.request.headerFields.fields
      return fields.allSatisfy { field in
        let named = sent.filter { ASCII.equalIgnoringCase($0.name, field.name) }.map(\.value)
        if named.isEmpty { return false }
        let wanted = fields.filter { ASCII.equalIgnoringCase($0.name, field.name) }.compactMap(\.value)
        return contains(wanted, in: named)
      }
    }
  }

  /// Matches the encoded body, byte by byte. A stream counts as no body. A file that cannot be read or is larger than
  /// 16 MiB counts as no body too.
  public static func body(_ body: Data) -> StubMatcher {
    received { ($0.body ?? Data()) == body }
  }

  /// Matches a JSON body that is equal to this text. The order of members, white space and the notation of numbers do
  /// not matter.
  public static func json(_ text: String) -> StubMatcher {
    let wanted = Data(text.utf8)
    return received { $0.body.map { JSONEquality.areEqual($0, wanted) } ?? false }
  }

  /// Returns true if `all` contains these texts in this order.
  private static func contains(_ texts: [String], in all: [String]) -> Bool {
    var rest = all[...]
    return texts.allSatisfy { text in
      guard let place = rest.firstIndex(of: text) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  public static func && (left: StubMatcher, right: StubMatcher) -> StubMatcher {
    received { left.matches($0) && right.matches($0) }
  }

  public static func || (left: StubMatcher, right: StubMatcher) -> StubMatcher {
    received { left.matches($0) || right.matches($0) }
  }

  public static prefix func ! (matcher: StubMatcher) -> StubMatcher {
    received { !matcher.matches($0) }
  }
}
