import MoyaHTTP

/// Cookies and hosts that want TLS, on their way from answers to later requests. In a loop that keeps none of these,
/// nothing here is called.
extension Transfer {
  /// The request's header fields, with the cookies that it gets now: each hop asks anew.
  var fieldsWithCookies: HeaderFields {
    var fields = request.headerFields
    if let text = loop.configuration.cookies?.field(for: request) { fields.set("Cookie", to: text) }
    return fields
  }

  /// Keeps what an answer's header section says, which has broken no rule.
  func keepState() {
    guard let source = CookieRequest(urlText: request.urlText) else { return }
    // TLS with anyone is not TLS without a fault, which RFC 6797 §8.1 asks for.
    let mayBeStrict = source.isSecure && loop.configuration.tls?.trustsAnyone(as: source.host) != true
    var isFirst = true
    // No server needs more, and each of them is work.
    var left = CookieJar.limitPerSite
    incoming.eachField { name, value in
      switch name.count {
      case 10 where left > 0 && name.equalsIgnoringCase("set-cookie"):
        left -= 1
        _ = loop.configuration.cookies?.withLock { jar, now in jar.receive(value, from: source, at: now) }
      // Of several fields the first counts (RFC 6797 §8.1).
      case 25 where isFirst && mayBeStrict && name.equalsIgnoringCase("strict-transport-security"):
        isFirst = false
        let field = String(decoding: value, as: UTF8.self)
        _ = loop.configuration.strictHosts?.withLock { hosts, now in
          hosts.receive(field, from: source.host, at: now)
        }
      default: break
      }
    }
  }
}

extension Kept<CookieJar> {
  /// The Cookie field of a request, with what it has of its own; `nil`: the request gets no other than that.
  func field(for request: URLRequest) -> String? {
    guard let target = CookieRequest(urlText: request.urlText) else { return nil }
    let own = request.headerFields.fields.filter { ASCII.equalIgnoringCase($0.name, "Cookie") }.map(\.value)
    let text = withLock { jar, now in
      jar.field(for: target, own: own.isEmpty ? nil : own.joined(separator: "; "), at: now)
    }
    return text ?? nil
  }
}

extension SentAdditions {
  /// What loops of a configuration add to their requests.
  package init(_ configuration: LoopConfiguration) {
    self.init(userAgent: configuration.userAgent, acceptEncoding: configuration.acceptEncoding)
    if let cookies = configuration.cookies { cookie = { cookies.field(for: $0) } }
  }
}
