import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// The inside of a loop: libcurl's multi handle, the set of events, the timers, the line of waiting requests. Only the
/// thread that pumps the loop touches it, one at a time, so that it knows nothing of threads.
final class Reactor {
  let configuration: LoopConfiguration
  let proxies: ProxySettings
  let hasProxies: Bool
  /// Its configuration's.
  let keepsState: Bool
  let poller: Poller
  /// Microseconds; read before and after each wait, and after each share of a turn.
  var now = MonotonicClock.now()
  /// True while callbacks may be running: an observer may then submit work, but not turn the loop.
  var isRunning = false

  let multi: MultiHandle
  /// Of a loop that asks libcurl what it waits for: where the answer goes. The poller keeps it.
  let asked: Unmanaged<PollSet>?
  /// The handle that was added last, as long as its transfer runs, which keeps it.
  var started: Unmanaged<EasyHandle>?
  /// The connection for whose input `asked` waits, and for nothing else; `nil`: there is none.
  var watched: ConnectionLabel?
  /// The last event was for that transfer alone: the next is for everything, lest something else be forgotten.
  var ranOne = false
  let shards: Shards
  /// Milliseconds between looks at descriptors that could not be put into the set.
  private static let look: Int32 = 20
  /// `errno` of a socket that the kernel refused in this turn; 0: none.
  var refusal: Int32 = 0
  /// Called when the kernel refuses a descriptor: closes idle loops of the same provider. `nil`: there are none.
  var relief: (@Sendable () -> Void)?
  /// What CURLOPT_RESOLVE is set to; `nil`: nothing.
  let overrides: CurlList?
  let events: UnsafeMutableBufferPointer<epoll_event>
  /// The events of the last wait that libcurl has not been told of.
  private var pending = 0..<0
  /// The share of the connection that is being looked after.
  var share = Share()
  /// Transfers that have used up a share, in the order in which they get the next.
  var paused = Deque<Transfer>()
  /// A transfer has ended while its host's name was looked up. libcurl keeps the thread that does it.
  var hasAbandonedLookups = false
  var queue: RequestQueue<Transfer>
  var corks = Corks()
  var table = ItemTable()
  /// Transfers whose answer is whole, or that need no more of it, while libcurl goes on.
  var answered: [Transfer] = []
  /// What is to be ended, and the error that it ends with.
  var stopped: [(LoopItem, TransferError)] = []
  var jobs: [@Sendable () -> Void] = []
  /// Transfers whose body is read as it is sent.
  var uploads: [ConnectionLabel: Transfer] = [:]
  var streams = Streams()
  var abandoned = AbandonedConnections()
  /// What the last URL told us: the next one is often the same.
  private var lastURL = Held<KnownURL>()

  init(_ configuration: LoopConfiguration, _ set: any EventSet) throws(TransferError) {
    asked = Library.canBeAsked ? (set as? PollSet).map { .passUnretained($0) } : nil
    multi = try MultiHandle(maxConnections: configuration.maxConnections, isAsked: asked != nil)
    // A blocking caller's loop has one connection in use.
    shards = Shards(multi, limit: configuration.maxConnections, isOn: set.isWatched)
    poller = Poller(set, shards)
    var configuration = configuration
    if configuration.proxies == nil { configuration.readEnvironment() }
    self.configuration = configuration
    proxies = configuration.proxies ?? ProxySettings(configuration.proxy)
    keepsState = configuration.keepsState
    let overrides = configuration.connection.resolve.compactMap { AddressOverride($0)?.text }
    self.overrides = overrides.isEmpty ? nil : try CurlList(overrides)
    hasProxies = !proxies.http.isEmpty || !proxies.https.isEmpty
    events = .allocate(capacity: 512)
    events.initialize(repeating: epoll_event())
    queue = RequestQueue(limit: configuration.maxConnections, limitPerHost: configuration.maxConnectionsPerHost)
    multi.report(to: self)
  }

  /// Ends libcurl's part. Nothing may be running. A forked child must not come here: the connections are its parent's.
  func destroy() {
    shards.destroy()
    // Transfer, loop and reactor refer to each other in a circle: a transfer left here would keep all three alive.
    paused = Deque()
    answered = []
    uploads = [:]
    multi.destroy()
    poller.releaseBorrowed()
    events.deallocate()
  }

  // MARK: Taking work

