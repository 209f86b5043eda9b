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
