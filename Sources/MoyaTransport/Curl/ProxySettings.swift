import CCurl
import Glibc
import MoyaHTTP

/// The proxy for each scheme. The library reads the environment once, at the latest when it makes a loop. libcurl would
/// read the environment for every request, while another thread of the program may be writing it.
package struct ProxySettings: Equatable {
  /// URLs in libcurl's format; empty if there is no proxy.
  package var http = ""
  package var https = ""
  /// The hosts for which no proxy is used.
  package var exceptions = ProxyExceptions("")

  /// Uses `configured`, the program's own proxy, and ignores the exceptions of the environment. If `configured` is
  /// `nil`, reads the environment variables that libcurl reads. `HTTP_PROXY` is not one of them, because a client of a
  /// CGI program could set it.
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

  /// - Parameter exceptions: The program's own exceptions. They also apply to the environment's proxy.
  init(_ configured: String?, exceptions: String? = nil) {
    self.init(configured) { name in getenv(name).map { String(cString: $0) } }
    if let exceptions { self.exceptions = ProxyExceptions(exceptions) }
  }

  static func hasUserInformation(_ url: String) -> Bool {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].prefix { $0 != "/" }.contains("@")
  }

  /// Returns the URL of the proxy for requests to an origin. The text is empty if they need no proxy.
  package func url(for origin: Origin) -> String {
    let url = origin.isSecure ? https : http
    return url.isEmpty || exceptions.contains(origin) ? "" : url
  }

  /// Returns true if there is a proxy and it speaks HTTP.
  static func takesFields(_ url: String) -> Bool { !url.isEmpty && scheme(of: url).hasPrefix("http") }

  /// Returns the scheme in lower case; "http" if the URL has none.
  package static func scheme(of url: String) -> String {
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].hasPrefix("//") ? parts[0].lowercased() : "http"
  }

  /// Returns what is wrong with a proxy's URL; `nil` if it is valid.
  static func fault(in url: String) -> String? {
    guard ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme(of: url)) else {
      return "its scheme is none of http, https, socks4, socks4a, socks5, socks5h"
    }
    let url = InternationalHost.converted(url)
    guard !url.utf8.contains(0), let name = name(of: url), !name.isEmpty else { return "it has no host" }
    if !name.utf8.allSatisfy({ $0 < 0x80 }) { return AuthorityRules.foreignHost }
    // Catches "http:/host", which libcurl reads as if it had two slashes.
    if name.hasSuffix(":") { return "its host and port cannot be told" }
    guard (try? Library.initialize()) != nil, let parsed = curl_url() else {
      return "it cannot be read: out of memory?"
    }
    defer { curl_url_cleanup(parsed) }
    // Reads the URL as libcurl will read it, with or without a scheme.
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
    guard curl_url_set(parsed, CURLUPART_URL, url, flags) == CURLUE_OK else { return "it is no URL of a proxy" }
    var port: UnsafeMutablePointer<CChar>?
    defer { curl_free(port) }
    guard curl_url_get(parsed, CURLUPART_PORT, &port, 0) == CURLUE_OK, let port else { return nil }
    return atoi(port) == 0 ? "its port is 0" : nil
  }

  /// Returns true if the connection to the proxy uses TLS.
  static func isSecure(_ url: String) -> Bool { !url.isEmpty && scheme(of: url) == "https" }

  /// Returns the host in a proxy's URL, in lower case and, for an IPv6 address, without brackets.
  static func host(of url: String) -> String {
    let name = name(of: url)?.lowercased() ?? ""
    if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
    return String(name.prefix { $0 != ":" })
  }

  /// Returns the proxy's host and port as given, without parts that may be secret. Returns `nil` if there is no proxy.
  package static func name(of url: String) -> String? {
    if url.isEmpty { return nil }
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let authority = url[start...].prefix { $0 != "/" }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }
}

// MARK: - ProxyExceptions

