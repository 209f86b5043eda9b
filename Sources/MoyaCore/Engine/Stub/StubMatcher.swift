/// Which requests a stub rule answers.
public struct StubMatcher: Sendable {
  package let matches: @Sendable (Exchange) -> Bool

  public init(_ matches: @escaping @Sendable (Exchange) -> Bool) { self.matches = matches }

  /// Every request.
  public static var any: StubMatcher { StubMatcher { _ in true } }

  /// As it is sent: `get` is `GET`.
  public static func method(_ method: Method) -> StubMatcher {
    let method = HTTPMethod.normalized(method.rawValue)
    return StubMatcher { $0.request.httpMethod == method }
  }

  /// The whole URL but for its query and fragment. What no URL holds is percent-encoded; no path is `/`.
  public static func url(_ text: String) -> StubMatcher {
    let url = address(URLText.normalized(text) ?? text)
    return StubMatcher { address($0.request.urlText) == url }
  }

  /// The URL's path, that of the base included, percent-decoded. It begins with `/`, written or not.
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

  /// These query items, percent-decoded, whatever others there are.
  public static func query(_ items: [String: String]) -> StubMatcher {
    StubMatcher { exchange in
      let sent = QueryItems.of(exchange.request.urlText).map { item in
        (name: String(decoding: item.name, as: UTF8.self), value: String(decoding: item.value, as: UTF8.self))
      }
      return items.allSatisfy { item in sent.contains { $0.name == item.key && $0.value == item.value } }
    }
  }

  public static func && (left: StubMatcher, right: StubMatcher) -> StubMatcher {
    StubMatcher { left.matches($0) && right.matches($0) }
  }

  public static func || (left: StubMatcher, right: StubMatcher) -> StubMatcher {
    StubMatcher { left.matches($0) || right.matches($0) }
  }

  public static prefix func ! (matcher: StubMatcher) -> StubMatcher {
    StubMatcher { !matcher.matches($0) }
  }
}
