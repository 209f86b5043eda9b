import CClock
import CCurl
import Glibc
import MoyaHTTP

/// The answer as libcurl gives it, line by line and piece by piece.
extension Transfer {
  func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    clock.noteActivity(at: now)
    // The first line of all, or of the answer behind a challenge.
    if incoming.count == 0 || incoming.isHeadComplete && line.hasPrefix("HTTP/") {
      // `now` was read before libcurl ran: the call may be younger than that, and a handshake may have taken place since.
      firstAnswer = MonotonicClock.now()
      handle?.holdWindow(false)
      if let before = arrivedBefore.take(), isOlder(than: before) { return leaveEarlyAnswer() }
    }
    // A line without its end is no answer yet: libcurl, which passes it on, would send the request again.
    if line.last == 0x0A { unansweredSends = 0 }
    do throws(Violation) {
      return try incoming.receive(line: line) ? beginBody() : true
    } catch {
      // The rest of a header section can still come; the next request must not wait behind it.
      handle?.forbidReuse()
      return fail(error.error(peer))
    }
  }

  private func beginBody() -> Bool {
    do throws(TransferError) {
      asksAgain = try !incoming.beginBody(of: self, over: version ?? .http11)
      if withReactor({ $0.keepsState }) { keepState() }
      if incoming.endsConnection { handle?.forbidReuse() }
      if asksAgain { return false }
      settleTotal()
      if incoming.isRedirect { limitRest() }
      if options.wantsHead, !incoming.isRedirect {
        owesHead = isChallenged
        // Then the length is checked when the observer has chosen where the body goes.
        if owesHead { return true }
        showHead()
      }
      try incoming.checkLength(of: self)
      endIfAnswered()
      return true
    } catch {
      return fail(error)
    }
  }

  /// libcurl may be about to answer the response.
  var isChallenged: Bool {
    credential != nil && incoming.statusCode == 401
      || loop.configuration.connection.proxyAuthentication != nil && incoming.statusCode == 407
  }

  func showHead() {
    owesHead = false
    guard let observer else { return }
    incoming.showHead(observer, urlText: request.urlText)
    moya_clock_refresh()
  }

  /// What became of a piece of the body.
  enum Receipt {
    case taken
    /// Not taken: libcurl is to give the piece again when the transfer goes on.
    case pause
    case failed
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Receipt {
    withReactor { reactor in
      clock.noteActivity(at: now)
      if incoming.isPaused || incoming.isBehind || reactor.share.isSpent {
        reactor.hold(self)
        return .pause
      }
      guard take(bytes, &reactor.share) else { return .failed }
      reactor.share.spend(bytes.count, inCaller: incoming.isObserved)
      received.store(incoming.bodyCount, ordering: .relaxed)
      if incoming.isBehind { reactor.pause(self) }
      if dropsBody, incoming.bodyCount > Transfer.mostRest { dropRest() }
      endIfAnswered()
      return .taken
    }
  }

  /// False: it has failed.
  func take(_ bytes: UnsafeRawBufferPointer, _ share: inout Share) -> Bool {
    if owesHead { showHead() }
    if let error = incoming.receive(body: bytes, &share, of: self) { return fail(error) }
    if incoming.hasExcess { handle?.forbidReuse() }
    if options.wantsProgress { reportDownload(incoming.progress) }
    return true
  }
}

// MARK: - Unread answers

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

// MARK: - UnreadAnswer

/// What a server said before it reset a connection on which a body was being sent to it.
///
/// libcurl ends such a transfer when a send fails, without reading the answer, which still lies in the kernel.
struct UnreadAnswer {
  private static let limit = 1 << 20
  private var rest: ArraySlice<UInt8>

  /// Takes what has arrived on a socket that libcurl is about to close, and will not read any more.
  init(from socket: Int32) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < UnreadAnswer.limit {
      let count = recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    // On a connection to a proxy over TLS the bytes are encrypted.
    rest = bytes.starts(with: "HTTP/1.".utf8) ? bytes[...] : []
  }

  /// The next line with its end; `nil` when there is no whole one.
  mutating func line() -> ArraySlice<UInt8>? {
    rest.firstIndex(of: 0x0A).map { take($0 + 1 - rest.startIndex) }
  }

  /// At most `count` bytes, as many as there are.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
