import CCurl
import MoyaHTTP

/// The handles whose request went out over HTTP/2, as long as they run.
///
/// nghttp2 gives a connection up when its server breaks a rule on it (RFC 9113 §5.4.1), and libcurl writes that into
/// the error text of the transfer which it runs just then. libcurl ends the transfers only when it runs them again,
/// which is when something arrives; from a server that stays silent, nothing arrives.
struct Streams {
  private var handles: [Unmanaged<EasyHandle>] = []
  /// The connections that a stream has left while there were others.
  private(set) var unread: [ConnectionLabel] = []

  mutating func append(_ handle: EasyHandle) { handles.append(.passUnretained(handle)) }

  mutating func remove(_ handle: EasyHandle) {
    let handle = Unmanaged.passUnretained(handle).toOpaque()
    if let index = handles.firstIndex(where: { $0.toOpaque() == handle }) { handles.remove(at: index) }
  }

  mutating func noteEnd(on connection: ConnectionLabel) {
    if !handles.isEmpty, !unread.contains(connection) { unread.append(connection) }
  }

  mutating func forgetUnread() { unread.removeAll(keepingCapacity: true) }

  /// libcurl has written an error text for one of the handles, and still runs it.
  var haveFailed: Bool { handles.contains { $0._withUnsafeGuaranteedRef { $0.hasFailed } } }

  /// Removes and returns the handles for which libcurl has written an error text: each is looked at once.
  mutating func takeFailed() -> [EasyHandle] {
    let told = handles.filter { $0._withUnsafeGuaranteedRef { $0.hasFailed } }.map { $0.takeUnretainedValue() }
    for handle in told { remove(handle) }
    return told
  }
}

// MARK: - Windows

extension EasyHandle {
  /// A stream's window as it begins, in the versions of libcurl that HTTP/2 is spoken with.
  private static let firstWindow: curl_off_t = 64 << 10

  /// Leaves the window of an HTTP/2 stream as it is until an answer comes: libcurl would enlarge it right behind each
  /// request, in a TLS record and a packet of its own, for nothing if the answer ends within the first 64 KiB. libcurl
  /// derives the window from its limit of the speed; so a limit is set as long as there is nothing yet that it could
  /// slow down.
  ///
  /// Only for a host whose answers were small (`Host.answersAreSmall`): streams that wait for a window cost their
  /// server, and one that sends small frames gives up the connection. nginx does, at 10 000 frames of DATA in all
  /// streams; with `http2_chunk_size 10` two streams of 64 KiB are more than that.
  ///
  /// - Parameter isHeld: false when the answer has begun, or none will come.
  func holdWindow(_ isHeld: Bool) {
    if isHeld == holdsWindow { return }
    moya_curl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, isHeld ? EasyHandle.firstWindow : 0)
    holdsWindow = isHeld
  }
}

extension Reactor {
  /// The transfer has been given to libcurl, and its request goes out on a connection of HTTP/2 beside others. libcurl 8.22
  /// enlarges the window of its stream when it runs the transfer the next time, which may be when the first bytes of its
  /// response have come: a round trip later than libcurl 8.21, which did it right behind the request.
  func needsWindow(_ transfer: Transfer) -> Bool {
    !Library.widensWindows && queue.running > 1
      && transfer.host.lend { $0.version == .http2 && !$0.answersAreSmall } == true
  }

  /// Runs what has been given to libcurl last, twice.
  func widenWindow() {
    multi.runTimer(at: now)
    guard let started = started?.takeUnretainedValue(), let transfer = started.transfer?.takeUnretainedValue(),
      transfer.isHTTP2, !transfer.isHeld
    else { return }
    started.resume(receiving: true, sending: !transfer.holdsUpload)
    multi.act(on: CURL_SOCKET_TIMEOUT, 0)
  }
}
