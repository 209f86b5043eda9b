import Glibc

/// The proxy for each scheme, settled when the loop is made. libcurl by itself looks into the environment for every
/// request, while the host's other threads may be writing there.
package struct ProxySettings: Equatable {
  /// URLs as libcurl takes them; empty: none.
  package var http = ""
  package var https = ""
  /// Hosts that are asked directly, divided by commas. `*`: all.
  package var exceptions = ""

  /// `configured`: from the program, which asks for nobody else's exceptions. `nil`: what the environment says, by the
  /// names that libcurl looks for. `HTTP_PROXY` is not one: in a CGI program a client could set it.
  package init(_ configured: String?, environment: (String) -> String?) {
    func first(_ names: [String]) -> String {
      names.compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
    }
    if let configured {
      (http, https) = (configured, configured)
    } else {
      http = first(["http_proxy", "all_proxy", "ALL_PROXY"])
      https = first(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
      exceptions = first(["no_proxy", "NO_PROXY"])
    }
    if http.isEmpty, https.isEmpty { exceptions = "*" }
  }

  init(_ configured: String?) {
    self.init(configured) { name in getenv(name).map { String(cString: $0) } }
  }

  func url(isSecure: Bool) -> String { isSecure ? https : http }

  /// Host and port as they were given, without what may be secret; nil: no proxy.
  package func name(isSecure: Bool) -> String? {
    let text = url(isSecure: isSecure)
    if text.isEmpty { return nil }
    let start = text.indices.first { text[$0...].hasPrefix("://") }.map { text.index($0, offsetBy: 3) }
    let authority = text[(start ?? text.startIndex)...].prefix { $0 != "/" }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }
}
