/// Decides when a client connects again to a stream of server-sent events, and with which ID. This is a state machine
/// without I/O and without a clock. It follows WHATWG HTML, "Processing model" of server-sent events.
package struct EventReconnection: Sendable {
  /// What the client must do next.
  package enum Step: Equatable, Sendable {
    /// Read the body of the response.
    case read
    /// Wait for this time, then send the request again with `lastID`.
    case connect(afterMilliseconds: Int64)
    /// End without an error. The server wants no further connection.
    case end
    /// End with the error of the response or of the connection.
    case fail
  }

  /// The delay before a new connection if the server specifies none.
  package static let standardDelay: Int64 = 3_000
  /// If several connections in a row bring no event, the delay doubles each time, up to this limit. If the server has
  /// specified a longer delay, the delay does not double.
  package static let longestDoubled: Int64 = 30_000
  /// The delay that is doubled is at least this long, even if the server has specified a shorter delay, for example 0.
  package static let shortestVain: Int64 = 100
  /// The longest delay that a server can specify: a day.
  package static let longest: Int64 = 86_400_000

  /// The name of the header field with the last ID.
  package static let field = "Last-Event-ID"

  /// The value of `Last-Event-ID` for the next request: the last ID of the stream that a header field can hold. If it
  /// is empty, the request has no such field.
  package private(set) var lastID = ""
  private var delay = standardDelay
  /// How many connections have ended since the last event arrived. The connection on which it arrived counts too.
  private var vain = 0
  private var hasReceived = false

  package init() {}

  /// Returns what the client must do after the head of a response.
  ///
  /// - Parameter contentType: The field Content-Type. A response without this field is accepted, so that stubs need not
  ///   have it.
  package func step(afterStatus status: Int, contentType: String?) -> Step {
    if status == 204 { return .end }
    guard status == 200 else { return .fail }
    guard let contentType else { return .read }
    let type = contentType.prefix { $0 != ";" }.trimmed.lowercased()
    return type == "text/event-stream" ? .read : .fail
  }

  /// Returns the error of a response that `step(afterStatus:contentType:)` does not accept because of its type.
  package static func wrongType(_ contentType: String?) -> TransferError {
    let type = RequestRules.printable(contentType ?? "")
    return TransferError(.protocolViolation, "the response is of type \(type), not text/event-stream")
  }

  /// Notes that an event has arrived. Comments do not count, so a server that sends only a comment on each connection
  /// is not asked again and again without a delay.
  package mutating func receive() { hasReceived = true }

  /// Stores what the server has specified in the stream: the last ID that a header field can hold, and the delay in
  /// milliseconds. A value is `nil` if the server has not specified it.
  ///
  /// An ID with a control character, or a very long ID, fits no header field. The server then sends some events again,
  /// which is better than the end of the stream.
  package mutating func take(lastID: String?, retry: Int64?) {
    if let lastID { self.lastID = lastID }
    if let retry { delay = min(max(retry, 0), EventReconnection.longest) }
  }

  /// Returns what the client must do after the end of a body.
  package mutating func stepAfterEnd() -> Step {
    defer { vain += 1 }
    if hasReceived { vain = 0 }
    hasReceived = false
    if vain == 0 { return .connect(afterMilliseconds: delay) }
    let doubled = max(delay, EventReconnection.shortestVain) << min(vain, 20)
    return .connect(afterMilliseconds: min(doubled, max(delay, EventReconnection.longestDoubled)))
  }

  /// Returns what the client must do after a connection that failed. The client connects again only if the failure is
  /// possibly temporary.
  package mutating func step(after failure: TransferError.Kind) -> Step {
    switch failure {
    case .resolve, .connect, .connectTimeout, .idleTimeout, .totalTimeout, .network, .incompleteBody:
      return stepAfterEnd()
    case .invalidRequest, .invalidURL, .tls, .protocolViolation, .decode, .tooLarge, .redirect, .proxy, .cancelled,
      .body, .address, .forked, .file, .memory, .system, .other:
      return .fail
    }
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
