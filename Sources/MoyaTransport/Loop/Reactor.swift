import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// The inside of a loop: libcurl's multi handle, the set of events, the timers and the queue of waiting requests. It
/// has no locks, because only the thread that runs the loop uses it.
final class Reactor: CObject {
  let configuration: LoopConfiguration
  let proxies: ProxySettings
  let hasProxies: Bool
  /// A copy of the value in the configuration.
  let keepsState: Bool
  let poller: Poller
  /// The time in microseconds. It is read before and after each wait, and after each time share. A time share (`Share`)
  /// is how long one connection may use the loop before the others.
  var now = MonotonicClock.now()
  /// True while callbacks may be running. An observer may then submit work, but must not run the loop.
  var isRunning = false

  private let generation = Fork.generation
  /// True in a child that was forked inside a callback of this loop. The child must leave the loop to its parent: the
  /// two share the connections, the epoll set and the timer. Each request reads this property some fifty times. So in a
  /// process without forks, the property reads only one number.
  var isInherited: Bool { Fork.generation != 0 && generation != Fork.generation }

  let multi: MultiHandle
  /// The descriptors that libcurl waits for, if the loop asks libcurl for them before each wait. `nil` if libcurl
  /// reports each change itself. The poller holds the reference.
  let asked: Unmanaged<PollSet>?
  /// The handle that was last given to libcurl, while its transfer runs. The transfer holds the reference.
  var started: Unmanaged<EasyHandle>?
  /// The connection for which the loop waits, if it waits for input of one connection only. Otherwise `nil`. Not used
  /// if `asked` is `nil`.
  var watched: ConnectionLabel?
  /// True if libcurl ran only the transfer of `started` the last time. At the next event, libcurl must run everything,
  /// because its other work would otherwise starve.
  var ranOne = false
  let shards: Shards
  /// Milliseconds between checks of descriptors that could not be added to the set.
  private static let look: Int32 = 20
  /// `errno` of the last socket that the kernel refused in the present pass of the loop; 0 if it refused none.
  var refusal: Int32 = 0
  /// The function that the reactor calls when the kernel refuses a descriptor. It closes idle loops of the same
  /// provider, which frees their descriptors. `nil` if the provider has no such loops.
  var relief: (@Sendable () -> Void)?
  /// The value of CURLOPT_RESOLVE; `nil` if it is not set.
  let overrides: CurlList?
  let events: UnsafeMutableBufferPointer<epoll_event>
  /// The events of the last wait that have not yet been given to libcurl.
  private var pending = 0..<0
  /// The time share of the connection that is being handled.
  var share = Share()
  /// Transfers that have used up their time share, in the order in which they get the next time share.
  var paused = Deque<Transfer>()
  /// True if a transfer has ended while its host name was being looked up. The lookup's thread then still runs.
  var hasAbandonedLookups = false
  var queue: RequestQueue<Transfer>
  var corks = Corks()
  var table = ItemTable()
  /// Transfers that libcurl still runs although their response is complete or no longer needed.
  var answered: [Transfer] = []
  /// Transfers and timers that the loop must end, each with its error.
  var stopped: [(LoopItem, TransferError)] = []
  var jobs: [@Sendable () -> Void] = []
  /// Transfers whose request body is read while it is sent. The key is the connection that sends the body.
  var uploads: [ConnectionLabel: Transfer] = [:]
  var streams = Streams()
  var abandoned = AbandonedConnections()
  var idle: IdleConnections
  /// What is known about the URL of the last request. It is stored because the next request often has the same URL.
  private var lastURL = Held<KnownURL>()

  init(_ configuration: LoopConfiguration, _ set: any EventSet) throws(TransferError) {
    asked = Library.canBeAsked ? (set as? PollSet).map { .passUnretained($0) } : nil
    multi = try MultiHandle(maxConnections: configuration.maxConnections, isAsked: asked != nil)
    // In a blocking caller's loop, only one connection is in use, so the loop needs one pool only.
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
    idle = IdleConnections(limit: configuration.connection.maximumIdleConnections)
    multi.report(to: self)
  }

