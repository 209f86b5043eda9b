import MoyaHTTP

/// An answer that libcurl gives up with the connection: it came while the request's body was still being sent.
extension Transfer {
  /// Reads what has arrived on the connection of this transfer, which libcurl is about to close. Not over TLS, which
  /// has ended by now, so that the bytes could not be decrypted; and not with a credential, since libcurl would have to
  /// answer a challenge.
  func keepUnreadAnswer(of connection: OwnSocket) {
    guard incoming.count == 0, credential == nil, !origin.isSecure else { return }
    unread = UnreadAnswer(from: connection.number)
  }

  /// Takes the answer that `keepUnreadAnswer` has read. False: there was none, or it is a redirect, or its length is not
  /// known. What there was of it goes with the error.
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
