import Testing

@testable import MoyaCore

@Suite struct CallMachineTests {
  typealias Event = CallMachine.Event

  private static let prepares: [Event] = [.start, .built, .queue, .turn]
  private static let sent = prepares + [.prepared]

  /// Feeds events and gives the actions.
  private func run(
    _ events: [Event], hasPlugins: Bool = true
  ) -> (actions: [CallMachine.Action], machine: CallMachine) {
    var machine = CallMachine(hasPlugins: hasPlugins)
    return (events.map { machine.handle($0) }, machine)
  }

  @Test func `a plain call is built, prepared, sent, received and settled`() {
    let (actions, machine) = run([.start, .built, .queue, .turn, .prepared, .ended, .giveUp])
    #expect(actions == [.build, .begin, .queue, .prepare, .send, .receive, .settle])
    #expect(machine.state == .settled)
  }

  @Test func `without plugins a call is sent when it is built and settled when it has ended`() {
    #expect(run([.start, .built, .ended], hasPlugins: false).actions == [.build, .send, .settle])
    #expect(run([.start, .built, .stop, .ended], hasPlugins: false).actions == [.build, .send, .stopBackend, .settle])
  }

  @Test func `what stops a call first is why it was stopped`() {
    #expect(run([.start, .expire, .stop]).machine.isExpired)
    #expect(!run([.start, .built, .stop, .expire]).machine.isExpired)
  }

  @Test func `a retry prepares again and counts the attempt`() {
    let (actions, machine) = run(Self.sent + [.ended, .retry, .elapsed, .queue, .turn, .prepared, .ended, .giveUp])
    let attempt: [CallMachine.Action] = [.begin, .queue, .prepare, .send, .receive]
    #expect(actions == [.build] + attempt + [.wait] + attempt + [.settle])
    #expect(machine.attempt == 2)
  }

  @Test func `a retrier is asked between the hooks and the next attempt, or the end`() {
    let asked = Self.sent + [.ended, .ask]
    #expect(run(asked + [.elapsed]).actions.suffix(2) == [.ask, .begin])
    #expect(run(asked + [.elapsed]).machine.attempt == 2)
    #expect(run(asked + [.giveUp]).actions.suffix(2) == [.ask, .settle])
    #expect(run(asked + [.giveUp]).machine.attempt == 1)
    #expect(run(asked + [.stop, .giveUp]).actions.suffix(2) == [.settleStopped, .none])
  }

  @Test func `a request that cannot be built is settled without being sent`() {
    #expect(run([.start, .short]).actions == [.build, .settle])
  }

  @Test func `a plugin's own answer is settled without being sent`() {
    #expect(run(Self.prepares + [.short]).actions.suffix(2) == [.prepare, .settle])
  }

  @Test func `a suspended preparation goes on when it is resumed and has its turn`() {
    #expect(
      run(Self.prepares + [.suspend, .resume, .turn, .prepared]).actions.suffix(5) == [
        .prepare, .none, .queue, .prepare, .send,
      ])
  }

  @Test(arguments: [
    [], [Event.start], [.start, .built, .queue], CallMachineTests.prepares + [.suspend],
    CallMachineTests.prepares + [.suspend, .resume], CallMachineTests.sent + [.ended, .retry],
  ])
  func `a stop while nothing of the call runs settles at once, and its turn is nobody's`(events: [Event]) {
    #expect(run(events + [.stop]).actions.last == .settleStopped)
    #expect(run(events + [.stop, .turn]).actions.last == CallMachine.Action.none)
  }

  @Test func `a stop while hooks run waits for them`() {
    let preparing = run(Self.prepares + [.stop, .prepared])
    #expect(preparing.actions.suffix(2) == [.none, .settleStopped])
    let beginning = run([.start, .built, .stop, .queue])
    #expect(beginning.actions.suffix(2) == [.none, .settleStopped])
    let deciding = run(Self.sent + [.ended, .stop, .retry])
    #expect(deciding.actions.suffix(2) == [.none, .settleStopped])
  }

  @Test func `a stop on the wire asks the backend, whose end is still heard`() {
    #expect(
      run(Self.sent + [.stop, .ended, .giveUp]).actions.suffix(3) == [.stopBackend, .receive, .settle])
  }

  @Test func `an answer that came before the stop is kept`() {
    #expect(run(Self.sent + [.ended, .stop, .giveUp]).actions.last == .settle)
  }

  /// From every state that some order of events leads to.
  @Test(arguments: [true, false])
  func `no order of events settles a call twice or revives it`(hasPlugins: Bool) {
    var open = [CallMachine(hasPlugins: hasPlugins)]
    var seen: [String: CallMachine.State] = [:]
    while let machine = open.popLast() {
      for event in Event.allCases {
        var next = machine
        let action = next.handle(event)
        if machine.state == .settled {
          #expect(action == .none && next.state == .settled, "\(event) acts after the end")
        } else {
          let settles = action == .settle || action == .settleStopped
          #expect(settles == (next.state == .settled), "\(event) in \(machine.state) does \(action)")
        }
        let stop = next.isStopped ? next.isExpired ? "expired" : "stopped" : ""
        if seen.updateValue(next.state, forKey: "\(next.state) \(stop)") == nil { open.append(next) }
      }
    }
    let states: [CallMachine.State] = hasPlugins ? CallMachine.State.allCases : [.ready, .building, .sending, .settled]
    #expect(Set(seen.values) == Set(states))
  }
}