  /// Frees libcurl's objects. Call this only when no transfer runs. A forked child must not call this, because the
  /// connections belong to its parent.
  func destroy() {
    shards.destroy()
    // A transfer that stayed in `paused` would form a reference cycle with the loop and the reactor, and none of the
    // three would be freed.
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

  /// Accepts a transfer, which may have been stopped already. If another thread has started the transfer, the start
  /// waits in the loop's inbox. But if this thread stops it, the stop takes effect at once.
  func accept(_ transfer: Transfer) {
    if transfer.isEnded { return }
    if let refusal = transfer.failure { return stopped.append((transfer, refusal)) }
    transfer.clock.arrive(at: now)
    table.insert(transfer)
    enqueue(transfer)
  }

  /// Notes that the transfer's request is about to be sent. Other transfers may now share its connection.
  func connected(_ transfer: Transfer, _ handle: EasyHandle) {
    table.arm(transfer)
    if handle.opens { settle(transfer, handle) }
    if idle.limit != nil, let connection = transfer.connection { idle.remove(connection) }
    guard !transfer.host.isEmpty, let version = transfer.version else { return }
    transfer.host.lend { queue.opened($0, speaks: transfer.choosesVersion ? nil : version) }
    spread(transfer, handle)
    guard let connection = transfer.connection else { return }
    if case .stream = transfer.body { uploads[connection] = transfer }
    if version.isMultiplexed { corks.send(on: connection) { poller.connection(connection) } }
  }

  /// Removes a connection whose socket libcurl is about to close. Returns false if the socket is not a connection of
  /// this loop.
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

  /// Adds the transfer to the queue of its host. Returns true if the transfer will have to wait there.
  private func lineUp(_ transfer: Transfer) -> Bool {
    learnURL(of: transfer.request)
    let hasLongLine = lastURL.lend { url in
      transfer.host.hold(url.host)
      transfer.hasUserInformation = url.hasUser
      return queue.append(transfer, to: url.host)
    }
    return hasLongLine == true
  }

  /// This is a class, so that one retain is enough to read all fields.
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

  /// True if something can be done without waiting.
  var hasWork: Bool { hasStarts || !pending.isEmpty || !paused.isEmpty }

  private var hasStarts: Bool {
    queue.canStart || !stopped.isEmpty || !jobs.isEmpty || nextTime <= now
  }

  /// The time at which something must be done even without an event.
  private var nextTime: UInt64 { min(multi.deadline, table.next) }

  /// Returns how long the loop may wait, in milliseconds, but at most `limit` (−1 means no limit).
  func waitingTime(atMost limit: Int32) -> Int32 {
    if limit == 0 || hasWork { return 0 }
    now = MonotonicClock.now()
    let next = nextTime
    let limit = poller.unwatched.isEmpty ? limit : limit < 0 ? Reactor.look : min(limit, Reactor.look)
    if next == ItemTable.never { return limit }
    let left = next > now ? Int32(clamping: (next - now + 999) / 1000) : 0
    return limit < 0 ? left : min(limit, left)
  }

  /// Waits for events, and passes to libcurl as many of them as fit into a time share. The next call begins with the
  /// remaining events. Returns the number of events.
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
      if isInherited { return count }
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
    // Events of idle connections are handled first, because data that arrived on these connections must not become the
    // response to a request that is about to start.
    var hasEnded = false
    for event in events[..<count] where poller.takeDisturbance(event) { hasEnded = true }
    if hasEnded { closeEnded() }
    pending = 0..<count
    return count
  }

  /// Does everything that can be done now: ended transfers, timers, stops, jobs and new requests. It repeats this until
  /// nothing is left or the time share is used up.
  ///
  /// A server that always sends more, or a caller that starts a request in every completion, must not keep the loop
  /// from its sockets and timers. So the rest waits for the next turn. A child that is forked in a callback does
  /// nothing after that callback has returned.
  func work() {
    isRunning = true
    defer { isRunning = false }
    now = MonotonicClock.now()
    let end = now &+ Share.microseconds
    var rounds = 0
    repeat {
      collect()
      if isInherited { return }
      // Abandoned connections are closed before a refused request is sent again. Otherwise the request could use the
      // connection on which it was refused.
      endAbandoned()
      // Empties the list for `readForOthers`: the connections on which a stream has ended. Until here, libcurl has read
      // only because of events. After such a read, libcurl itself runs all streams of the connection, so no stream
      // waits for data that was read.
      streams.forgetUnread()
      fireTimers()
      endStopped()
      runJobs()
      if isInherited { return }
      startWaiting()
      share.begin(at: now)
      multi.runTimer(at: now)
      if isInherited { return }
      corks.pull()
      resumeNext()
      collect()
      if isInherited { return }
      if streams.haveFailed { runFailed() }
      if !streams.unread.isEmpty { readForOthers() }
      rounds += 1
      if !hasStarts { break }
      now = MonotonicClock.now()
    } while now < end && rounds < 16
  }

  /// Runs at the end of a turn (a pass of the loop). Ends abandoned connections. Then updates the set of descriptors
  /// and its timer, because nothing else can wake the loop.
  func settle() {
    endAbandoned()
    if shards.mayClear { shards.clear() }
    guard poller.isWatched else { return }
    poller.apply()
    poller.set.arm(at: hasWork ? now : nextTime)
  }

  func collect() {
    while !isInherited, let (handle, code) = multi.takeEnded() {
      handle._withUnsafeGuaranteedRef {
        // The table holds a reference to the transfer until the transfer has ended.
        let (handle, transfer) = ($0, $0.transfer)
        transfer?._withUnsafeGuaranteedRef { end($0, handle, code) }
      }
    }
    if !answered.isEmpty, !isInherited { endAnswered() }
  }

