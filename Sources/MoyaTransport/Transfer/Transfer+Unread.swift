import MoyaHTTP

/// An answer that libcurl gave up with the connection.
extension Transfer {
  /// libcurl is about to close this transfer's connection. TLS has ended by now: nothing could read what is there. A
  /// redirect or a challenge would be libcurl's to understand.
  func leaves(_ connection: OwnSocket) {
    guard incoming.count == 0, credential == nil, !origin.isSecure else { return }
    unread = UnreadAnswer(from: connection.number)
  }

  /// False: there was no answer, or not one to be followed by nothing. What there was of it goes with the error.
  func receiveUnread() -> Bool {
    guard var answer = exchange(&unread, with: nil) else { return false }
    while !incoming.isHeadComplete {
      guard let line = answer.line(), line.withUnsafeBytes({ receiveHeaderLine($0) }) else { return false }
    }
    guard !incoming.isRedirect, let length = incoming.bodyLength else { return false }
    let content = answer.take(length)
    var share = Share.endless
    return content.isEmpty || content.withUnsafeBytes { take($0, &share) }
  }
}