/// The hosts for which no proxy is used: a list with commas or blanks between the entries. The list comes from the
/// program's option or from the environment variable `no_proxy`. An entry is a name with all its subdomains, an
/// address, or a network (`10.0.0.0/8`). An IPv6 address may have brackets. A port may follow a name or an address
/// (`[::1]:80`); then the entry applies only to this port. `*` alone means all hosts.
package struct ProxyExceptions: Equatable {
  private let areAll: Bool
  private let entries: [Entry]

  /// Reads the list of exceptions. Ignores entries that are neither names nor addresses nor networks.
  package init(_ text: String) {
    areAll = text == "*"
    entries = areAll ? [] : ProxyExceptions.words(text).compactMap { Entry($0) }
  }

  /// Returns the index of the first entry that is ignored, or `nil` if there is none.
  static func fault(in text: String) -> Int? {
    if text == "*" { return nil }
    return words(text).firstIndex { Entry($0)?.isUsable != true }
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == "," || $0 == " " || $0 == "\t" }
  }

  package func contains(_ origin: Origin) -> Bool {
    if areAll || entries.isEmpty { return areAll }
    return contains(origin.host, port: origin.hostAndPort.split(separator: ":").last.flatMap { UInt16($0) })
  }

  /// Returns true if no proxy is used for this host and port.
  /// - Parameter host: The host in lower case. An IPv6 address must have no brackets.
  package func contains(_ host: String, port: UInt16? = nil) -> Bool {
    if areAll { return true }
    let address = AddressNetwork.address(host)
    let host = host.last == "." ? String(host.dropLast()) : host
    return entries.contains { entry in
      guard entry.port == nil || entry.port == port else { return false }
      return switch entry.hosts {
      case .network(let network, _): address.map { network.contains($0) } == true
      case .name(let name): address == nil && (host == name || host.hasSuffix("." + name))
      }
    }
  }
}

/// One entry of `no_proxy`.
private struct Entry: Equatable {
  enum Hosts: Equatable {
    /// `isExact` is false if the text has a prefix length that no address of this kind can have, like `10.0.0.0/99`.
    case network(AddressNetwork, isExact: Bool)
    case name(String)
  }

  let hosts: Hosts
  /// The port to which the entry applies; `nil` if it applies to every port.
  let port: UInt16?

  init?(_ text: Substring) {
    var host = text
    var port: UInt16?
    // If there are several colons and no brackets, all of them belong to an IPv6 address.
    let isBracketed = text.hasPrefix("[")
    let colon = text.lastIndex(of: ":")
    if let colon, isBracketed ? text[..<colon].hasSuffix("]") : text.firstIndex(of: ":") == colon {
      let digits = text[text.index(after: colon)...]
      guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(digits), number > 0 else { return nil }
      (host, port) = (text[..<colon], number)
    }
    guard let hosts = Entry.hosts(host, isBracketed) else { return nil }
    self.hosts = hosts
    self.port = port
  }

  private static func hosts(_ text: Substring, _ isBracketed: Bool) -> Hosts? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var start = parts[0]
    if isBracketed {
      guard start.hasSuffix("]") else { return nil }
      start = start.dropFirst().dropLast()
    }
    if let address = AddressNetwork.address(String(start)), !isBracketed || address.count == 16 {
      let bits = parts.count == 2 ? Int(parts[1]) ?? -1 : 0
      // libcurl reads a prefix length of 0 as the full length of the address.
      return .network(
        AddressNetwork(address, bits: bits == 0 ? address.count * 8 : bits), isExact: 0...address.count * 8 ~= bits)
    }
    if isBracketed || parts.count == 2 { return nil }
    let name = text.lowercased().drop { $0 == "." }
    let plain = String(name.last == "." ? name.dropLast() : name)
    if plain.isEmpty { return nil }
    return .name(InternationalHost.ascii(plain).map { String(decoding: $0, as: UTF8.self) } ?? plain)
  }

  var isUsable: Bool {
    switch hosts {
    case .network(_, let isExact): isExact
    case .name(let name): HostPattern(name)?.isOne == true
    }
  }
}
