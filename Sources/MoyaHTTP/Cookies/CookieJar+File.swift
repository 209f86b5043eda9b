/// The cookies of a file, in the format that Netscape had and that curl, wget and Python's `MozillaCookieJar` use: seven
/// parts to a line with tabs between them, which are domain, subdomains, path, secure, end, name and value.
extension CookieJar: KeptState {
  package static let fileHeader = "# Netscape HTTP Cookie File\n# Written by libmoya. It holds secrets.\n\n"

  package mutating func read(_ text: String, at now: Int64) throws(KeptFault) {
    var count = 0
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      var line = Substring(line)
      if line.utf8.last == 0x0D { line = Substring(line.utf8.dropLast()) }
      let isHTTPOnly = line.hasPrefix("#HttpOnly_")
      if isHTTPOnly { line = line.dropFirst(10) } else if line.isEmpty || line.hasPrefix("#") { continue }
      count += 1
      if count > CookieJar.limit { throw KeptFault("it has more than \(CookieJar.limit) cookies") }
      do throws(HTTPCookie.Fault) {
        try set(HTTPCookie(line: line, isHTTPOnly: isHTTPOnly), at: now)
      } catch {
        throw KeptFault("line \(index + 1) is no cookie: \(error.reason)")
      }
    }
  }

  package func text(at now: Int64) -> String {
    CookieJar.fileHeader + cookies(at: now).map { $0.line + "\n" }.joined()
  }
}

extension HTTPCookie {
  fileprivate init(line: Substring, isHTTPOnly: Bool) throws(Fault) {
    var parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    // An empty value, and the tab before it with it.
    if parts.count == 6 { parts.append("") }
    guard parts.count == 7 else { throw Fault(reason: "it has \(parts.count) parts, not 7, with tabs between them") }
    for flag in [parts[1], parts[3]] where !["TRUE", "FALSE"].contains(flag.uppercased()) {
      throw Fault(reason: "subdomains and secure are TRUE or FALSE")
    }
    guard let expires = parts[4].isEmpty ? 0 : Int64(parts[4]), expires >= 0 else {
      throw Fault(reason: "its end is not a number of seconds since 1970")
    }
    try self.init(
      name: parts[5], value: parts[6], host: parts[0], path: parts[2], expires: expires == 0 ? nil : expires,
      isSecure: parts[3].uppercased() == "TRUE", isHTTPOnly: isHTTPOnly,
      includesSubdomains: parts[1].uppercased() == "TRUE")
    try checkSyntax()
    try checkPrefix(namesRoot: path == "/")
  }

  fileprivate var line: String {
    let flags = (includesSubdomains ? "TRUE" : "FALSE", isSecure ? "TRUE" : "FALSE")
    let start = (isHTTPOnly ? "#HttpOnly_" : "") + (includesSubdomains ? "." : "") + domain
    return [start, flags.0, path, flags.1, String(expires ?? 0), name, value].joined(separator: "\t")
  }
}
