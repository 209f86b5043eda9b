/// The requests of a provider that are under way, so that an equal one joins instead of being sent again.
///
/// An entry leaves the table before the completions run: a request made in one of them is a new one.
package final class Inflights: Sendable {
  private let entries = Protected(Entries())

  fileprivate struct Entries: @unchecked Sendable {
    var open: Set<Inflight> = []
  }

  package init() {}

  /// The completions of the calls that wait, by endpoint.
  package var completions: [Endpoint: [Call.Completion]] {
    let waiting = entries.withLock { entries in
      Waiting(list: entries.open.map { ($0.endpoint, $0.joiners.compactMap(\.completion)) })
    }
    var result: [Endpoint: [Call.Completion]] = [:]
    for (endpoint, completions) in waiting.list { result[endpoint, default: []] += completions }
    return result
  }

  private struct Waiting: @unchecked Sendable {
    let list: [(Endpoint, [Call.Completion])]
  }

  /// Returns a call that waits for the exchange of this key. The first such call starts the exchange.
  package func join(
    _ key: InflightKey, endpoint: Endpoint, _ recipe: CallRecipe, owner: AnyObject,
    completion: @escaping Call.Completion
  ) -> Call {
    let (call, leader, offer) = entries.withLock { entries -> (Call, Call?, Offer?) in
      let (isFirst, entry) = entries.open.insert(Inflight(key, endpoint: endpoint, table: self))
      let call = Call(recipe.joining(entry), owner: owner, completion: completion)
      call.start()
      entry.joiners.append(call)
      if isFirst { entry.leader = Call(recipe.leading(entry), owner: owner) { _ in } }
      return (call, isFirst ? entry.leader : nil, entry.offer)
    }
    // The offer is not run here: the caller does not have its call yet.
    if let offer, call.mailbox != nil || offer.queue != nil { call.deliver(on: offer.queue, offer.work) }
    leader?.start()
    return call
  }

  /// Takes out a call that no longer waits. Returns the call that makes the exchange when that was the last one.
  fileprivate func leave(_ entry: Inflight, _ call: Call) -> Call? {
    entries.withLock { entries -> Call? in
      guard let place = entry.joiners.firstIndex(where: { $0 === call }) else { return nil }
      entry.joiners.remove(at: place)
      guard entry.joiners.isEmpty else { return nil }
      entries.remove(entry)
      return entry.leader
    }
  }

  fileprivate func close(_ entry: Inflight) -> (joiners: [Call], queue: DispatchQueue?) {
    entries.withLock { entries in
      entries.remove(entry)
      defer {
        entry.joiners = []
        entry.leader = nil
        entry.offer = nil
      }
      return (entry.joiners, entry.offer?.queue)
    }
  }

  fileprivate func joiners(of entry: Inflight) -> [Call] { entries.withLock { _ in entry.joiners } }

  /// Returns the calls that wait by now, and the queue of those whose caller named none. A call that joins later gets
  /// the offer when it joins.
  fileprivate func make(_ offer: Offer, of entry: Inflight) -> (joiners: [Call], queue: DispatchQueue?) {
    entries.withLock { _ in
      let offer = Offer(work: offer.work, queue: offer.queue ?? entry.offer?.queue)
      entry.offer = offer
      return (entry.joiners, offer.queue)
    }
  }
}

extension Inflights.Entries {
  /// An equal one may have come after this one was closed.
  fileprivate mutating func remove(_ entry: Inflight) {
    if let place = open.firstIndex(of: entry), open[place] === entry { open.remove(at: place) }
  }
}

/// Work that is done once, by whichever waiting queue is free first.
private struct Offer: Sendable {
  let work: @Sendable () -> Void
  /// The queue of the calls whose caller named none; `nil`: they have none.
  let queue: DispatchQueue?
}

/// One shared exchange. Unchecked: what changes is read and written under the table's lock.
private final class Inflight: SharedExchange, Hashable, @unchecked Sendable {
  let key: InflightKey
  let endpoint: Endpoint
  let table: Inflights
  var joiners: [Call] = []
  var leader: Call?
  /// Set when an answer has come.
  var offer: Offer?

  init(_ key: InflightKey, endpoint: Endpoint, table: Inflights) {
    self.key = key
    self.endpoint = endpoint
    self.table = table
  }

  static func == (left: Inflight, right: Inflight) -> Bool { left === right || left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  func leave(_ call: Call) {
    table.leave(self, call)?.abandon()
  }

  func forward(_ progress: TransferProgress) {
    for call in table.joiners(of: self) { call.report(progress) }
  }

  func deliver(for leader: Call, on queue: DispatchQueue?, _ work: @escaping @Sendable () -> Void) {
    let once = Once()
    let work: @Sendable () -> Void = { if once.pass() { work() } }
    let (joiners, queue) = table.make(Offer(work: work, queue: queue), of: self)
    var queues = Set<ObjectIdentifier?>()
    for call in joiners.isEmpty ? [leader] : joiners
    where queues.insert(call.recipe.queue.map { ObjectIdentifier($0) }).inserted {
      call.deliver(on: queue, work)
    }
  }

  func finish(_ result: Result<Response, MoyaError>, of leader: Call, inPlace: Bool) {
    let (joiners, queue) = table.close(self)
    for call in joiners { call.finish(result, as: leader, on: queue, inPlace: inPlace) }
  }
}
