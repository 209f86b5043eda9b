import MoyaHTTP

/// What a peer did against the rules of HTTP, or beyond a limit of ours. Found where the peer's name is not known:
/// `error` adds that.
struct Violation: Error {
  let kind: TransferError.Kind
  /// The rest of a sentence that begins with the peer's name.
  let text: String

  init(_ kind: TransferError.Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// - Parameter rule: what is wrong by the rules of HTTP.
  init(_ rule: String) { self.init(.protocolViolation, "broke HTTP: \(rule)") }

  func error(_ peer: String) -> TransferError { TransferError(kind, "\(peer) \(text)") }

  static func incomplete(_ peer: String, _ received: Int64, _ announced: Int64) -> TransferError {
    TransferError(.incompleteBody, "\(peer) closed the connection after \(received)/\(announced) bytes of the body")
  }
}
