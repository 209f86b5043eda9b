import Testing

@testable import MoyaCore

/// Several waiters share a flight. The tests run every order of these events: waiters that join or cancel, responses,
/// progress, timers, pauses of plugins, and callback queues.
@Suite struct SharedFlightTests {
  private static let setups = [
    Stage.Setup(queues: [nil]),
    Stage.Setup(queues: [nil, nil]),
    Stage.Setup(queues: [0, 1]),
    Stage.Setup(queues: [0, nil, 1]),
    Stage.Setup(queues: [0, nil], watchesClock: false),
    Stage.Setup(queues: [nil, 0], answersAtOnce: true),
    Stage.Setup(queues: [nil, 0, 0], isHooked: false),
    Stage.Setup(queues: [0, 1, nil], isHooked: false, watchesClock: false),
  ]

  /// Plays these events, and then everything that is left. Returns what is wrong.
  private static func faults(_ setup: Stage.Setup, _ events: [Stage.Event]) -> [String] {
    let stage = Stage(setup)
    for event in events { stage.play(event) }
    return stage.faults()
  }

  @Test(arguments: setups)
  func `whatever the order of events, each waiter has one end, and nothing is left`(setup: Stage.Setup) {
    var orders: [[Stage.Event]] = [[]]
    while let order = orders.popLast() {
      let stage = Stage(setup)
      for event in order { stage.play(event) }
      if order.count < 6 { orders += stage.events.map { order + [$0] } }
      let faults = stage.faults()
      if !faults.isEmpty { Issue.record("\(order): \(faults)"); return }
    }
  }

  @Test(arguments: setups)
  func `nor in longer orders, taken at random`(setup: Stage.Setup) {
    var random = LinearCongruence(state: 1)
    for _ in 0..<1000 {
      let stage = Stage(setup)
      var order: [Stage.Event] = []
      while order.count < 16, let event = stage.events.randomElement(using: &random) {
        stage.play(event)
        order.append(event)
      }
      let faults = stage.faults()
      if !faults.isEmpty { Issue.record("\(order): \(faults)"); return }
    }
  }
}
