import MoyaHTTP

/// Finds the URL of another page of a result. The field Link of a response names it (RFC 8288).
package enum PageLink {
  /// Returns the URL of the page with this relation. Returns `nil` if the field has no such link.
  ///
  /// A link to another origin than the request's is an error, because the request's credentials must not go there. A
  /// link whose URL contains a user name is an error, too. If the URL of the request contains a user name, the result
  /// contains it too.
  ///
  /// - Parameters:
  ///   - field: The value of Link. Join several fields with commas.
  ///   - url: The URL of the response, after redirects. The link is resolved against it.
  ///   - requested: The URL to which the request was sent first. A redirect may have led to another origin.
  package static func url(
    _ relation: String, in field: String, of url: String, requested: String
  ) throws(TransferError) -> String? {
    guard let reference = LinkField(field).reference(relation) else { return nil }
    let link = try resolved(reference, against: URLReference(url).removingUserInformation().text)
    guard Origin(urlText: link) == Origin(urlText: requested) else {
      throw TransferError(
        .invalidURL, "the link \(ShownURL.text(link)) leads to another origin than \(ShownURL.text(requested))")
    }
    guard URLReference(link).removingUserInformation().text == link else {
      throw TransferError(.invalidURL, "the link \(ShownURL.text(link)) names a user")
    }
    return URLReference(link).takingUserInformation(of: URLReference(requested)).text
  }

  /// Resolves a reference against a base URL. Throws if the library does not send requests to the resulting URL.
  package static func resolved(_ reference: String, against base: String) throws(TransferError) -> String {
    let base = URLReference(base).removingFragment()
    let url = URLReference.spelled(URLReference(reference).encodingForeignBytes().resolved(against: base).text)
    try RequestRules.check(url: url)
    return url
  }
}
