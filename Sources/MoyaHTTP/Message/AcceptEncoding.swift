/// What this library says in `Accept-Encoding` for requests that do not say it themselves.
package enum AcceptEncoding {
  /// From C and Python.
  package static let plain = "gzip, deflate, br"
  /// From a session in Swift: as Alamofire says it.
  package static let session = "br;q=1.0, gzip;q=0.9, deflate;q=0.8"

  /// Is this one of the library's two values, and not the caller's choice?
  package static func isOurs(_ value: String) -> Bool { value == plain || value == session }
}
