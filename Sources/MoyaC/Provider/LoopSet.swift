import CMoya
import MoyaNetwork
import MoyaTransport
import Synchronization

/// The loops of a provider's asynchronous calls, each made with its first call. Calls go to one after the other: then no
/// loop needs to know how busy the others are.
final class LoopSet: Sendable {
  /// The first, which is the only one where a host pumps it.
  let host: LoopLanes
  private let others: [LoopLanes]
  private let turn = Atomic<UInt>(0)

  /// - Parameters:
  ///   - configuration: of all together; its limits are shared out.
  ///   - make: the lanes of one loop.
  init(_ count: Int, sharing configuration: LoopConfiguration, make: (LoopConfiguration) -> LoopLanes) {
    host = make(configuration.share(0, of: count))
    others = (1..<max(1, count)).map { make(configuration.share($0, of: count)) }
  }

  /// Uses those for the next call; without a reference if they are the only ones.
  func withNext<Value, Fault>(_ body: (LoopLanes) throws(Fault) -> Value) throws(Fault) -> Value {
    if others.isEmpty { return try body(host) }
    let place = Int(turn.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(others.count + 1))
    return try body(place == 0 ? host : others[place - 1])
  }

  /// One whose loop is there; `nil`: none is.
  var made: LoopLanes? {
    if host.late.existing != nil { return host }
    return others.first { $0.late.existing != nil }
  }

  /// Lets Dispatch pump again: a thread that has borrowed the loop may be away.
  func takeBack() { host.late.pump?.giveBack() }

  func close() {
    host.late.close()
    for lanes in others { lanes.late.close() }
  }
}

extension LoopSet {
  /// How many `moya_provider_options.loops` asks for.
  static func count(
    _ options: moya_provider_options, pump: ProviderSettings.Pump, sharing configuration: LoopConfiguration
  ) throws(Failure) -> Int {
    let count = max(1, Int(options.loops))
    if count == 1 { return count }
    func refuse(_ reason: String) -> Failure {
      Failure(MOYA_ERROR_ARGUMENT, "moya_provider_options.loops is \(count), \(reason)")
    }
    if count > MOYA_MOST_LOOPS { throw refuse("more than \(MOYA_MOST_LOOPS)") }
    if pump == .host { throw refuse("and with MOYA_PUMP_HOST there is one") }
    if count > configuration.maxConnections { throw refuse("more than max_connections, which they share") }
    if count > configuration.maxConnectionsPerHost {
      throw refuse("more than max_connections_per_host, which they share")
    }
    return count
  }
}