  func accept(_ submission: Submission) {
    switch submission {
    case .start(let transfer): accept(transfer)
    case .timer(let timer): if !timer.isEnded { table.insert(timer) }
    case .job(let job): jobs.append(job)
    case .stop(let item): stopped.append((item, .cancelled))
    }
  }

  /// A stop may have come first: that of another thread waits in the inbox, while this thread's is taken at once.
  func accept(_ transfer: Transfer) {
    if transfer.isEnded { return }
    if let refusal = transfer.failure { return stopped.append((transfer, refusal)) }
    table.insert(transfer)
    enqueue(transfer)
  }

  /// The transfer's request is about to go out: others may share its connection.
  func connected(_ transfer: Transfer, _ handle: EasyHandle) {
    table.arm(transfer)
    if handle.opens { settle(transfer, handle) }
    guard !transfer.host.isEmpty, let version = transfer.version else { return }
    transfer.host.lend { queue.opened($0, speaks: transfer.choosesVersion ? nil : version) }
    spread(transfer, handle)
    guard let connection = transfer.connection else { return }
    if case .stream = transfer.body { uploads[connection] = transfer }
    if version.isMultiplexed { corks.send(on: connection) { poller.connection(connection) } }
  }

  /// libcurl is about to close a socket. False: it is not a connection of this loop.
  func closing(_ socket: Int32) -> Bool {
    if !uploads.isEmpty, let connection = poller.connection(socket), let label = poller.label(socket),
      let transfer = uploads.removeValue(forKey: label)
    {
      transfer.keepUnreadAnswer(of: connection)
    }
    return poller.closing(socket)
  }

  func enqueue(_ transfer: Transfer) {
    if keepsState { transfer.upgrade() }
    if lineUp(transfer) { transfer.incoming.freeRoom() }
  }

  /// `lastURL` keeps what it knows of the URL.
  private func lineUp(_ transfer: Transfer) -> Bool {
    learnURL(of: transfer.request)
    let hasLongLine = lastURL.lend { url in
      transfer.host.hold(url.host)
      transfer.hasUserInformation = url.hasUser
      return queue.append(transfer, to: url.host)
    }
    return hasLongLine == true
  }

  /// An object, so that one reference is taken to read all of it.
  private final class KnownURL {
    let text: String
    let host: RequestQueue<Transfer>.Host
    let hasUser: Bool

    init(_ text: String, _ host: RequestQueue<Transfer>.Host) {
      self.text = text
      self.host = host
      hasUser = Origin.hasUserInformation(text)
    }
  }

  private func learnURL(of request: URLRequest) {
    let text = request.urlText
    if lastURL.lend({ $0.text.hasBytes(of: text) }) == true { return }
    lastURL.hold(KnownURL(text, queue.host(Origin(urlText: text))))
  }

  // MARK: One turn

  /// Something can be done without waiting.
  var hasWork: Bool { hasStarts || !pending.isEmpty || !paused.isEmpty }

  private var hasStarts: Bool {
    queue.canStart || !stopped.isEmpty || !jobs.isEmpty || nextTime <= now
  }

  /// The time at which something is to be done without an event.
  private var nextTime: UInt64 { min(multi.deadline, table.next) }

  /// Milliseconds to wait at most, for a caller who would wait `limit` (−1: for ever).
  func waitingTime(atMost limit: Int32) -> Int32 {
    if limit == 0 || hasWork { return 0 }
    now = MonotonicClock.now()
    let next = nextTime
    let limit = poller.unwatched.isEmpty ? limit : limit < 0 ? Reactor.look : min(limit, Reactor.look)
    if next == ItemTable.never { return limit }
    let left = next > now ? Int32(clamping: (next - now + 999) / 1000) : 0
    return limit < 0 ? left : min(limit, left)
  }

  /// Waits for events and hands them to libcurl, as many as fit into a share; the others come first the next time.
  /// Returns the number of those that came.
  func poll(_ milliseconds: Int32) -> Int {
    isRunning = true
    defer { isRunning = false }
    if let asked { return asked._withUnsafeGuaranteedRef { poll($0, milliseconds) } }
    let count = pending.isEmpty ? wait(milliseconds) : pending.count
    share.begin(at: now)
    let end = now &+ Share.microseconds
    while let index = pending.popFirst() {
      guard let (socket, action) = poller.action(events[index]) else { continue }
      multi.act(on: socket, action)
      if pending.isEmpty { break }
      now = MonotonicClock.now()
      if now >= end { break }
      share.begin(at: now)
    }
    corks.pull()
    return count
  }

