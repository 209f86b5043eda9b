import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// Which descriptors are in the loop's set of events, and for what.
///
/// libcurl says "remove" and then "input" for every request on a connection that it keeps. Telling epoll each time is a
/// system call each; so what libcurl wants is remembered, and the difference is applied before the next wait. In an
/// epoll set, a connection that libcurl keeps for later stays registered for input until something arrives on it.
///
/// Only what is provably ours is changed, or gets into a set that the kernel keeps: a connection is an `OwnSocket`, and
/// any other descriptor that libcurl names is borrowed. An event carries the generation of its entry, so that one which
/// comes late says nothing about the next descriptor of that number.
final class Poller {
  enum Owner {
    /// No descriptor of that number is known, or it could not be watched.
    case unknown
    /// A connection, opened and closed by our callbacks.
    case connection(OwnSocket)
    /// A descriptor of libcurl's own, such as a resolver's; the copy that stands for it in the set.
    case borrowed(Int32)
  }

  struct Entry {
    var owner = Owner.unknown
    /// What libcurl waits for, which it says of a number and not of a socket: so this stays when libcurl closes the
    /// socket of this number and gets another one with the same.
    var wanted: UInt8 = 0
    var registered: UInt8 = 0
    var generation: UInt32 = 1
    var isChanged = false
    /// Of a connection whose host is spread over shards: where it is.
    var place: Place?
    /// The pool of a connection that has ended.
    var endedIn: Unmanaged<ConnectionPool>?
    /// Transfers on it that libcurl was told to pause. It may then wait for nothing, but is not idle.
    var holds = 0

    /// libcurl keeps it for later.
    var isIdle: Bool { wanted == 0 && holds == 0 }
  }

  struct Place {
    /// Retained.
    let host: Unmanaged<RequestQueue<Transfer>.Host>
    /// The reactor's `shards` keep it.
    let pool: Unmanaged<ConnectionPool>
  }

  static let input: UInt8 = 1
  static let output: UInt8 = 2

  let set: any EventSet
  /// The set's.
  let isWatched: Bool
  var entries: [Entry] = []
  var changed: [Int32] = []
  /// The ends of a number's connection, as libcurl has told them. Beside the entries, which are copied at each event.
  var ends: [(ends: ConnectionEnds, generation: UInt32)?] = []
  /// Where a connection was found last, by the low bits of the port at our end.
  var hints = [Int](repeating: 0, count: 256)
  /// Descriptors that could not be registered: to be looked at now and then.
  var unwatched: [Int32] = []
  /// Connections that libcurl kept for later and on which something arrived.
  var disturbedCount = 0

  /// Connections that are open, without those that have ended and that libcurl will not use again.
  var count = 0
  let shards: Shards?

  init(_ set: any EventSet, _ shards: Shards? = nil) {
    self.set = set
    isWatched = set.isWatched
    self.shards = shards
  }

  /// Gives back the copies of libcurl's own descriptors. To be called when libcurl has closed its connections.
  func releaseBorrowed() {
    for index in entries.indices {
      if case .borrowed = entries[index].owner { renew(&entries[index], .unknown) }
    }
  }

  // MARK: What libcurl says

  /// A connection that libcurl opens.
  @discardableResult
  func opened(_ socket: OwnSocket) -> ConnectionLabel? {
    withEntry(socket.number) { entry in
      renew(&entry, .connection(socket))
      // libcurl 7.88 announces nothing when the number is that of a socket it has just closed behind our back.
      noteChange(socket.number, &entry)
      return ConnectionLabel(number: socket.number, generation: entry.generation)
    }
  }

  /// A connection that libcurl is about to close. False: the number names something else.
  ///
  /// Closing alone would leave it in the set as long as a forked child has it open.
  func closing(_ socket: Int32) -> Bool {
    withEntry(socket) { entry in
      guard case .connection(let own) = entry.owner, own.isOpen else { return false }
      if entry.registered != 0 { set.remove(socket) }
      renew(&entry, .unknown)
      return true
    } ?? false
  }

  /// libcurl's wish, one of `CURL_POLL_…`.
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

  /// Descriptors that libcurl has named and that are no connections: such as the one behind curl_multi_wakeup.
  var others: [Int32] {
    entries.indices.compactMap { if case .borrowed = entries[$0].owner { Int32($0) } else { nil } }
  }

  // MARK: Entries

  /// The entry that the event is about; nil: its descriptor is gone.
  func entry(_ event: epoll_event) -> (Int32, Entry)? {
    let socket = Int32(truncatingIfNeeded: event.data.u64)
    let generation = UInt32(truncatingIfNeeded: event.data.u64 >> 32)
    guard entries.indices.contains(Int(socket)), entries[Int(socket)].generation == generation else { return nil }
    return (socket, entries[Int(socket)])
  }

  /// Another descriptor has this number from now on.
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

  /// libcurl has just named this descriptor, so it is open: a connection, or something of libcurl's own.
  private func identify(_ entry: inout Entry, _ socket: Int32) {
    switch entry.owner {
    case .borrowed: return
    case .connection(let own):
      // A connection in use is closed by our callback only.
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
