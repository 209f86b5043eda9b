/// The hosts that require TLS (RFC 6797). This is a value: it has no lock, and reads no clock and no file.
package struct StrictHosts: Sendable {
  /// Maximum number of hosts. A further host replaces the host that expires first.
  package static let limit = 1000

  private struct Entry {
    /// The time at which the rule expires, in seconds since 1970.
    var expires: Int64
    var includesSubdomains: Bool
  }

  private var hosts: [String: Entry] = [:]
  package private(set) var changes = 0

  package init() {}

  package var count: Int { hosts.count }

  /// Handles a Strict-Transport-Security field that arrived over TLS without an error (RFC 6797 §8.1). Ignores a field
  /// that breaks the rules, and a field from an IP address.
  package mutating func receive(_ field: String, from host: String, at now: Int64) {
    let host = CookieHost.withoutRoot(host)
    guard !CookieHost.isAddress(host), let policy = StrictHosts.policy(field) else { return }
    if policy.age == 0 {
      if hosts.removeValue(forKey: host) != nil { changes += 1 }
    } else {
      insert(host, Entry(expires: now + min(policy.age, 1 << 40), includesSubdomains: policy.includesSubdomains), now)
    }
  }

  private mutating func insert(_ host: String, _ entry: Entry, _ now: Int64) {
    hosts[host] = entry
    changes += 1
    if hosts.count <= StrictHosts.limit { return }
    hosts = hosts.filter { $0.value.expires > now }
    if hosts.count > StrictHosts.limit, let first = hosts.min(by: { $0.value.expires < $1.value.expires }) {
      hosts[first.key] = nil
    }
  }

  /// Returns true if this host requires TLS, either itself or by the rule of a host above it (RFC 6797 §8.2).
  package func contains(_ host: String, at now: Int64) -> Bool {
    if hosts.isEmpty || CookieHost.isAddress(host) { return false }
    let host = CookieHost.withoutRoot(host)
    if let entry = hosts[host], entry.expires > now { return true }
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let entry = hosts[String(rest)], entry.includesSubdomains, entry.expires > now { return true }
    }
    return false
  }

  /// Returns the URL with https instead of http, and without a port 80 (RFC 6797 §8.3). Returns it unchanged if the
  /// host does not require TLS.
  package func upgraded(_ url: String, at now: Int64) -> String {
    if hosts.isEmpty { return url }
    guard let request = CookieRequest(urlText: url), !request.isSecure, contains(request.host, at: now) else {
      return url
    }
    let rest = url.utf8.dropFirst("http://".utf8.count)
    let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
    var authority = String(Substring(rest[..<end]))
    if authority.hasSuffix(":80") { authority.removeLast(3) }
    return "https://" + authority + Substring(rest[end...])
  }

  /// Parses a field as in RFC 6797 §6.1. Directives are separated by semicolons and each may occur only once. `max-age`
  /// is required, and unknown directives are ignored.
  private static func policy(_ field: String) -> (age: Int64, includesSubdomains: Bool)? {
    var age: Int64?
    var seen: Set<String> = []
    for directive in FieldParameter.all(in: field) where !directive.name.isEmpty {
      guard ASCII.isToken(directive.name), seen.insert(directive.name).inserted else { return nil }
      if directive.name == "includesubdomains", directive.value != nil { return nil }
      guard directive.name == "max-age" else { continue }
      let digits = directive.text ?? ""
      guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      age = Int64(digits) ?? .max
    }
    return age.map { ($0, seen.contains("includesubdomains")) }
  }
}

/// Reads and writes curl's format: a line for each host with its expiry date. If a dot precedes the host, the host's
/// subdomains require TLS too.
extension StrictHosts: KeptState {
  @discardableResult
  package mutating func read(_ text: String, at now: Int64) throws(KeptFault) -> [String] {
    var read: [String: Entry] = [:]
    var dropped: [String] = []
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let words = Substring(line).split(whereSeparator: \.isWhitespace)
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      let date = words.dropFirst().joined(separator: " ")
      guard words.count > 1, let expires = StrictHosts.seconds(date) else {
        throw KeptFault("line \(index + 1) is not a host and when its time ends")
      }
      guard let host = CookieHost.canonical(String(words[0])).map(CookieHost.withoutRoot), !CookieHost.isAddress(host)
      else {
        if dropped.count < StrictHosts.limit {
          dropped.append("line \(index + 1): its host is not a name (RFC 6797 §8.1.1)")
        }
        continue
      }
      if expires <= now { continue }
      read[host] = Entry(expires: expires, includesSubdomains: words[0].hasPrefix("."))
    }
    if read.count > StrictHosts.limit {
      let last = read.sorted { $0.value.expires > $1.value.expires }.prefix(StrictHosts.limit)
      read = Dictionary(uniqueKeysWithValues: last.map { ($0.key, $0.value) })
      dropped.append("it has more than \(StrictHosts.limit) hosts; those that expire last stay")
    }
    for (host, entry) in read { insert(host, entry, now) }
    return dropped
  }

  package func text(at now: Int64) -> String {
    let lines = hosts.filter { $0.value.expires > now }.sorted { $0.key < $1.key }.map { host, entry in
      "\(entry.includesSubdomains ? "." : "")\(host) \"\(StrictHosts.date(entry.expires))\"\n"
    }
    return "# Hosts that want TLS (RFC 6797), in curl's format. Written by libmoya.\n" + lines.joined()
  }

  /// Parses `"20301231 23:59:59"` or `"unlimited"`, as curl writes it.
  private static func seconds(_ text: String) -> Int64? {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    let date = String(text.dropFirst().dropLast())
    if date == "unlimited" { return 253_402_300_799 }
    let digits = date.utf8.filter { 0x30...0x39 ~= $0 }.map { Int64($0 - 0x30) }
    guard date.utf8.count == 17, digits.count == 14 else { return nil }
    func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + $1 } }
    let (month, day) = (number(4..<6), number(6..<8))
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    let days = HTTPDate.days(year: number(0..<4), month: month, day: day)
    return days * 86400 + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)
  }

  private static func date(_ seconds: Int64) -> String {
    if seconds >= 253_402_300_799 { return "unlimited" }
    let (day, rest) = (seconds / 86400, seconds % 86400)
    let (year, month, dayOfMonth) = HTTPDate.date(days: day)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)\(two(month))\(two(dayOfMonth)) \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
  }
}