  private func wait(_ milliseconds: Int32) -> Int {
    refusal = 0
    if !poller.isWatched { poller.apply() }
    let count = poller.set.wait(events, milliseconds: milliseconds)
    now = MonotonicClock.now()
    for socket in poller.unwatched { multi.act(on: socket, CURL_CSELECT_IN | CURL_CSELECT_OUT) }
    // First the connections that are idle: what arrived there must not answer a request that is about to start.
    var hasEnded = false
    for event in events[..<count] where poller.takeDisturbance(event) { hasEnded = true }
    if hasEnded { closeEnded() }
    pending = 0..<count
    return count
  }

  /// Everything that can be done now: ended transfers, timers, stops, jobs, new requests, until nothing is left. A
  /// server that always has more, or a caller who starts a request in every completion, must not keep the loop from its
  /// sockets and its timers: what is left after a share waits for the next turn.
  func work() {
    isRunning = true
    defer { isRunning = false }
    now = MonotonicClock.now()
    let end = now &+ Share.microseconds
    var rounds = 0
    repeat {
      collect()
      // Before a refused request goes out again, which must not take the connection that refused it.
      endAbandoned()
      // An event has run all streams of its connection.
      streams.forgetUnread()
      fireTimers()
      endStopped()
      runJobs()
      startWaiting()
      share.begin(at: now)
      multi.runTimer(at: now)
      corks.pull()
      resumeNext()
      collect()
      if streams.haveFailed { runFailed() }
      if !streams.unread.isEmpty { readForOthers() }
      rounds += 1
      if !hasStarts { break }
      now = MonotonicClock.now()
    } while now < end && rounds < 16
  }

  /// Before a turn ends: ends abandoned connections, and brings the watched set and its timer up to date, since the loop
  /// is woken through these alone.
  func settle() {
    endAbandoned()
    if shards.mayClear { shards.clear() }
    guard poller.isWatched else { return }
    poller.apply()
    poller.set.arm(at: hasWork ? now : nextTime)
  }

  func collect() {
    while let (handle, code) = multi.takeEnded() {
      handle._withUnsafeGuaranteedRef {
        // The table keeps the transfer until it has ended.
        let (handle, transfer) = ($0, $0.transfer)
        transfer?._withUnsafeGuaranteedRef { end($0, handle, code) }
      }
    }
    if !answered.isEmpty { endAnswered() }
  }

  /// libcurl no longer runs the handle.
  func end(_ transfer: Transfer, _ handle: EasyHandle, _ code: CURLcode) {
    if code == CURLE_OK, transfer.incoming.isPaused || transfer.incoming.isBehind {
      transfer.heldCode = code
    } else {
      conclude(transfer, handle, code)
    }
  }

  func conclude(_ transfer: Transfer, _ handle: EasyHandle, _ code: CURLcode) {
    // A connection of HTTP/2 on which a rule was broken: libcurl keeps it, and every other request on it would fail.
    if code == CURLE_HTTP2, let connection = transfer.connectionInUse ?? newConnection(of: handle) {
      poller.shutDown(connection)
    }
    if CurlFailure.endsConnection(code), let connection = transfer.connectionInUse {
      transfer.host.lend { $0.lostConnection() }
      noteAbandoned(connection)
    }
    let received = transfer.answered
    let outcome = transfer.end(code, handle)
    if case .finished(.success) = outcome { transfer.host.lend { $0.answered(received) } }
    release(transfer, handle)
    switch consume outcome {
    case .finished(let result): finish(transfer, result)
    case .again: enqueue(transfer)
    case .later: table.arm(transfer)
    }
  }

  private func fireTimers() {
    while let item = table.popDue(at: now) {
      if let timer = item as? TimerItem {
        guard timer.time <= now else {
          table.arm(timer)
          continue
        }
        let job = timer.job
        endTimer(timer)
        job?()
      } else if let transfer = item as? Transfer {
        if let error = transfer.timeout(at: now) { end(transfer, error) } else { table.arm(transfer) }
      }
    }
  }

  private func runJobs() {
    let list = jobs
    jobs = []
    for job in list { job() }
  }

  private func startWaiting() {
    while let transfer = queue.start(at: now) {
      do throws(TransferError) {
        try transfer.begin()
        if let error = transfer.timeout(at: now) { throw error }
        let handle = try takeHandle(for: transfer)
        let unretained = Unmanaged.passUnretained(handle)
        transfer.handle = consume handle
        if let error = unretained._withUnsafeGuaranteedRef({ run(transfer, by: $0) }) { throw error }
      } catch {
        end(transfer, error)
      }
    }
  }

