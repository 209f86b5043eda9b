import Testing

@testable import MoyaCore

@Suite struct FlightMachineTests {
  typealias Event = FlightMachine.Event

  private static let prepares: [Event] = [.start, .built, .lineUp, .admitted]
  private static let sent = prepares + [.prepared]

  /// Feeds events to a machine and returns the actions that it requests.
  private func run(
    _ events: [Event], isPrepared: Bool = true, isDecided: Bool = true, isPreparedInPlace: Bool = false
  ) -> (actions: [FlightMachine.Action], machine: FlightMachine) {
    var machine = FlightMachine(
      isPrepared: isPrepared, isDecided: isDecided, isPreparedInPlace: isPreparedInPlace)
    return (events.map { machine.handle($0) }, machine)
  }

  @Test func `a plain call is built, prepared, sent, received and settled`() {
    let (actions, machine) = run([.start, .built, .lineUp, .admitted, .prepared, .ended, .settle])
    #expect(actions == [.build, .begin, .lineUp, .prepare, .send, .receive, .land])
    #expect(machine.state == .landed)
  }

  @Test func `where hooks stand in no line, every attempt begins with them`() {
    let again: [Event] = [.ended, .retry, .elapsed, .lineUp, .prepared, .ended, .settle]
    let (actions, machine) = run([.start, .built, .prepared] + again, isPreparedInPlace: true)
    #expect(actions == [.build, .prepare, .send, .receive, .wait, .begin, .prepare, .send, .receive, .land])
    #expect(machine.attempt == 2)
    let stopped = run([.start, .built, .stop, .prepared], isPreparedInPlace: true)
    #expect(stopped.actions.suffix(2) == [.none, .landStopped])
    let late = run([.start, .built, .prepared, .ended, .retry, .elapsed, .stop, .lineUp], isPreparedInPlace: true)
    #expect(late.actions.suffix(2) == [.none, .landStopped])
    let resumed = run([.start, .built, .suspend, .resume, .admitted, .prepared], isPreparedInPlace: true)
    #expect(resumed.actions.suffix(4) == [.none, .lineUp, .prepare, .send])
  }

  @Test func `without plugins a call is sent when it is built and settled when it has ended`() {
    let plain = run([.start, .built, .ended], isPrepared: false, isDecided: false)
    #expect(plain.actions == [.build, .send, .land])
    let stopped = run([.start, .built, .stop, .ended], isPrepared: false, isDecided: false)
    #expect(stopped.actions == [.build, .send, .stopBackend, .land])
  }

  @Test func `a call whose plugins only prepare is settled when it has ended`() {
    #expect(run(Self.sent + [.ended], isDecided: false).actions.suffix(2) == [.send, .land])
    #expect(run(Self.sent + [.stop, .ended], isDecided: false).actions.suffix(2) == [.stopBackend, .land])
  }

  @Test func `a rule without plugins decides on the end, and only another attempt is prepared`() {
    let (actions, machine) = run(
      [.start, .built, .ended, .retry, .elapsed, .lineUp, .admitted, .prepared, .ended, .settle],
      isPrepared: false)
    #expect(actions == [.build, .send, .receive, .wait, .begin, .lineUp, .prepare, .send, .receive, .land])
    #expect(machine.attempt == 2)
    let stopped = run([.start, .built, .stop, .ended, .settle], isPrepared: false)
    #expect(stopped.actions == [.build, .send, .stopBackend, .receive, .land])
  }

  @Test func `what stops a call first is why it was stopped`() {
    #expect(run([.start, .expire, .stop]).machine.isExpired)
    #expect(!run([.start, .built, .stop, .expire]).machine.isExpired)
  }

  @Test func `a retry prepares again and counts the attempt`() {
    let again: [FlightMachine.Event] = [.retry, .elapsed, .lineUp, .admitted, .prepared, .ended]
    let (actions, machine) = run(Self.sent + [.ended] + again + [.settle])
    let attempt: [FlightMachine.Action] = [.begin, .lineUp, .prepare, .send, .receive]
    #expect(actions == [.build] + attempt + [.wait] + attempt + [.land])
    #expect(machine.attempt == 2)
  }