  /// Handles the result of a transfer that libcurl no longer runs.
  func end(_ transfer: Transfer, _ handle: EasyHandle, _ code: CURLcode) {
    if code == CURLE_OK, transfer.incoming.isPaused || transfer.incoming.isBehind {
      setReceiving(transfer, .ended)
    } else {
      conclude(transfer, handle, code)
    }
  }

  func conclude(_ transfer: Transfer, _ handle: EasyHandle, _ code: CURLcode) {
    // CURLE_HTTP2 means a protocol error on an HTTP/2 connection. libcurl would reuse the connection, and every other
    // request on it would fail. So the connection is shut down.
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
    while !isInherited, let item = table.popDue(at: now) {
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
    for job in list where !isInherited { job() }
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

  /// Starts the transfer. Returns an error if it cannot be started.
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

// MARK: - Asking libcurl

/// The loop of a blocking caller. Before each wait, the loop asks libcurl what to wait for. Otherwise libcurl would
/// report four changes for each request on the loop's one connection, and these reports cost more than the question.
extension Reactor {
  /// Waits for events like the other `poll`, for the loop of a blocking caller.
  func poll(_ set: PollSet, _ milliseconds: Int32) -> Int {
    refusal = 0
    // No transfer runs yet. A transfer that is about to start does not wait for a descriptor, so libcurl is not asked.
    if milliseconds == 0, queue.running == 0 { return 0 }
    let alone = aloneTransfer
    let count = set.wait(events, milliseconds: ask(set, alone, milliseconds))
    now = MonotonicClock.now()
    share.begin(at: now)
    if events[..<count].contains(where: { $0.data.u64 != set.wakeupLabel }) {
      ranOne = !ranOne && set.isConnectionAlone(events[..<count])
      if ranOne, alone != nil, let started { multi.run(started.takeUnretainedValue()) } else { multi.perform() }
    }
    if isInherited { return count }
    corks.pull()
    return count
  }

  /// True if only one transfer runs, its request was sent, and its response has not begun. Then the loop waits for this
  /// response only.
  var awaitsOneAnswer: Bool {
    guard asked != nil, let alone = aloneTransfer else { return false }
    return alone._withUnsafeGuaranteedRef { connectionOfAnswer(to: $0) != nil }
  }

  /// Reads what has arrived of the response, without asking the kernel first whether anything has arrived. Call this
  /// only if `awaitsOneAnswer` is true. Returns true if something has arrived or the transfer has ended.
  ///
  /// libcurl may also have done something else, for example opened another connection. So the caller must ask libcurl
  /// again what to wait for.
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

  /// Asks libcurl what it waits for. Returns how long the caller must wait.
  private func ask(_ set: PollSet, _ alone: Unmanaged<Transfer>?, _ milliseconds: Int32) -> Int32 {
    let answering = alone?._withUnsafeGuaranteedRef { connectionOfAnswer(to: $0) }
    // The loop last waited for a response on the same connection. So the descriptors are the same, and libcurl is not
    // asked again.
    if answering != nil, answering == watched { return milliseconds }
    set.watch(multi.descriptors())
    watched = set.isForOneInput ? answering : nil
    let left = multi.timeLeft(at: now)
    return left < 0 ? milliseconds : milliseconds < 0 ? left : min(left, milliseconds)
  }

  /// Returns the transfer's connection if the whole request was sent and only its response is missing. Otherwise
  /// returns `nil`. Two conditions show that the kernel has accepted the whole request: it was small, and everything
  /// that was sent before it had been answered.
  private func connectionOfAnswer(to transfer: Transfer) -> ConnectionLabel? {
    guard case .none = transfer.body, transfer.incoming.count == 0, !ranOne, !hasProxies, transfer.overrides == nil,
      case .ready = transfer.run.link, let started, started._withUnsafeGuaranteedRef({ $0.headSize }) < 4096,
      !transfer.origin.isSecure, let connection = transfer.connection,
      // If a reused connection has died, libcurl closes it and opens another one. Then the poller has no connection
      // with this label any more.
      poller.connection(connection) != nil
    else { return nil }
    return connection
  }

  /// The transfer of `started`, if it meets three conditions: no other transfer runs, its connection is HTTP/1.1, and
  /// the transfer is not paused in either direction. Otherwise `nil`.
  private var aloneTransfer: Unmanaged<Transfer>? {
    guard queue.running == 1, let transfer = started?._withUnsafeGuaranteedRef({ $0.transfer }),
      transfer._withUnsafeGuaranteedRef({
        $0.version == .http11 && $0.run.receiving == .flows && !$0.holdsUpload && !$0.incoming.isPaused
      })
    else { return nil }
    return transfer
  }
}
