import CMoya
import MoyaNetwork
import MoyaTransport
import Synchronization

/// The loops of a provider's asynchronous calls, each made with its first call. Calls go to one after the other: then no
/// loop needs to know how busy the others are.
final class LoopSet: Sendable {
  private let first: LoopLanes
  private let others: [LoopLanes]
  private let turn = Atomic<UInt>(0)

  /// - Parameters:
  ///   - configuration: of all together; its limits are shared out.
  ///   - make: the lanes of one loop.
  init(_ count: Int, sharing configuration: LoopConfiguration, make: (LoopConfiguration) -> LoopLanes) {
    first = make(configuration.share(0, of: count))
    others = (1..<max(1, count)).map { make(configuration.share($0, of: count)) }
  }

  /// The only one, for a host that pumps it.
  var host: LoopLanes { first }

  /// The one for the next call.
  var next: LoopLanes {
    if others.isEmpty { return first }
    let place = Int(turn.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(others.count + 1))
    return place == 0 ? first : others[place - 1]
  }

  /// One whose loop is there; `nil`: none is.
  var made: LoopLanes? {
    if first.late.existing != nil { return first }
    return others.first { $0.late.existing != nil }
  }

  /// Lets Dispatch pump again: a thread that has borrowed the loop may be away.
  func takeBack() { first.late.pump?.giveBack() }

  func close() {
    first.late.close()
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
