/// The time at which each part of an exchange ended, in microseconds, and which connection the exchange used.
public struct TransferMetrics: Hashable, Sendable {
  /// When the name was resolved, when the connection was made, and when TLS was agreed. These times count from the
  /// start of the request to the last URL, after all redirects. 0 if the step did not happen, for example on a reused
  /// connection.
  public var nameLookup: Int64 = 0
  public var connect: Int64 = 0
  public var tlsHandshake: Int64 = 0
  /// When the first and the last byte of the response arrived. These times count from the submission of the request,
  /// and include waits and redirects.
  public var firstByte: Int64 = 0
  public var total: Int64 = 0
  public var reusedConnection = false
  /// The IP address of the server, or of a proxy before it, as text without brackets. Empty if it is unknown.
  public var remoteAddress = ""
  public var remotePort: Int32 = 0
  /// The sizes of the request's body (`bytesSent`) and of the response's body (`bytesReceived`). After redirects, only
  /// the last request and its response count. The sizes are those on the connection: encoded, but without the framing
  /// of chunks.
  public var bytesSent: Int64 = 0
  public var bytesReceived: Int64 = 0
  /// The redirects that were followed, in order.
  public var redirects: [Redirection] = []

  /// The HTTP version: "HTTP/1.1", "HTTP/2" and so on. Empty if it is unknown.
  public var httpVersion = ""
  package var trailerBlock: HeaderBlock?

  /// A response that redirected to another URL.
  public struct Redirection: Hashable, Sendable {
    public var statusCode: Int
    /// The URL that returned the response.
    public var urlText: String

    public init(statusCode: Int, urlText: String) {
      self.statusCode = statusCode
      self.urlText = urlText
    }
  }

  public init() {}

  public var redirectCount: Int32 { Int32(clamping: redirects.count) }
  /// The trailer fields after the body (RFC 9110 §6.5), in the order in which they arrived.
  public var trailers: HeaderFields { trailerBlock?.fields ?? HeaderFields() }
}

/// The numbers of `TransferMetrics`.
package enum TransferFact {
  case isReused, remotePort, bytesSent, bytesReceived, nameLookup, connect, tlsHandshake, firstByte, total
}

// MARK: - TransferRecord

/// The raw values for `TransferMetrics`, as the transport has measured them. The head of the response stores them in
/// this form, because metrics are rarely read.
package struct TransferRecord: Sendable {
  package let firstByte: UInt64
  package let total: UInt64
  package let bytesSent: Int64
  package let bytesReceived: Int64
  private let version: StaticString
  private let peer: Peer?
  private let rare: Rare?

  /// Values that few exchanges have.
  package final class Rare: Sendable {
    let connecting: ConnectTimes?
    let redirects: [TransferMetrics.Redirection]
    let trailers: HeaderBlock?
    let given: TransferMetrics?

    /// - Parameters:
    /// - connecting: the times of the steps to the connection; `nil` if the connection was reused.
    /// - given: complete metrics from the caller.
    package init(
      connecting: ConnectTimes?, redirects: [TransferMetrics.Redirection] = [], trailers: HeaderBlock? = nil,
      given: TransferMetrics? = nil
    ) {
      self.connecting = connecting
      self.redirects = redirects
      self.trailers = trailers
      self.given = given
    }
  }

  /// When the steps to a new connection ended, in microseconds since the request to the last URL began. 0 if a step did
  /// not happen.
  package struct ConnectTimes: Sendable {
    package var name: Int64
    package var connection: Int64
    package var security: Int64

    package init(name: Int64, connection: Int64, security: Int64) {
      self.name = name
      self.connection = connection
      self.security = security
    }
  }

  /// The other end of a connection: a server, or a proxy before it.
  package final class Peer: Sendable {
    /// The IP address, without brackets.
    package let address: String
    package let port: Int32

    package init(address: String, port: Int32) {
      self.address = address
      self.port = port
    }
  }

  /// - Parameter firstByte: microseconds since the request was submitted. `total` is counted in the same way.
  package init(
    firstByte: UInt64, total: UInt64, bytesSent: Int64, bytesReceived: Int64, version: StaticString, peer: Peer?,
    rare: Rare?
  ) {
    self.firstByte = firstByte
    self.total = total
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
    self.version = version
    self.peer = peer
    self.rare = rare
  }

  package init(_ metrics: TransferMetrics) {
    self.init(
      firstByte: 0, total: 0, bytesSent: 0, bytesReceived: 0, version: "", peer: nil,
      rare: Rare(connecting: nil, given: metrics))
  }

  package var wasRedirected: Bool {
    // `rare` is tested first: it is usually `nil`, and then nothing needs to be retained.
    rare != nil && !metrics.redirects.isEmpty
  }

  /// True if the values are complete metrics from the caller. Then `metrics` has them, and the other properties do not.
  package var isGiven: Bool { rare != nil && rare?.given != nil }

  /// Returns a value without making metrics. `nil` if the values are complete metrics from the caller.
  func value(of fact: TransferFact) -> Int64? {
    if rare != nil, isGiven { return nil }
    return switch fact {
    case .isReused: rare?.connecting == nil ? 1 : 0
    case .remotePort: Int64(peer?.port ?? 0)
    case .bytesSent: bytesSent
    case .bytesReceived: bytesReceived
    case .nameLookup: rare?.connecting?.name ?? 0
    case .connect: rare?.connecting?.connection ?? 0
    case .tlsHandshake: rare?.connecting?.security ?? 0
    case .firstByte: Int64(clamping: firstByte)
    case .total: Int64(clamping: total)
    }
  }

  /// The HTTP version, without a copy. `nil` if the values are complete metrics from the caller.
  package var ownVersion: StaticString? { rare != nil && isGiven ? nil : version }
  /// The address of the server, without making metrics.
  package var remoteAddress: String { rare != nil && isGiven ? metrics.remoteAddress : peer?.address ?? "" }

  package var metrics: TransferMetrics {
    if let given = rare?.given { return given }
    var metrics = TransferMetrics()
    if let times = rare?.connecting {
      (metrics.nameLookup, metrics.connect, metrics.tlsHandshake) = (times.name, times.connection, times.security)
    }
    metrics.reusedConnection = rare?.connecting == nil
    metrics.firstByte = Int64(clamping: firstByte)
    metrics.total = Int64(clamping: total)
    metrics.redirects = rare?.redirects ?? []
    metrics.remoteAddress = peer?.address ?? ""
    metrics.remotePort = peer?.port ?? 0
    metrics.httpVersion = version.description
    metrics.bytesSent = bytesSent
    metrics.bytesReceived = bytesReceived
    metrics.trailerBlock = rare?.trailers
    return metrics
  }
}
