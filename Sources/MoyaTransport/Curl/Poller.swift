import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// Records which descriptors are in the loop's `EventSet`, and for which events.
///
/// For every request on a reused connection, libcurl makes two reports: first that it waits for nothing on the
/// connection, then that it waits for input again. If the poller changed the epoll set after both reports, each change
/// would cost a system call. So the poller stores what libcurl wants, and applies the difference before the next wait.
/// In an epoll set, an idle connection stays registered for input until something arrives on it.
///
/// The poller changes a socket, or adds it to an epoll set, only if the socket provably belongs to this library. A
/// connection is an `OwnSocket`. libcurl owns its other descriptors, for example a resolver's, so the poller watches
/// copies of them (`borrowed`). An event carries the generation of its entry, which counts the descriptors that had the
/// same number. So a late event is not attributed to the next descriptor with the same number.
final class Poller {
  enum Owner {
    /// The descriptor with this number is not known, or it could not be watched.
    case unknown
    /// A connection, which our callbacks open and close.
    case connection(OwnSocket)
    /// A descriptor of libcurl's own, for example a resolver's. The value is the copy that represents it in the set.
    case borrowed(Int32)
  }

  struct Entry {
    var owner = Owner.unknown
    /// What libcurl waits for on the descriptor with this number. If libcurl closes the socket and the next socket gets
    /// the same number, the value still applies, because libcurl reports it for the number.
    var wanted: UInt8 = 0
    var registered: UInt8 = 0
    var generation: UInt32 = 1
    var isChanged = false
    /// The host and pool of a connection. `nil` if the connections to the host are not spread over several pools
    /// (shards).
    var place: Place?
    /// The pool of a connection that has ended and that libcurl has not closed yet.
    var endedIn: Unmanaged<ConnectionPool>?
    /// The number of paused transfers on this connection. A connection with a paused transfer is not idle, even if
    /// libcurl waits for nothing on it.
    var holds = 0

    /// True if libcurl waits for nothing on the connection, and no transfer on it is paused.
    var isIdle: Bool { wanted == 0 && holds == 0 }
  }

  struct Place {
    /// The host to which the connection goes. The place holds a reference to it.
    let host: Unmanaged<RequestQueue<Transfer>.Host>
    /// The pool in which the connection is. The property `shards` of the loop's `Reactor` holds the reference to it.
    let pool: Unmanaged<ConnectionPool>
  }

  static let input: UInt8 = 1
  static let output: UInt8 = 2

  let set: any EventSet
  /// Whether another event loop watches the set. A copy of the set's `isWatched`.
  let isWatched: Bool
  var entries: [Entry] = []
  var changed: [Int32] = []
  /// For each descriptor number, the local port and the remote end of its connection, as libcurl reported them. They
  /// are not part of the entries, because an entry is copied for each event.
  var ends: [(ends: ConnectionEnds, generation: UInt32)?] = []
  /// Speeds up the search in `ends`. The low bits of a connection's local port select an element of `hints`, which is
  /// the index in `ends` at which such a connection was last found.
  var hints = [Int32](repeating: 0, count: 2048)
  /// Descriptors that could not be registered. They are checked from time to time.
  var unwatched: [Int32] = []
  /// The number of idle connections on which something arrived.
  var disturbedCount = 0

  /// The number of open connections that libcurl may still use.
  var count = 0
  let shards: Shards?

  init(_ set: any EventSet, _ shards: Shards? = nil) {
    self.set = set
    isWatched = set.isWatched
    self.shards = shards
  }

  /// Releases the copies of libcurl's own descriptors. Call this after libcurl has closed its connections.
  func releaseBorrowed() {
    for index in entries.indices {
      if case .borrowed = entries[index].owner { renew(&entries[index], .unknown) }
    }
  }

  // MARK: Reports from libcurl

  /// Adds a connection that libcurl opens, and returns its label.
  @discardableResult
  func opened(_ socket: OwnSocket) -> ConnectionLabel? {
    withEntry(socket.number) { entry in
      renew(&entry, .connection(socket))
      // If libcurl 7.88 has just closed a socket without a report, it reports nothing about a new socket with the same
      // number. So what libcurl waited for on the old socket now applies to the new one.
      noteChange(socket.number, &entry)
      return ConnectionLabel(number: socket.number, generation: entry.generation)
    }
  }