  @Test func `a retrier is asked between the hooks and the next attempt, or the end`() {
    let asked = Self.sent + [.ended, .ask]
    #expect(run(asked + [.elapsed]).actions.suffix(2) == [.ask, .begin])
    #expect(run(asked + [.elapsed]).machine.attempt == 2)
    #expect(run(asked + [.settle]).actions.suffix(2) == [.ask, .land])
    #expect(run(asked + [.settle]).machine.attempt == 1)
    #expect(run(asked + [.stop, .settle]).actions.suffix(2) == [.landStopped, .none])
  }

  @Test func `a request that cannot be built is settled without being sent`() {
    #expect(run([.start, .known]).actions == [.build, .land])
  }

  @Test func `a plugin's own answer is settled without being sent`() {
    #expect(run(Self.prepares + [.known]).actions.suffix(2) == [.prepare, .land])
  }

  @Test func `a suspended preparation goes on when it is resumed and has its turn`() {
    #expect(
      run(Self.prepares + [.suspend, .resume, .admitted, .prepared]).actions.suffix(5) == [
        .prepare, .none, .lineUp, .prepare, .send,
      ])
  }

  @Test(arguments: [
    [], [Event.start], [.start, .built, .lineUp], FlightMachineTests.prepares + [.suspend],
    FlightMachineTests.prepares + [.suspend, .resume], FlightMachineTests.sent + [.ended, .retry],
  ])
  func `a stop while nothing of the call runs settles at once, and its turn is nobody's`(events: [Event]) {
    #expect(run(events + [.stop]).actions.last == .landStopped)
    #expect(run(events + [.stop, .admitted]).actions.last == FlightMachine.Action.none)
  }

  @Test(arguments: [[], [Event.start], [.start, .built, .lineUp]], [Event.stop, .expire])
  func `a stop waits for the thread that moves the call without a pause`(events: [Event], stop: Event) {
    var machine = FlightMachine(isPrepared: true, isDecided: true, isSentInPlace: true)
    for event in events { _ = machine.handle(event) }
    #expect(machine.handle(stop) == .none)
    let next: [Event] = [.start, .built, .lineUp, .admitted]
    #expect(machine.handle(next[events.count]) == .landStopped)
  }

  @Test func `a stop while hooks run waits for them`() {
    let preparing = run(Self.prepares + [.stop, .prepared])
    #expect(preparing.actions.suffix(2) == [.none, .landStopped])
    let beginning = run([.start, .built, .stop, .lineUp])
    #expect(beginning.actions.suffix(2) == [.none, .landStopped])
    let deciding = run(Self.sent + [.ended, .stop, .retry])
    #expect(deciding.actions.suffix(2) == [.none, .landStopped])
  }

  @Test func `a stop on the wire asks the backend, whose end is still heard`() {
    #expect(
      run(Self.sent + [.stop, .ended, .settle]).actions.suffix(3) == [.stopBackend, .receive, .land])
  }

  @Test func `an answer that came before the stop is kept`() {
    #expect(run(Self.sent + [.ended, .stop, .settle]).actions.last == .land)
  }

  /// Visits every state that the machine can reach.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)], [true, false])
  func `no order of events settles a call twice or revives it`(
    looks: (isPrepared: Bool, isDecided: Bool), isSentInPlace: Bool
  ) {
    let (isPrepared, isDecided) = looks
    var open = [FlightMachine(isPrepared: isPrepared, isDecided: isDecided, isSentInPlace: isSentInPlace)]
    var seen: [String: FlightMachine.State] = [:]
    while let machine = open.popLast() {
      for event in Event.allCases {
        var next = machine
        let action = next.handle(event)
        if machine.state == .landed {
          #expect(action == .none && next.state == .landed, "\(event) acts after the end")
        } else {
          let lands = action == .land || action == .landStopped
          #expect(lands == (next.state == .landed), "\(event) in \(machine.state) does \(action)")
        }
        let stop = next.isStopped ? next.isExpired ? "expired" : "stopped" : ""
        if seen.updateValue(next.state, forKey: "\(next.state) \(stop)") == nil { open.append(next) }
      }
    }
    let states = FlightMachine.State.allCases.filter { state in
      switch state {
      case .preparing, .inLine, .suspended: isPrepared || isDecided
      case .deciding, .waiting: isDecided
      default: true
      }
    }
    #expect(Set(seen.values) == Set(states))
  }
}
