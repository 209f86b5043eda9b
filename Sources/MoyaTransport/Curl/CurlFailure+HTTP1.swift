/// What libcurl found wrong with an answer of HTTP/1 before its lines reached `HeaderCollector`, by libcurl's words for
/// it.
extension CurlFailure {
  /// What an answer that libcurl could not read has wrong: of an origin, or of a proxy that was asked for a tunnel.
  var unreadable: String? { CurlFailure.faults.first { detail.contains($0.0) }?.1 }

  /// The first that fits. The words are those of 7.88.1 to 8.21.0.
  private static let faults = [
    ("Nul byte in header", "a header line contains a NUL"),
    ("Carriage return found in header", "a header line contains a CR"),
    ("Header without colon", "a header line has no colon"),
    ("Invalid response header", "a header line is malformed"),
    ("Content-Length", "its Content-Length is not one number"),
    ("Multiple Location headers", "its Locations differ"),
    ("Invalid status line", notStatusLine), ("Received HTTP/0.9", notStatusLine),
    ("Unsupported HTTP", otherVersion), ("Version mismatch", otherVersion),
    ("tunnel failed, response 0", notStatusLine),
    ("Unsupported response code", "its status code is not between 100 and 599"),
    ("101 response while not", "it switched protocols, which was not asked for"),
    ("hex-length", "a chunk's size is malformed"), ("invalid chunk size", "a chunk's size is malformed"),
    ("hexadecimal", "a chunk's size is malformed"),
  ]
  private static let notStatusLine = "its first line is not a status line"
  private static let otherVersion = "\(notStatusLine) of HTTP/1.1 or HTTP/1.0"
}
