import CClock
import CCurl
import COpenSSL
import Glibc
import MoyaHTTP

// The functions that libcurl calls back. libcurl passes a context to each of them: the `EasyHandle` of a transfer, or
// the loop's `Reactor` if the callback is about a socket. The function calls a method of this object. The handle and
// the reactor exist as long as libcurl can pass them.
//
// Most callbacks run inside `MultiHandle.holdingClock`, so repeated readings of libcurl's clock return the same time.
// Work that may take long makes that time too old. So a callback that calls a function of the caller or uses a file
// refreshes the clock afterwards. The end of a TLS handshake refreshes the clock too.

extension EasyHandle {
  /// True in a child that was forked inside a callback of the loop. Each callback reads this property. So in a process
  /// without forks it does not read `reactor`, because that would retain the object.
  @inline(__always) fileprivate var isInherited: Bool { Fork.generation != 0 && reactor.isInherited }
}

/// Runs `body` with the transfer. Does not retain the transfer, because libcurl calls back for each line of a header
/// section, and each retain would cost time.
///
/// If this process was forked inside a callback of the loop, returns `otherwise`. Before that, cuts this process off
/// from the parent's connections, because libcurl continues to use them after the callback.
private func withTransfer<Result>(
  _ context: UnsafeMutableRawPointer?, otherwise: Result, _ body: (Transfer) -> Result
) -> Result {
  guard let context else { return otherwise }
  return EasyHandle.borrowed(at: context) { handle in
    if handle.isInherited { return otherwise }
    let result = handle.transfer?._withUnsafeGuaranteedRef(body) ?? otherwise
    if !handle.isInherited { return result }
    handle.reactor.poller.cutOff()
    return otherwise
  }
}

private func withReactor<Result>(_ context: UnsafeMutableRawPointer?, _ body: (Reactor) -> Result) -> Result? {
  context.flatMap { Reactor.borrowed(at: $0) { $0.isInherited ? nil : body($0) } }
}

func receiveHeaderLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  // libcurl always passes a size of 1.
  let line = UnsafeRawBufferPointer(start: bytes, count: count)
  return withTransfer(context, otherwise: false) { $0.receiveHeaderLine(line) } ? count : 0
}

func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let piece = UnsafeRawBufferPointer(start: bytes, count: count)
  defer { moya_clock_refresh() }
  return switch withTransfer(context, otherwise: .failed, { $0.receiveBody(piece) }) {
  case .taken: count
  case .pause: Int(CURL_WRITEFUNC_PAUSE)
  case .failed: count == 0 ? 1 : 0  // any number but the count fails the transfer
  }
}

func sendBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let room = UnsafeMutableRawBufferPointer(start: bytes, count: count)
  defer { moya_clock_refresh() }
  return withTransfer(context, otherwise: Int(CURL_READFUNC_ABORT)) { $0.sendBody(into: room) }
}

func sendTrailers(
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<curl_slist>?>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let list else { return Int32(CURL_TRAILERFUNC_ABORT) }
  let isGiven = withTransfer(context, otherwise: false) { $0.sendTrailers(&list.pointee) }
  return Int32(isGiven ? CURL_TRAILERFUNC_OK : CURL_TRAILERFUNC_ABORT)
}

func rewindBody(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
  let isStart = offset == 0 && origin == SEEK_SET
  defer { moya_clock_refresh() }
  let isRewound = isStart && withTransfer(context, otherwise: false) { $0.rewindBody() }
  return Int32(isRewound ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL)
}

/// Runs when libcurl is about to look up the addresses of a host.
func lookUp(
  _ resolver: UnsafeMutableRawPointer?, _ reserved: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  withTransfer(context, otherwise: ()) { $0.lookupBegins() }
  return 0
}

func connectionReady(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?, _ own: UnsafeMutablePointer<CChar>?,
  _ peerPort: Int32, _ ownPort: Int32
) -> Int32 {
  // The result is 0 (CURL_PREREQFUNC_OK) or 1 (CURL_PREREQFUNC_ABORT).
  guard let context else { return 1 }
  return EasyHandle.borrowed(at: context) { handle in
    if handle.isInherited { return 1 }
    if let peer { handle.notePeer(peer, peerPort) }
    let isReady = handle.transfer?._withUnsafeGuaranteedRef { transfer in
      guard transfer.connectionReady(handle, ownPort: ownPort) else { return false }
      if transfer.options.wantsSteps { transfer.sendingBegins(on: handle) }
      return true
    }
    if handle.isInherited {
      handle.reactor.poller.cutOff()
      return 1
    }
    return isReady == true ? 0 : 1
  }
}

/// Prepares the TLS context for a handshake that is about to begin, with a proxy or with the origin.
func secureConnection(
  _ easy: UnsafeMutableRawPointer?, _ sslContext: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
) -> CURLcode {
  guard let sslContext else { return CURLE_SSL_CONNECT_ERROR }
  moya_tls_be_strict(sslContext)
  SSL_CTX_set_info_callback(OpaquePointer(sslContext), handshakeStep)
  return withTransfer(context, otherwise: CURLE_SSL_CONNECT_ERROR) { transfer in
    guard transfer.handle?.secure(sslContext) == true else { return CURLE_SSL_CERTPROBLEM }
    transfer.handshakeBegins()
    if transfer.options.wantsSteps { transfer.report(.tls) }
    return CURLE_OK
  }
}

/// Refreshes the clock after a handshake, because libcurl records when the handshake ended. The handshake takes about a
/// millisecond of computing, and in this time the clock may have stood still (`MultiHandle.holdingClock`).
private func handshakeStep(_ ssl: OpaquePointer?, _ step: Int32, _ result: Int32) {
  if step & SSL_CB_HANDSHAKE_DONE != 0 { moya_clock_refresh() }
}

func reportProgress(
  _ context: UnsafeMutableRawPointer?, _ downloadTotal: curl_off_t, _ downloadNow: curl_off_t,
  _ uploadTotal: curl_off_t, _ uploadNow: curl_off_t
) -> Int32 {
  withTransfer(context, otherwise: true) { $0.goesOn(sent: Int64(uploadNow)) } ? 0 : 1
}

func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address else { return -1 }
  if withTransfer(context, otherwise: false, { $0.refuses(address) }) { return -1 }
  let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
  let number = Descriptor.spare(socket(address.pointee.family, kind, address.pointee.protocol))
  let refusal = errno
  withTransfer(context, otherwise: ()) { $0.connectionOpens() }
  return EasyHandle.borrowed(at: context) { handle in
    guard let socket = OwnSocket(number) else {
      handle.reactor.refusal = refusal
      return -1
    }
    handle.reactor.opens(socket, by: handle)
    withTransfer(context, otherwise: ()) { if $0.options.wantsSteps { $0.connectingBegins(address) } }
    return number
  }
}

func closeSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
  withReactor(context) { $0.closing(socket) } == true ? close(socket) : -1
}

func wantSocket(
  _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32, _ context: UnsafeMutableRawPointer?,
  _ socketContext: UnsafeMutableRawPointer?
) -> Int32 {
  withReactor(context) { $0.poller.want(socket, what) }
  return 0
}

func wantTimer(_ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?) -> Int32 {
  withReactor(context) { $0.multi.setTimer(milliseconds: milliseconds, at: $0.now) }
  return 0
}