  /// Removes a connection that libcurl is about to close. Returns false if the descriptor is not an open connection.
  ///
  /// Closing the descriptor is not enough: the epoll set would watch the connection as long as a forked child has it
  /// open.
  func closing(_ socket: Int32) -> Bool {
    withEntry(socket) { entry in
      guard case .connection(let own) = entry.owner, own.isOpen else { return false }
      if entry.registered != 0 { set.remove(socket) }
      renew(&entry, .unknown)
      return true
    } ?? false
  }

  /// Stores what libcurl waits for on a descriptor, one of `CURL_POLL_…`.
  func want(_ socket: Int32, _ what: Int32) {
    withEntry(socket) { entry in
      switch what {
      case CURL_POLL_IN: entry.wanted = Poller.input
      case CURL_POLL_OUT: entry.wanted = Poller.output
      case CURL_POLL_INOUT: entry.wanted = Poller.input | Poller.output
      default:
        entry.wanted = 0
        if case .borrowed = entry.owner, !Library.namesOnlyItsWakeup { renew(&entry, .unknown) }
      }
      if entry.wanted != 0 { identify(&entry, socket) }
      noteChange(socket, &entry)
    }
  }

  /// Descriptors that libcurl has named and that are not connections, for example the descriptor of curl_multi_wakeup.
  var others: [Int32] {
    entries.indices.compactMap { if case .borrowed = entries[$0].owner { Int32($0) } else { nil } }
  }

  // MARK: Entries

  /// Returns the entry that the event belongs to, or `nil` if its descriptor is gone.
  func entry(_ event: epoll_event) -> (Int32, Entry)? {
    let socket = Int32(truncatingIfNeeded: event.data.u64)
    let generation = UInt32(truncatingIfNeeded: event.data.u64 >> 32)
    guard entries.indices.contains(Int(socket)), entries[Int(socket)].generation == generation else { return nil }
    return (socket, entries[Int(socket)])
  }

  /// Notes that the entry's number now belongs to another descriptor.
  func renew(_ entry: inout Entry, _ owner: Owner) {
    if case .borrowed(let descriptor) = entry.owner { set.release(descriptor) }
    if case .connection = entry.owner, entry.endedIn == nil { count -= 1 }
    if case .connection = owner { count += 1 }
    lose(&entry, isClosed: true)
    entry.endedIn?._withUnsafeGuaranteedRef { $0.ended -= 1 }
    entry.endedIn = nil
    entry.owner = owner
    entry.registered = 0
    entry.holds = 0
    entry.generation = max(1, entry.generation &+ 1)
  }

  /// Finds out what a descriptor is. libcurl has just named the descriptor, so it is open. It is a connection or one of
  /// libcurl's own descriptors.
  private func identify(_ entry: inout Entry, _ socket: Int32) {
    switch entry.owner {
    case .borrowed: return
    case .connection(let own):
      // Only our callback closes a connection that is in use, and the callback changes the entry's owner. So a
      // connection that is registered for input is still open.
      if entry.registered & Poller.input != 0 || own.isOpen { return }
    case .unknown: break
    }
    let descriptor = set.borrow(socket)
    renew(&entry, descriptor < 0 ? .unknown : .borrowed(descriptor))
  }

  @discardableResult
  func withEntry<R>(_ socket: Int32, _ body: (inout Entry) -> R) -> R? {
    guard socket >= 0 else { return nil }
    while entries.count <= Int(socket) { entries.append(Entry()) }
    return body(&entries[Int(socket)])
  }
}

// MARK: - The set of events

/// Updates the set of events, and reads its events.
extension Poller {
  /// Tells the set what has changed since the last call.
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

  /// Returns true if libcurl does not wait for the event's descriptor. Usually the descriptor is an idle connection, on
  /// which data or the end of the stream has arrived. The descriptor is then no longer watched.
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

  /// Returns what to tell libcurl about an event, as `CURL_CSELECT_…`; `nil` if libcurl does not wait for it.
  func action(_ event: epoll_event) -> (socket: Int32, action: Int32)? {
    guard let (socket, entry) = entry(event) else { return nil }
    var action: Int32 = 0
    // If the descriptor has an error, libcurl gets the event that it waits for. libcurl's next operation on the
    // descriptor then returns the error.
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
      // If the connection was closed, its number may now name another file, and adding the number would put that file
      // into the set. Changing an entry is safe, because it only affects a file that is already in the set.
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
