/// What this library says in `Accept-Encoding` for requests that do not say it themselves.
public enum AcceptEncoding {
  /// From C and Python.
  public static let plain = "gzip, deflate, br"
  /// From a session in Swift: as Alamofire says it.
  public static let session = "br;q=1.0, gzip;q=0.9, deflate;q=0.8"

  /// Is this one of ours, and no choice of the caller's?
  package static func isOurs(_ value: String) -> Bool { value == plain || value == session }
}
