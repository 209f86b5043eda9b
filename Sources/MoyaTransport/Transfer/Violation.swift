import MoyaHTTP

/// Errors about a peer's HTTP.
enum Violation {
  static func error(_ peer: String, _ reason: String) -> TransferError {
    TransferError(.protocolViolation, "\(peer) broke HTTP: \(reason)")
  }

  static func incomplete(_ peer: String, _ received: Int64, _ announced: Int64) -> TransferError {
    TransferError(.incompleteBody, "\(peer) closed the connection after \(received)/\(announced) bytes of the body")
  }
}
