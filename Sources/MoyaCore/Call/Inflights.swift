/// The requests of a provider that are under way, so that an equal one joins instead of being sent again.
///
/// An entry leaves the table before the completions run: a request made in one of them is a new one.
package final class Inflights: Sendable {
  private let entries = Protected(Entries())

  fileprivate struct Entries: @unchecked Sendable {
    var table: [InflightKey: Inflight] = [:]
  }

  package init() {}

  /// The completions of those who wait, by endpoint.
  package var completions: [Endpoint: [Call.Completion]] {
    let waiting = entries.withLock { entries in
      Waiting(list: entries.table.values.map { ($0.endpoint, $0.joiners.compactMap(\.completion)) })
    }
    var result: [Endpoint: [Call.Completion]] = [:]
    for (endpoint, completions) in waiting.list { result[endpoint, default: []] += completions }
    return result
  }

  private struct Waiting: @unchecked Sendable {
    let list: [(Endpoint, [Call.Completion])]
  }

  /// Makes `joiner` wait for the exchange of this key; the first one causes it.
  /// - Parameter leader: the call that makes the exchange, with the given relay.
  package func join(
    _ key: InflightKey, endpoint: Endpoint, joiner: (any SharedExchange) -> Call,
    leader: (any SharedExchange) -> Call
  ) -> Call {
    let (call, starting) = entries.withLock { entries -> (Call, Call?) in
      if let entry = entries.table[key] {
        let call = joiner(entry)
        call.start()
        entry.joiners.append(call)
        return (call, nil)
      }
      let entry = Inflight(key, endpoint: endpoint, table: self)
      let call = joiner(entry)
      call.start()
      entry.joiners = [call]
      entry.leader = leader(entry)
      entries.table[key] = entry
      return (call, entry.leader)
    }
    starting?.start()
    return call
  }

  /// The call that makes the exchange, when nobody waits for it any more.
  fileprivate func leave(_ entry: Inflight, _ call: Call) -> Call? {
    entries.withLock { entries -> Call? in
      guard let place = entry.joiners.firstIndex(where: { $0 === call }) else { return nil }
      entry.joiners.remove(at: place)
      guard entry.joiners.isEmpty else { return nil }
      entries.remove(entry)
      return entry.leader
    }
  }

  fileprivate func close(_ entry: Inflight) -> [Call] {
    entries.withLock { entries in
      entries.remove(entry)
      defer {
        entry.joiners = []
        entry.leader = nil
      }
      return entry.joiners
    }
  }

  fileprivate func joiners(of entry: Inflight) -> [Call] { entries.withLock { _ in entry.joiners } }
}

extension Inflights.Entries {
  fileprivate mutating func remove(_ entry: Inflight) {
    if table[entry.key] === entry { table[entry.key] = nil }
  }
}

/// One shared exchange. Unchecked: what changes is read and written under the table's lock.
private final class Inflight: SharedExchange, @unchecked Sendable {
  let key: InflightKey
  let endpoint: Endpoint
  let table: Inflights
  var joiners: [Call] = []
  var leader: Call?

  init(_ key: InflightKey, endpoint: Endpoint, table: Inflights) {
    self.key = key
    self.endpoint = endpoint
    self.table = table
  }

  func leave(_ call: Call) {
    table.leave(self, call)?.abandon()
  }

  func forward(_ progress: TransferProgress) {
    for call in table.joiners(of: self) { call.report(progress) }
  }

  func finish(_ result: Result<Response, MoyaError>, of leader: Call, inPlace: Bool) {
    for call in table.close(self) { call.finish(result, as: leader, inPlace: inPlace) }
  }
}
