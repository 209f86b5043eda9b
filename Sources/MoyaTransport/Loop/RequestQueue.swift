import MoyaHTTP

/// Decides which transfers (the items of the queue) run and which wait, within two limits: one for the loop and one for
/// each host. Each host serves its transfers in order, and the hosts take turns.
///
/// When the loop's limit is reached, a transfer can start only in the place of a finished one. The place goes to the
/// next transfer of the same host, which can use the host's idle connection. A transfer of another host would have to
/// open a connection, and libcurl would close the idle connection for it. Another host gets the place only if it has
/// fewer running transfers.
///
/// libcurl could queue handles itself. But it wakes all of them to start one, and it offers neither an order nor a
/// deadline.
package struct RequestQueue<Item: Waitable> {
  /// The queue of one scheme, host and port.
  package final class Host {
    package let origin: Origin
    fileprivate var running = 0
    fileprivate var waiting = WaitingLine<Item>()
    /// True if this host is in `ready`.
    fileprivate var isReady = false
    /// True if the first transfer is connecting, and the others wait to see whether they can share its connection.
    fileprivate var isOpening = false
    /// True if the first transfer's connection has opened and other transfers still wait. They start next, even if the
    /// first transfer has already ended.
    fileprivate var hasOpened = false
    /// The time at which the first transfer began to connect. The queue reads no clock: all times in this file have the
    /// unit of the `now` that the caller passes.
    fileprivate var openingStart: UInt64 = 0
    /// When the first transfer began to connect, if the other transfers wait for its connection. Otherwise `nil`. The
    /// connect timeout of a transfer that waits counts from this time, or from its arrival if that is later.
    package var openingSince: UInt64? { isOpening ? openingStart : nil }
    /// When the last failed attempt of the first transfer to connect began, and when it failed. `nil` if a connection
    /// was opened since then, or if no attempt has failed. While this is not `nil`, the other transfers no longer wait
    /// for the first one.
    fileprivate var failedOpening: Range<UInt64>?

    /// The number of responses from this host.
    package private(set) var answers: UInt64 = 0
    /// True if at least one response came from this host, and none was larger than `smallAnswer` bytes.
    package private(set) var answersAreSmall = false
    private var hasLargeAnswers = false
    private static var smallAnswer: Int64 { 64 << 10 }

    /// How the transfers and connections of this host are spread over pools.
    package var spread = Spread()
    /// True if new connections are spread over pools. Over TLS, they are not spread before the first connection, which
    /// shows whether the host speaks HTTP/2. They are never spread after a connection was multiplexed, because every
    /// transfer must be able to find a multiplexed connection.
    package var isSpread: Bool { !mayShareConnection && !hasMultiplexed }
    private var hasMultiplexed = false

    /// The HTTP version of the connection that was used last; `nil` if there was none.
    fileprivate(set) var version: HTTPVersion? {
      didSet { if version?.isMultiplexed == true { hasMultiplexed = true } }
    }
    /// True if one connection might serve all transfers. This is so if the last connection used HTTP/2, or if there was
    /// none yet and TLS may still agree on HTTP/2.
    fileprivate var mayShareConnection: Bool { version?.isMultiplexed ?? origin.isSecure }

    fileprivate var isUnused: Bool { running == 0 && waiting.isEmpty && !spread.hasConnections }

    fileprivate func mayStart(_ limit: Int) -> Bool { running < limit && !isOpening }

    fileprivate init(_ origin: Origin) { self.origin = origin }

    /// Notes that the host has sent a complete response of this many bytes.
    package func answered(_ bytes: Int64) {
      answers &+= 1
      if bytes > Host.smallAnswer { hasLargeAnswers = true }
      answersAreSmall = !hasLargeAnswers
    }

    /// Notes that a connection broke. The response on it may have been large. So the host's responses do not count as
    /// small until another response is complete.
    package func lostConnection() { answersAreSmall = false }

    /// Returns the time at which an item began to wait for another item's connection, if that connection failed.
    /// Otherwise returns `nil`. The item's connect timeout counts from this time. `arrival` is the time at which the
    /// item came.
    ///
    /// While the host's first item connects, the other items wait, because they may be able to share its connection.
    package func waitedInVain(since arrival: UInt64) -> UInt64? {
      guard let failedOpening, arrival < failedOpening.upperBound else { return nil }
      return max(arrival, failedOpening.lowerBound)
    }
  }

  private let limit: Int
  private let limitPerHost: Int
  private var hosts: [Origin: Host] = [:]
  private var mostHosts = 1024
  private var ready = Deque<Host>()
  /// The hosts of transfers that finished while the limit was reached and other transfers waited. Each entry stands for
  /// one free place.
  private var freed = Deque<Host>()
  package private(set) var running = 0

  package init(limit: Int, limitPerHost: Int) {
    self.limit = max(1, limit)
    self.limitPerHost = max(1, limitPerHost)
  }

  package mutating func host(_ origin: Origin) -> Host {
    if let host = hosts[origin] { return host }
    // Hosts without transfers and connections are removed from time to time, so that a crawler's table does not grow
    // for ever.
    if hosts.count >= mostHosts {
      hosts = hosts.filter { !$0.value.isUnused }
      mostHosts = max(1024, 2 * hosts.count)
    }
    let host = Host(origin)
    hosts[origin] = host
    return host
  }

  package var canStart: Bool { running < limit && !ready.isEmpty }

  /// Adds the item to the line of its host. Returns true if more items wait there than may run at once, so that some of
  /// them must wait for others.
  @discardableResult
  package mutating func append(_ item: Item, to host: Host) -> Bool {
    host.waiting.append(item)
    makeReady(host)
    return host.waiting.count > limitPerHost
  }

  /// Returns the next item to run. It counts as running until `finished`.
  package mutating func start(at now: UInt64 = 0) -> Item? {
    guard running < limit else { return nil }
    while let host = nextHost() {
      guard host.mayStart(limitPerHost), let item = host.waiting.popFirst() else { continue }
      running += 1
      host.isOpening =
        host.running == 0 && host.mayShareConnection && !host.hasOpened && host.failedOpening == nil
      host.openingStart = now
      host.hasOpened = false
      host.running += 1
      makeReady(host)
      return item
    }
    return nil
  }

  private mutating func nextHost() -> Host? {
    if let host = freed.popFirst(), keepsPlace(host) { return host }
    guard let host = ready.popFirst() else { return nil }
    host.isReady = false
    return host
  }

  /// Decides who gets the place that a finished transfer of this host has left: the next transfer of this host (true),
  /// or the first host in `ready` (false). Returns false in three cases: no transfer of this host may start, the first
  /// host in `ready` has fewer running transfers, or neither host has a running transfer.
  ///
  /// If the first host in `ready` does not get the place, it moves to the end of `ready`, so that another host is
  /// considered next time. The host that moves has running transfers, and may use their places again when they finish.
  private mutating func keepsPlace(_ host: Host) -> Bool {
    guard host.mayStart(limitPerHost), !host.waiting.isEmpty else { return false }
    guard let first = ready.first else { return true }
    if first.running < max(1, host.running) { return false }
    _ = ready.popFirst()
    ready.append(first)
    return true
  }

  /// Notes that a transfer to this host has its connection. If it is the host's first transfer, the others may start
  /// now. They have waited to see whether they can share its connection, which saves handshakes.
  /// - Parameter version: The connection's HTTP version; `nil` if this version says nothing about other connections.
  package mutating func opened(_ host: Host, speaks version: HTTPVersion?) {
    if let version { host.version = version }
    host.failedOpening = nil
    guard host.isOpening else { return }
    host.isOpening = false
    host.hasOpened = !host.waiting.isEmpty
    makeReady(host)
  }

  package mutating func finished(on host: Host, at now: UInt64 = 0) {
    if !ready.isEmpty, running + freed.count >= limit { freed.append(host) }
    running -= 1
    host.running -= 1
    if host.isOpening {
      host.isOpening = false
      host.failedOpening = host.openingStart..<max(host.openingStart, now)
    }
    makeReady(host)
  }

  package mutating func remove(_ item: Item, from host: Host) {
    host.waiting.remove(item)
    if host.waiting.isEmpty { host.hasOpened = false }
  }

  private mutating func makeReady(_ host: Host) {
    guard !host.isReady, host.mayStart(limitPerHost), !host.waiting.isEmpty else { return }
    host.isReady = true
    ready.append(host)
  }
}

