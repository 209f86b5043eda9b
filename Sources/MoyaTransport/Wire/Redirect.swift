import MoyaHTTP

/// The next request after a redirect (RFC 9110 §15.4). libcurl could follow by itself; it keeps a custom method where
/// the RFC changes it, and knows nothing of headers that are secret.
package enum Redirect {
  package typealias Next = (request: URLRequest, origin: Origin, keepsBody: Bool)

  package static func isOne(_ status: Int) -> Bool { 301...303 ~= status || 307...308 ~= status }

  /// `location`: the field's value as received. `secrets`: fields that stay with the origin, beside the well-known
  /// ones. Throws `.redirect` when it leads where no request may go.
  package static func next(
    _ request: URLRequest, status: Int, location: [UInt8], from origin: Origin, secrets: [String],
    strictHosts: Kept<StrictHosts>? = nil
  ) throws(TransferError) -> Next {
    let named = target(of: location, from: request.urlText)
    do throws(TransferError) {
      try RequestRules.check(url: named)
    } catch {
      throw TransferError(.redirect, "\(origin.hostAndPort) redirected to where no request may go: \(error.message)")
    }
    // A credential never comes from a server. The URL was checked with it: a `\` before the `@` is a slash to others,
    // and names another host.
    let target = upgraded(URLReference(named).removingUserInformation().text, strictHosts)
    var next = request
    next.urlText = target
    let method = request.httpMethod ?? "GET"
    let becomesGet = status == 303 ? method != "HEAD" : status <= 302 && method == "POST"
    if becomesGet {
      next.httpMethod = "GET"
      next.body = .none
      // Fields that describe the content, which the next request no longer has.
      for name in request.headerFields.fields.map(\.name) where name.lowercased().hasPrefix("content-") {
        next.headerFields.set(name, to: nil)
      }
    }
    let nextOrigin = Origin(urlText: target)
    if nextOrigin == origin {
      // The caller's own, which is for this origin as its Authorization is.
      next.urlText = URLReference(target).takingUserInformation(of: URLReference(request.urlText)).text
    } else {
      for name in ["Host"] + SecretHeaders.names + secrets {
        next.headerFields.set(name, to: nil)
      }
    }
    return (next, nextOrigin, !becomesGet)
  }

  /// With https where the host has asked for TLS.
  static func upgraded(_ url: String, _ hosts: Kept<StrictHosts>?) -> String {
    hosts?.withLock { hosts, now in hosts.upgraded(url, at: now) } ?? url
  }

  /// The absolute URL. libcurl would give it too, but takes `#f` for a name in the same folder and `http:/t` for a
  /// host.
  private static func target(of location: [UInt8], from urlText: String) -> String {
    let target = URLReference(location).encodingForeignBytes().resolved(against: URLReference(urlText))
    return InternationalHost.converted(target.text)
  }
}
