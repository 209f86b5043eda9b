import MoyaHTTP

/// Makes the next request after a redirect (RFC 9110 §15.4). libcurl could follow redirects itself. But libcurl
/// preserves a custom method where the RFC changes the method, and libcurl does not know which header fields are
/// secret.
package enum Redirect {
  package typealias Next = (request: URLRequest, origin: Origin, keepsBody: Bool)

  package static func isOne(_ status: Int) -> Bool { 301...303 ~= status || 307...308 ~= status }

  /// Returns the next request. `location` is the field's value as received. `secrets` are fields that must not go to
  /// another origin, in addition to the fields that are known to be secret. Throws `.redirect` if the target is not
  /// allowed.
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
    // A user name and password in a Location are removed. The check above comes first, because it refuses a `\` in
    // them. Other software reads this `\` as a slash, and so finds another host in the URL.
    let target = upgraded(URLReference(named).removingUserInformation().text, strictHosts)
    var next = request
    next.urlText = target
    let method = request.httpMethod ?? "GET"
    let becomesGet = status == 303 ? method != "HEAD" : status <= 302 && method == "POST"
    if becomesGet {
      next.httpMethod = "GET"
      next.body = .none
      // Fields that begin with `Content-` describe the content, and the next request has no content. `Trailer` names
      // fields that follow the content.
      for name in request.headerFields.fields.map({ $0.name.lowercased() })
      where name.hasPrefix("content-") || name == "trailer" {
        next.headerFields.set(name, to: nil)
      }
    }
    let nextOrigin = Origin(urlText: target)
    if nextOrigin == origin {
      // The redirect stays within the origin to which the caller's user information belongs. So the next request has
      // this information too, just as it has the caller's Authorization.
      next.urlText = URLReference(target).takingUserInformation(of: URLReference(request.urlText)).text
    } else {
      let secretNames = next.headerFields.fields.map(\.name).filter { Redaction.default.hides(header: $0) }
      for name in ["Host"] + secretNames + secrets {
        next.headerFields.set(name, to: nil)
      }
    }
    return (next, nextOrigin, !becomesGet)
  }

  /// Returns the URL with https if the host requires TLS.
  static func upgraded(_ url: String, _ hosts: Kept<StrictHosts>?) -> String {
    hosts?.withLock { hosts, now in hosts.upgraded(url, at: now) } ?? url
  }

  /// Returns the absolute URL. libcurl could compute it. But libcurl reads `#f` as a name in the same folder, and
  /// `http:/t` as a host.
  private static func target(of location: [UInt8], from urlText: String) -> String {
    let target = URLReference(location).encodingForeignBytes().resolved(against: URLReference(urlText))
    return InternationalHost.converted(target.text)
  }
}
