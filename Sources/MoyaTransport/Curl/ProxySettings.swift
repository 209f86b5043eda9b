import CCurl
import Glibc
import MoyaHTTP

/// The proxy for each scheme, settled when the loop is made. libcurl by itself looks into the environment for every
/// request, while the host's other threads may be writing there.
package struct ProxySettings: Equatable {
  /// URLs as libcurl takes them; empty: none.
  package var http = ""
  package var https = ""
  /// Hosts that are asked directly.
  package var exceptions = ProxyExceptions("")

  /// `configured`: the program's own proxy, for which the environment's exceptions do not count. `nil`: what the
  /// environment says, by the names that libcurl looks for. `HTTP_PROXY` is not one: in a CGI program a client could
  /// set it.
  package init(_ configured: String?, environment: (String) -> String?) {
    func first(_ names: [String]) -> String {
      InternationalHost.converted(names.compactMap { environment($0) }.first { !$0.isEmpty } ?? "")
    }
    if let configured {
      let configured = InternationalHost.converted(configured)
      (http, https) = (configured, configured)
    } else {
      http = first(["http_proxy", "all_proxy", "ALL_PROXY"])
      https = first(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
      exceptions = ProxyExceptions(first(["no_proxy", "NO_PROXY"]))
    }
  }

  /// - Parameter exceptions: the program's own, also for the environment's proxy.
  init(_ configured: String?, exceptions: String? = nil) {
    self.init(configured) { name in getenv(name).map { String(cString: $0) } }
    if let exceptions { self.exceptions = ProxyExceptions(exceptions) }
  }

  static func hasUserInformation(_ url: String) -> Bool {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].prefix { $0 != "/" }.contains("@")
  }

  /// Empty: none.
  package func url(for origin: Origin) -> String {
    let url = origin.isSecure ? https : http
    return url.isEmpty || exceptions.contains(origin) ? "" : url
  }

  /// Is there a proxy that speaks HTTP?
  static func takesFields(_ url: String) -> Bool { !url.isEmpty && scheme(of: url).hasPrefix("http") }

  /// In lower case; without one it is "http".
  package static func scheme(of url: String) -> String {
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].hasPrefix("//") ? parts[0].lowercased() : "http"
  }

  /// What is wrong with a proxy's URL; nil: nothing.
  static func fault(in url: String) -> String? {
    guard ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme(of: url)) else {
      return "its scheme is none of http, https, socks4, socks4a, socks5, socks5h"
    }
    let url = InternationalHost.converted(url)
    guard !url.utf8.contains(0), let name = name(of: url), !name.isEmpty else { return "it has no host" }
    if !name.utf8.allSatisfy({ $0 < 0x80 }) { return AuthorityRules.foreignHost }
    // "http:/host", which libcurl reads as if it had two slashes.
    if name.hasSuffix(":") { return "its host and port cannot be told" }
    guard (try? Library.initialize()) != nil, let parsed = curl_url() else {
      return "it cannot be read: out of memory?"
    }
    defer { curl_url_cleanup(parsed) }
    // As libcurl will read it, without a scheme too.
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
    guard curl_url_set(parsed, CURLUPART_URL, url, flags) == CURLUE_OK else { return "it is no URL of a proxy" }
    var port: UnsafeMutablePointer<CChar>?
    defer { curl_free(port) }
    guard curl_url_get(parsed, CURLUPART_PORT, &port, 0) == CURLUE_OK, let port else { return nil }
    return atoi(port) == 0 ? "its port is 0" : nil
  }

  /// The proxy is spoken to over TLS.
  static func isSecure(_ url: String) -> Bool { !url.isEmpty && scheme(of: url) == "https" }

  /// In lower case; an IPv6 address without brackets.
  static func host(of url: String) -> String {
    let name = name(of: url)?.lowercased() ?? ""
    if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
    return String(name.prefix { $0 != ":" })
  }

  /// Host and port as they were given, without what may be secret; nil: no proxy.
  package static func name(of url: String) -> String? {
    if url.isEmpty { return nil }
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let authority = url[start...].prefix { $0 != "/" }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }
}
