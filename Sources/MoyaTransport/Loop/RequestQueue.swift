import MoyaHTTP

/// Which transfers run and which wait: first come, first served for each host, hosts in turn, within two limits. Where as
/// many run as may, a host keeps the places that it has, unless another one has fewer, and with each its connection:
/// another host's transfer would have to open a connection, for which libcurl closes the idle one.
///
/// libcurl could queue handles itself; it wakes them all to start one, and gives neither order nor a deadline.
package struct RequestQueue<Item: Waitable> {
  /// One scheme, host and port.
  package final class Host {
    package let origin: Origin
    fileprivate var running = 0
    fileprivate var waiting = WaitingLine<Item>()
    /// Is this host in `ready`?
    fileprivate var isReady = false
    /// The first transfer connects; the others wait to learn whether they can share its connection.
    fileprivate var isOpening = false
    /// The first transfer's connection is open, and the others start next, even if that transfer has ended already.
    fileprivate var hasOpened = false
    /// When the first transfer began to connect, in the caller's unit, like all times here.
    fileprivate var openingStart: UInt64 = 0
    /// The time in which a first transfer failed to connect. The others do not wait for a second attempt.
    fileprivate var failedOpening: Range<UInt64>?

    /// Answers that came from this host.
    package private(set) var answers: UInt64 = 0
    /// At least one answer came from this host, and none was larger than `smallAnswer` bytes.
    package private(set) var answersAreSmall = false
    private var hasLargeAnswers = false
    private static var smallAnswer: Int64 { 64 << 10 }

    /// Where its transfers and connections are that were spread.
    package var spread = Spread()
    /// Are new connections spread? No connection of it ever did for several transfers at a time, which over TLS is known when
    /// one has been made. Such a connection must be where each transfer finds it.
    package var isSpread: Bool { !mayShareConnection && !hasMultiplexed }
    private var hasMultiplexed = false

    /// What the connection that was used last speaks; `nil`: there was none yet.
    fileprivate(set) var version: HTTPVersion? {
      didSet { if version?.isMultiplexed == true { hasMultiplexed = true } }
    }
    /// Might one connection do for all? Without an answer yet, TLS may agree on HTTP/2.
    fileprivate var mayShareConnection: Bool { version?.isMultiplexed ?? origin.isSecure }

    fileprivate var isUnused: Bool { running == 0 && waiting.isEmpty && !spread.hasConnections }

    fileprivate func mayStart(_ limit: Int) -> Bool { running < limit && !isOpening }

    fileprivate init(_ origin: Origin) { self.origin = origin }

    /// Notes a whole answer from this host, of so many bytes.
    package func answered(_ bytes: Int64) {
      answers &+= 1
      if bytes > Host.smallAnswer { hasLargeAnswers = true }
      answersAreSmall = !hasLargeAnswers
    }

    /// Notes that a connection broke: the answer it was to carry may have been large.
    package func lostConnection() { answersAreSmall = false }

    /// The time since which an item that came at `arrival` waited for another item's connection, which then failed: its
    /// own connect timeout counts from then. `nil`: it did not wait so.
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
  /// The hosts of transfers that have finished while as many ran as may and others waited, one for each free place.
  private var freed = Deque<Host>()
  package private(set) var running = 0

  package init(limit: Int, limitPerHost: Int) {
    self.limit = max(1, limit)
    self.limitPerHost = max(1, limitPerHost)
  }

  package mutating func host(_ origin: Origin) -> Host {
    if let host = hosts[origin] { return host }
    // Hosts without transfers and connections are dropped now and then, so that a crawler's table does not grow for ever.
    if hosts.count >= mostHosts {
      hosts = hosts.filter { !$0.value.isUnused }
      mostHosts = max(1024, 2 * hosts.count)
    }
    let host = Host(origin)
    hosts[origin] = host
    return host
  }

  package var canStart: Bool { running < limit && !ready.isEmpty }

  /// True: it will wait for a while, since more wait before it than may run at once.
  @discardableResult
  package mutating func append(_ item: Item, to host: Host) -> Bool {
    host.waiting.append(item)
    makeReady(host)
    return host.waiting.count > limitPerHost
  }

  /// The next one to run; counted as running until `finished`.
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

  /// Does the place that a transfer of this host had go to the next one of the same host? Not if the host whose turn it is
  /// has fewer, or if neither has any. One that has as many or more gets its turn when its own transfers finish; it goes to
  /// the end of the line, so that each host is looked at.
  private mutating func keepsPlace(_ host: Host) -> Bool {
    guard host.mayStart(limitPerHost), !host.waiting.isEmpty else { return false }
    guard let first = ready.first else { return true }
    if first.running < max(1, host.running) { return false }
    _ = ready.popFirst()
    ready.append(first)
    return true
  }

  /// A transfer to this host has its connection. If it is the first one, the others may start now: they have waited for
  /// a connection that may do for all, instead of making as many handshakes.
  /// - Parameter version: what it speaks; `nil`: that says nothing about others.
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

  /// Removes a waiting item.
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

/// What can stand in a `WaitingLine`. In one line at a time.
package protocol Waitable: AnyObject {
  /// The number of its place in the line where it stands; the line's to write.
  var place: Int { get set }
}

/// First come, first served. An item leaves from anywhere in constant time: its place stays behind, empty, until the places
/// before it are gone, or until there are more empty ones than others.
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

  /// Does nothing if the item does not stand in this line.
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
