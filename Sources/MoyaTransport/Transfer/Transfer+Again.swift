import FoundationEssentials
import MoyaHTTP

/// The next request of a transfer: to where a redirect leads, or the same once more.
extension Transfer {
  func follow() throws(TransferError) -> Bool {
    guard incoming.isRedirect else { return false }
    let origin = origin
    let next = try Redirect.next(
      request, status: incoming.statusCode, location: incoming.location, from: origin,
      secrets: options.originBoundHeaders, strictHosts: loop.configuration.strictHosts)
    if redirects.count >= options.maximumRedirects {
      throw TransferError(.redirect, "\(peer) redirected more than \(options.maximumRedirects) times")
    }
    if next.keepsBody, !rewind() {
      throw TransferError(.body, "\(peer) redirected, but the request's body stream cannot be sent again")
    }
    redirects.append(.init(statusCode: incoming.statusCode, urlText: request.urlText))
    resends = Resends()
    (needsNewConnection, hasLeftConnection, needsHTTP1, isSecondUpload) = (false, false, false, false)
    request = next.request
    if next.origin != origin { credential = nil }
    startAgain()
    return true
  }

  /// Bytes of a redirect's body that are read, so that the connection can be used again. They have a second.
  static let mostRest: Int64 = 64 << 10
  private static let restTime: UInt64 = 1_000_000

  func limitRest() {
    dropsBody = true
    clock.limitRest(to: Transfer.restTime, at: now)
    withReactor { $0.table.arm(self) }
  }

  /// The redirect is followed without the rest of its response.
  func dropRest() {
    if isCutShort || isEnded { return }
    isCutShort = true
    withReactor { $0.answered.append(self) }
  }

  /// Whether the request's body can be read from its start again.
  func rewind() -> Bool {
    if case .stream(let reader) = body { return reader.rewind() }
    return true
  }

  /// Gets in line once more, after so many microseconds.
  func startAgain(after pause: UInt64 = 0) {
    asksAgain = false
    clock.startWaiting(at: now, pause: pause)
    incoming = Incoming(
      options, headerLimit: loop.configuration.maximumHeaderSize, partial: incoming.partial)
  }

  /// Before anything is sent, and before the origin is asked for: a host that wants TLS gets no request without it.
  func upgrade() {
    let url = Redirect.upgraded(request.urlText, loop.configuration.strictHosts)
    if url != request.urlText { request.urlText = url }
  }

  func rewindBody() -> Bool {
    rewind() || fail(TransferError(.body, "the request's body stream cannot be sent again"))
  }
}
