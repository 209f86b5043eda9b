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

// MARK: - ProxyExceptions

/// `no_proxy`, the option and the environment's: names with all that is below them, addresses, networks (`10.0.0.0/8`),
/// divided by commas or blanks. An IPv6 address may stand in brackets, and a port behind a name or an address (`[::1]:80`):
/// then no other port is meant. `*` alone: all hosts.
package struct ProxyExceptions: Equatable {
  private let areAll: Bool
  private let entries: [Entry]

  /// What is in none of these forms counts for nothing.
  package init(_ text: String) {
    areAll = text == "*"
    entries = areAll ? [] : ProxyExceptions.words(text).compactMap { Entry($0) }
  }

  /// The index of an entry that counts for nothing; `nil`: there is none.
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

  /// - Parameter host: in lower case; an IPv6 address without brackets.
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

/// A part of `no_proxy`.
private struct Entry: Equatable {
  enum Hosts: Equatable {
    /// `isExact`: its length is one that a network can have.
    case network(AddressNetwork, isExact: Bool)
    case name(String)
  }

  let hosts: Hosts
  /// `nil`: every port.
  let port: UInt16?

  init?(_ text: Substring) {
    var host = text
    var port: UInt16?
    // Of several colons without brackets all are an IPv6 address's.
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
      // As libcurl reads them, a length of 0 is that of the address.
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
