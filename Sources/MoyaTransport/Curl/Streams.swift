import CCurl
import MoyaHTTP

/// The handles whose request was sent over HTTP/2, while they run.
///
/// If a server breaks a rule of HTTP/2, nghttp2 ends the whole connection (RFC 9113 §5.4.1). libcurl writes this error
/// into the error text of the transfer that it is running at that moment. But libcurl ends a transfer only when it next
/// runs it, which happens when something arrives. If the server is silent, the transfers of the connection would never
/// end. So the reactor asks here which handles have an error text, and runs the transfers of their connections again.
struct Streams {
  private var handles: [Unmanaged<EasyHandle>] = []
  /// The connections on which a stream has ended while other streams were open. libcurl's last read for the ended
  /// stream may have brought data for the others (`Reactor.readForOthers`).
  private(set) var unread: [ConnectionLabel] = []

  mutating func append(_ handle: EasyHandle) { handles.append(.passUnretained(handle)) }

  mutating func remove(_ handle: EasyHandle) {
    if let index = handles.firstIndex(where: { $0.toOpaque() == handle.address }) { handles.remove(at: index) }
  }

  mutating func noteEnd(on connection: ConnectionLabel) {
    if !handles.isEmpty, !unread.contains(connection) { unread.append(connection) }
  }

  mutating func forgetUnread() { unread.removeAll(keepingCapacity: true) }

  /// True if libcurl has written an error text for one of the handles that it still runs.
  var haveFailed: Bool { handles.contains { $0._withUnsafeGuaranteedRef { $0.hasFailed } } }

  /// Removes and returns the handles for which libcurl has written an error text. Each is returned once.
  mutating func takeFailed() -> [EasyHandle] {
    let told = handles.filter { $0._withUnsafeGuaranteedRef { $0.hasFailed } }.map { $0.takeUnretainedValue() }
    for handle in told { remove(handle) }
    return told
  }
}

// MARK: - Windows

extension EasyHandle {
  /// The initial size of a stream's flow-control window, in the libcurl versions with which HTTP/2 is used.
  private static let firstWindow: curl_off_t = 64 << 10

  /// Stops libcurl from enlarging the flow-control window of an HTTP/2 stream until a response comes. Otherwise libcurl
  /// would enlarge it right after each request, in a separate TLS record and packet. That is useless if the response
  /// ends within the first 64 KiB.
  ///
  /// To do this, sets a speed limit, because libcurl derives the size of the window from it. The limit is removed when
  /// the response comes, so it slows no data down.
  ///
  /// The transport does this only for a host whose responses were small (`Host.answersAreSmall`), because a server must
  /// store the data of streams that wait for a window. A server may even close the connection. nginx does so at 10 000
  /// DATA frames in all streams. If nginx is set to `http2_chunk_size 10`, two streams of 64 KiB exceed this limit.
  ///
  /// - Parameter isHeld: False when the response has begun, or when none will come.
  func holdWindow(_ isHeld: Bool) {
    if isHeld == holdsWindow { return }
    moya_curl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, isHeld ? EasyHandle.firstWindow : 0)
    holdsWindow = isHeld
  }
}

extension Reactor {
  /// Returns true if `widenWindow` must be called for a transfer that was just given to libcurl. This is so if its
  /// request is sent over HTTP/2 while other transfers run. Without that call, libcurl 8.22 enlarges the stream's
  /// window only when it next runs the transfer. That can be a round trip later than in libcurl 8.21, when the first
  /// bytes of the response arrive.
  func needsWindow(_ transfer: Transfer) -> Bool {
    !Library.widensWindows && queue.running > 1
      && transfer.host.lend { $0.version == .http2 && !$0.answersAreSmall } == true
  }

  /// Makes libcurl enlarge the flow-control window of the transfer that was last given to it. libcurl must run the
  /// transfer twice for this: the first run starts the transfer, and the second run enlarges the window.
  func widenWindow() {
    multi.runTimer(at: now)
    guard let started = started?.takeUnretainedValue(), let transfer = started.transfer?.takeUnretainedValue(),
      transfer.isHTTP2, transfer.run.receiving == .flows
    else { return }
    started.resume(receiving: true, sending: !transfer.holdsUpload)
    multi.act(on: CURL_SOCKET_TIMEOUT, 0)
  }
}
