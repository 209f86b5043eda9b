import CCurl
import CLinux
import Glibc

/// What the set of events is told, and what it tells.
extension Poller {
  /// Tells the set what changed since the last time.
  func apply() {
    guard !changed.isEmpty || !unwatched.isEmpty else { return }
    changed += unwatched
    unwatched.removeAll(keepingCapacity: true)
    for socket in changed {
      withEntry(socket) { entry in
        entry.isChanged = false
        let target = target(entry)
        if target == entry.registered { return }
        entry.registered = register(socket, entry, target) ? target : 0
        if entry.registered == 0, entry.wanted != 0 { unwatched.append(socket) }
      }
    }
    changed.removeAll(keepingCapacity: true)
  }

  /// True for an event on a connection that libcurl keeps for later: bytes, or its end. It is no longer watched.
  func takeDisturbance(_ event: epoll_event) -> Bool {
    guard let (socket, entry) = entry(event), entry.isIdle else { return false }
    withEntry(socket) { $0.registered = 0 }
    if case .borrowed(let descriptor) = entry.owner { set.remove(descriptor) }
    guard case .connection = entry.owner else { return true }
    disturbedCount += 1
    set.remove(socket)
    withEntry(socket) { lose(&$0, isClosed: false) }
    return true
  }

  /// What to tell libcurl about an event, as `CURL_CSELECT_…`; nil: it is about nothing that libcurl waits for.
  func action(_ event: epoll_event) -> (socket: Int32, action: Int32)? {
    guard let (socket, entry) = entry(event) else { return nil }
    var action: Int32 = 0
    // An error shows itself, with its number, in the operation that libcurl waits for.
    let failed = event.events & (moya_epoll_error | moya_epoll_hangup) != 0
    if entry.wanted & Poller.input != 0, failed || event.events & (moya_epoll_in | moya_epoll_peer_closed) != 0 {
      action |= CURL_CSELECT_IN
    }
    if entry.wanted & Poller.output != 0, failed || event.events & moya_epoll_out != 0 { action |= CURL_CSELECT_OUT }
    return action == 0 ? nil : (socket, action)
  }

  func noteChange(_ socket: Int32, _ entry: inout Entry) {
    if entry.isChanged || target(entry) == entry.registered { return }
    entry.isChanged = true
    changed.append(socket)
  }

  private func target(_ entry: Entry) -> UInt8 {
    entry.wanted != 0 ? entry.wanted : entry.registered != 0 && entry.isIdle && set.watchesIdle ? Poller.input : 0
  }

  private func register(_ socket: Int32, _ entry: Entry, _ bits: UInt8) -> Bool {
    let descriptor: Int32
    switch entry.owner {
    case .unknown: return false
    case .borrowed(let borrowed): descriptor = borrowed
    case .connection(let own):
      // A change finds only what is in the set: it cannot touch another file of that number. An addition could.
      if entry.registered == 0, !own.isOpen { return false }
      descriptor = socket
    }
    if bits == 0 {
      set.remove(descriptor)
      return false
    }
    var event = epoll_event()
    event.data.u64 = UInt64(entry.generation) << 32 | UInt64(UInt32(bitPattern: socket))
    if bits & Poller.input != 0 { event.events |= moya_epoll_in | moya_epoll_peer_closed }
    if bits & Poller.output != 0 { event.events |= moya_epoll_out }
    return entry.registered == 0 ? set.add(descriptor, event) : set.change(descriptor, event)
  }
}
