import CClock
import CCurl
import Glibc
import MoyaHTTP

/// Receives the response from libcurl, line by line and piece by piece.
extension Transfer {
  func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    clock.noteActivity(at: now)
    // This is the first line of the first response, or of the response after an authentication challenge.
    if incoming.count == 0 || incoming.isHeadComplete && line.hasPrefix("HTTP/") {
      // Reads the clock, because `now` was read before libcurl ran. The call may have been submitted after that, and a
      // handshake may have taken some time.
      run.firstAnswer = MonotonicClock.now()
      handle?.holdWindow(false)
      if case .ready(let before?) = run.link {
        run.link = .ready(arrivedBefore: nil)
        if isOlder(than: before) { return leaveEarlyAnswer() }
      }
    }
    // An incomplete line does not count as a response. libcurl passes it on, but would still send the request again.
    if line.last == 0x0A { run.unanswered = .none }
    do throws(Violation) {
      return try incoming.receive(line: line) ? beginBody() : true
    } catch {
      // The rest of a header section can still arrive, and the next request must not receive it.
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
      // The head of the response has arrived. So the remaining steps of sending are not reported, because they would
      // follow the head.
      run.step = .receive
      settleTotal()
      if incoming.isBodyUnused { limitRest() }
      if options.wantsHead, !incoming.isRedirect {
        run.owesHead = isChallenged
        // If the observer has not received the head yet, the length is checked later. The observer first receives the
        // head and chooses where the body goes.
        if run.owesHead { return true }
        showHead()
      }
      // libcurl may be about to answer the challenge, and then passes none of its body on.
      if !isChallenged { try incoming.checkLength(of: self) }
      limitIdle()
      endIfAnswered()
      return true
    } catch {
      return fail(error)
    }
  }

  /// True if libcurl may be about to authenticate and repeat the request.
  var isChallenged: Bool {
    credential != nil && incoming.statusCode == 401
      || loop.configuration.connection.proxyAuthentication != nil && incoming.statusCode == 407
  }

  func showHead() {
    run.owesHead = false
    guard let observer else { return }
    let known = handle.map { record($0) }
    incoming.showHead(observer, urlText: request.urlText, known)
    moya_clock_refresh()
  }

  /// The result of receiving a piece of the body.
  enum Receipt {
    case taken
    /// The piece was not accepted. libcurl must pass it again when the transfer continues.
    case pause
    case failed
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Receipt {
    withReactor { reactor in
      // The rest of this body was dropped, but libcurl still had some of it.
      if run.isCutShort { return .taken }
      clock.noteActivity(at: now)
      if incoming.isPaused || incoming.isBehind || reactor.share.isSpent {
        reactor.hold(self)
        return .pause
      }
      guard take(bytes, &reactor.share) else { return .failed }
      reactor.share.spend(bytes.count, inCaller: incoming.isObserved)
      received.store(incoming.bodyCount, ordering: .relaxed)
      if incoming.isBehind { reactor.pause(self) }
      if incoming.bodyCount > Transfer.mostRest, incoming.isBodyUnused { dropRest() }
      limitIdle()
      endIfAnswered()
      return .taken
    }
  }

  /// Closes a connection if the response is complete and too many connections wait for another request now.
  private func limitIdle() {
    withReactor { reactor in
      guard reactor.idle.limit != nil, incoming.isEntire(of: self), let handle else { return }
      reactor.limitIdle(after: self, on: handle)
    }
  }

  /// Takes a piece of the body. Returns false if the transfer has failed.
  func take(_ bytes: UnsafeRawBufferPointer, _ share: inout Share) -> Bool {
    if run.owesHead { showHead() }
    if let error = incoming.receive(body: bytes, &share, of: self) { return fail(error) }
    if incoming.hasExcess { handle?.forbidReuse() }
    if options.wantsProgress { reportDownload(incoming.progress) }
    return true
  }
}

// MARK: - Unread responses

/// Reads a response that libcurl would discard with the connection, because it came while the request's body was still
/// being sent.
extension Transfer {
  /// Reads what has arrived on this transfer's connection, which libcurl is about to close. Reads nothing over TLS: TLS
  /// has ended already, so the bytes could not be decrypted. Reads nothing if the request has a credential: the
  /// response may be a challenge, and only libcurl can respond to it.
  func keepUnreadAnswer(of connection: OwnSocket) {
    guard incoming.count == 0, credential == nil, !origin.isSecure else { return }
    run.unread = UnreadAnswer(from: connection.number)
  }

  /// Uses the response that `keepUnreadAnswer` has read. Returns false if there was none, if its header section is
  /// incomplete, if it is a redirect, or if its length is unknown. In the last two cases, the received part of the
  /// response becomes part of the error.
  func receiveUnread() -> Bool {
    guard var answer = exchange(&run.unread, with: nil) else { return false }
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

/// What a server sent before it reset a connection, while the server was receiving the body of a request.
///
/// libcurl ends such a transfer when a send fails. libcurl does not read the response, which is still in the kernel.
struct UnreadAnswer {
  private static let limit = 1 << 20
  private var rest: ArraySlice<UInt8>

  /// Reads what has arrived on a socket that libcurl is about to close and will not read any more.
  init(from socket: Int32) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < UnreadAnswer.limit {
      let count = recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    // If the connection to a proxy uses TLS, the bytes are encrypted and do not begin like a response. Then there is
    // nothing to read.
    rest = bytes.starts(with: "HTTP/1.".utf8) ? bytes[...] : []
  }

  /// Returns the next line with its end, or `nil` if no complete line is left.
  mutating func line() -> ArraySlice<UInt8>? {
    rest.firstIndex(of: 0x0A).map { take($0 + 1 - rest.startIndex) }
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
