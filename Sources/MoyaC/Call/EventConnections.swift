import MoyaCore
import MoyaHTTP

/// Continues a stream of server-sent events on another connection, by the rules of `EventReconnection`.
struct EventConnections {
  private var rules = EventReconnection()
  private var isFirst = true
  /// The value of `Last-Event-ID` in the target. The call sends this value until the server gives an ID.
  private var fieldOfTarget: String?

  /// Records that an event has arrived.
  mutating func receive() { rules.receive() }

  /// Throws unless the response is a stream of events or has status 204. Status 204 ends the stream.
  func check(_ head: HTTPURLResponse) throws(TransferError) {
    let type = head.value(forHTTPHeaderField: "Content-Type")
    guard rules.step(afterStatus: head.statusCode, contentType: type) == .fail else { return }
    // Validation accepts only 200 and 204 (`ShownTo`). So a response with another status can only come from a plugin.
    if head.statusCode == 200 { throw EventReconnection.wrongType(type) }
    throw TransferError(.protocolViolation, "the response has status \(head.statusCode), not 200")
  }

  /// Decides whether the call connects again after a connection has ended. If so, sets `Last-Event-ID` in the request.
  ///
  /// - Parameter parser: The parser that has read the events of the ended connection.
  /// - Returns: The delay before the next connection in milliseconds. `nil` if no connection follows.
  mutating func next(
    after result: Result<Response, MoyaError>, _ parser: EventParser, _ request: inout URLRequest
  ) -> UInt32? {
    rules.take(lastID: parser.lastFieldID, retry: parser.retry)
    guard case .connect(let delay) = step(after: result) else { return nil }
    if isFirst { fieldOfTarget = request.value(forHTTPHeaderField: EventReconnection.field) }
    isFirst = false
    let id = rules.lastID.isEmpty ? fieldOfTarget : rules.lastID
    request.setValue(id, forHTTPHeaderField: EventReconnection.field)
    return UInt32(clamping: delay)
  }

  private mutating func step(after result: Result<Response, MoyaError>) -> EventReconnection.Step {
    switch result {
    case .success(let response): response.statusCode == 204 ? .end : rules.stepAfterEnd()
    case .failure(.underlying(let error as TransferError, _)): rules.step(after: error.kind)
    case .failure: .fail
    }
  }
}