// MARK: - WaitingLine

/// Something that can stand in a `WaitingLine`, in one line at a time.
package protocol Waitable: AnyObject {
  /// The number of the item's place in the line. Only the line writes it.
  var place: Int { get set }
}

/// A queue in order of arrival. Any item can leave in constant time. If an item leaves, its place stays empty for a
/// while. Empty places are removed when all earlier places are gone, or when the line has more empty places than taken
/// places.
struct WaitingLine<Item: Waitable> {
  private var places = Deque<Item?>()
  /// The number of the first place.
  private var first = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ item: Item) {
    item.place = first &+ places.count
    places.append(item)
    count &+= 1
  }

  mutating func popFirst() -> Item? {
    while let place = places.popFirst() {
      first &+= 1
      if let item = place {
        count &-= 1
        return item
      }
    }
    return nil
  }

  /// Removes the item. Does nothing if the item is not in this line.
  mutating func remove(_ item: Item) {
    let index = item.place &- first
    guard let place = places[index], place === item else { return }
    places.replace(at: index, with: nil)
    count &-= 1
    if places.count > 32, places.count / 2 > count { closeUp() }
  }

  private mutating func closeUp() {
    var old = exchange(&places, with: Deque())
    while let place = old.popFirst() {
      guard let item = place else { continue }
      item.place = first &+ places.count
      places.append(item)
    }
  }
}