  /// Returns why it cannot be run.
  private func run(_ transfer: Transfer, by handle: EasyHandle) -> TransferError? {
    do throws(TransferError) {
      try handle.prepare(transfer, of: self)
      table.arm(transfer)
      try multi.add(handle)
    } catch {
      return error
    }
    started = .passUnretained(handle)
    ranOne = false
    if needsWindow(transfer) { widenWindow() }
    return nil
  }
}

// MARK: - Asking

/// The loop of a blocking caller, which asks libcurl before each wait what that waits for. Of its one connection libcurl
/// would tell four changes for each request, with 5,000 instructions of its own and ours.
extension Reactor {
  /// As `poll`.
  func poll(_ set: PollSet, _ milliseconds: Int32) -> Int {
    refusal = 0
    // Nothing runs yet: what is to start waits for no descriptor.
    if milliseconds == 0, queue.running == 0 { return 0 }
    let alone = aloneTransfer
    let count = set.wait(events, milliseconds: ask(set, alone, milliseconds))
    now = MonotonicClock.now()
    share.begin(at: now)
    if events[..<count].contains(where: { $0.data.u64 != set.wakeupLabel }) {
      ranOne = !ranOne && set.isConnectionAlone(events[..<count])
      if ranOne, alone != nil, let started { multi.run(started.takeUnretainedValue()) } else { multi.perform() }
    }
    corks.pull()
    return count
  }

  /// One request is out, on a connection of its own, and nothing is waited for but its answer, which has not begun.
  var awaitsOneAnswer: Bool {
    guard asked != nil, let alone = aloneTransfer else { return false }
    return alone._withUnsafeGuaranteedRef { connectionOfAnswer(to: $0) != nil }
  }

  /// Where `awaitsOneAnswer`: reads what has come of the answer, without the call of the kernel that asks whether anything
  /// has. libcurl may also have done something else, as opening another connection, so that what is to be waited for is to
  /// be asked anew. Returns whether something has come, or the transfer has ended.
  func readAnswer() -> Bool {
    guard let alone = aloneTransfer, let started else { return false }
    isRunning = true
    defer { isRunning = false }
    refusal = 0
    now = MonotonicClock.now()
    share.begin(at: now)
    let running = multi.run(started.takeUnretainedValue())
    corks.pull()
    return running == 0 || alone._withUnsafeGuaranteedRef { $0.incoming.count > 0 }
  }

  /// Asks libcurl what it waits for, and returns for how long the caller is to wait.
  private func ask(_ set: PollSet, _ alone: Unmanaged<Transfer>?, _ milliseconds: Int32) -> Int32 {
    let answering = alone?._withUnsafeGuaranteedRef { connectionOfAnswer(to: $0) }
    // The same as for the last request on this connection: to ask would cost 900 instructions.
    if answering != nil, answering == watched { return milliseconds }
    set.watch(multi.descriptors())
    watched = set.isForOneInput ? answering : nil
    let left = multi.timeLeft(at: now)
    return left < 0 ? milliseconds : milliseconds < 0 ? left : min(left, milliseconds)
  }

  /// The connection on which nothing but an answer is to come: the kernel took the request as a whole, which was small,
  /// since all that went before it had been answered. `nil`: there is none.
  private func connectionOfAnswer(to transfer: Transfer) -> ConnectionLabel? {
    guard case .none = transfer.body, transfer.incoming.count == 0, !ranOne, !hasProxies, transfer.overrides == nil,
      !transfer.isConnecting, let started, started._withUnsafeGuaranteedRef({ $0.headSize }) < 4096,
      !transfer.origin.isSecure, let connection = transfer.connection,
      // libcurl closes a kept connection that has died, and makes another one.
      poller.connection(connection) != nil
    else { return nil }
    return connection
  }

  /// The one transfer that runs, when it is that of `started`, has a connection of its own and nothing of it is paused.
  private var aloneTransfer: Unmanaged<Transfer>? {
    guard queue.running == 1, let transfer = started?._withUnsafeGuaranteedRef({ $0.transfer }),
      transfer._withUnsafeGuaranteedRef({
        $0.version == .http11 && !$0.isHeld && !$0.holdsUpload && !$0.incoming.isPaused
      })
    else { return nil }
    return transfer
  }
}
