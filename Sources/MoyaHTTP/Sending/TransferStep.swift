/// A step on the way to the head of a response. A transfer reports each step when it begins, and the step ends when the
/// next one begins. If a transfer fails, the last step that it reported has failed.
///
/// A retry, a redirect and a request that is sent again report their steps again. A request on a reused connection has
/// the steps from ``Kind/sendHead`` on.
public struct TransferStep: Hashable, Sendable {
  public enum Kind: Int32, Sendable, CaseIterable {
    /// Looks up the addresses of the host, or of the proxy before it. If the addresses are known, this step is not
    /// reported.
    case resolve = 1
    /// Opens a connection to `address`. If the transfer tries several addresses, it reports the step for each. It can
    /// try two addresses at the same time. The step includes a proxy's response to CONNECT.
    case connect
    /// Makes a TLS handshake, with a proxy or with the server.
    case tls
    /// Sends the request line and the header section, on the connection to `address`.
    case sendHead
    /// Sends the body of the request, or waits until the program gives the next piece. A request without a body has no
    /// such step.
    case sendBody
    /// The whole request has been sent. Waits for the head of the response. The step is missing if the server responds
    /// before it has the whole request, or if the library is linked with a libcurl older than 8.10.0.
    case receive
  }

  public var kind: Kind
  /// The IP address of the server, or of a proxy before it, without brackets. Empty for a Unix socket, and in
  /// steps of other kinds than `connect` and `sendHead`.
  public var address: String
  public var port: Int32
  /// The HTTP version of the request: "HTTP/1.1" or "HTTP/2". Empty unless `kind` is `sendHead`.
  public var httpVersion: String
  /// The number of the call's attempt, from 1.
  public var attempt = 1

  public init(_ kind: Kind, address: String = "", port: Int32 = 0, httpVersion: String = "") {
    self.kind = kind
    self.address = address
    self.port = port
    self.httpVersion = httpVersion
  }
}
