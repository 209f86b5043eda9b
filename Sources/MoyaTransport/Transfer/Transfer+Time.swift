import CCurl
import MoyaHTTP

/// When a transfer has taken too long.
extension Transfer {
  /// The error when a limit has passed; `nil`: none has.
  func timeout(at now: UInt64) -> TransferError? {
    if incoming.isPaused || lacksBody { clock.noteActivity(at: now) }
    if clock.takePause(at: now) { withReactor { $0.enqueue(self) } }
    if clock.takeLook(at: now) { lookAtUpload(at: now) }
    if clock.takeRestEnd(at: now) { dropRest() }
    if clock.isQuiet(at: now) { noteSocketActivity(at: now) }
    guard clock.deadline <= now else { return nil }
    return clock.timeout(at: now, origin.hostAndPort, handle?.route, lacksBody: lacksBody)
  }

  /// The default total timeout of a call whose body is taken as it comes counts until the final response has its head, and
  /// whenever the request's body has nothing to send: nobody may be there to resume it.
  func settleTotal() {
    guard options.totalEndsWithHead, incoming.isHeadComplete else { return }
    clock.isTotalOff = !lacksBody && !incoming.isRedirect && !isChallenged
    withReactor { $0.table.arm(self) }
  }

  /// libcurl calls back for whole header lines and for pieces of a body only. With HTTP/1 the kernel knows better when
  /// the last byte came or left. With HTTP/2 it cannot tell one stream from another; but when some of this stream's
  /// body has left, that was no later than the last byte of the whole connection.
  private func noteSocketActivity(at now: UInt64) {
    guard let handle else { return }
    let quiet = connection.flatMap { label in withReactor { $0.poller.connection(label)?.quiet } }
    let last = now &- min(quiet ?? 0, now)
    if quiet == nil || isHTTP2 {
      clock.noteUpload(handle.offset(CURLINFO_SIZE_UPLOAD_T), at: last)
    } else {
      clock.noteActivity(at: last)
    }
  }

  /// libcurl 8.21 can forget to send large bodies that share a connection of HTTP/2 on which requests were refused: the
  /// window is open, and it waits for something to arrive (`curl_multi_perform` would go on, `curl_multi_socket_action`
  /// does not). Running them once more is enough.
  private func lookAtUpload(at now: UInt64) {
    guard incoming.count == 0 else { return }
    clock.lookLater(than: now)
    if let connection { withReactor { $0.runAgain(on: connection) } }
  }
}
