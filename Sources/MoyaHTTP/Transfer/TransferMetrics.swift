/// How an exchange went: when each part of it ended, in microseconds, and over what connection.
public struct TransferMetrics: Hashable, Sendable {
  /// Until the name was resolved, the connection made, TLS agreed: since the last hop's start. 0: the step did not
  /// happen, as with a connection that was kept.
  public var nameLookup: Int64 = 0
  public var connect: Int64 = 0
  public var tlsHandshake: Int64 = 0
  /// Until the first and the last byte of the answer, since the request was submitted, with waits and redirects.
  public var firstByte: Int64 = 0
  public var total: Int64 = 0
  public var reusedConnection = false
  /// Of the server, or of a proxy in front of it: an IP address as text, without brackets; empty: unknown.
  public var remoteAddress = ""
  public var remotePort: Int32 = 0
  /// Of the last hop's bodies, as they went over the connection: encoded, without the framing of chunks.
  public var bytesSent: Int64 = 0
  public var bytesReceived: Int64 = 0
  /// The redirects that were followed, in order.
  public var redirects: [Redirection] = []

  /// "HTTP/1.1", "HTTP/2" …; empty: unknown.
  public var httpVersion = ""
  package var trailerBlock: HeaderBlock?

  /// A response that led to another URL.
  public struct Redirection: Hashable, Sendable {
    public var statusCode: Int
    /// The URL that gave the response.
    public var urlText: String

    public init(statusCode: Int, urlText: String) {
      self.statusCode = statusCode
      self.urlText = urlText
    }
  }

  public init() {}

  public var redirectCount: Int32 { Int32(clamping: redirects.count) }
  /// The fields behind the body (RFC 9110 §6.5), in the order received.
  public var trailers: HeaderFields { trailerBlock?.fields ?? HeaderFields() }
}
