import Testing

@testable import MoyaCore

@Suite struct CallMachineTests {
  typealias Event = CallMachine.Event

  /// Feeds events and gives the actions.
  private func run(
    _ events: [Event], hasPlugins: Bool = true
  ) -> (actions: [CallMachine.Action], machine: CallMachine) {
    var machine = CallMachine(hasPlugins: hasPlugins)
    return (events.map { machine.handle($0) }, machine)
  }

  @Test func `a plain call is built, prepared, sent, received and settled`() {
    let (actions, machine) = run([.start, .built, .prepared, .ended, .giveUp])
    #expect(actions == [.build, .prepare, .send, .receive, .settle])
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
    let (actions, machine) = run([.start, .built, .prepared, .ended, .retry, .elapsed, .prepared, .ended, .giveUp])
    #expect(actions == [.build, .prepare, .send, .receive, .wait, .prepare, .send, .receive, .settle])
    #expect(machine.attempt == 2)
  }

  @Test func `a retrier is asked between the hooks and the next attempt, or the end`() {
    let asked: [Event] = [.start, .built, .prepared, .ended, .ask]
    #expect(run(asked + [.elapsed]).actions.suffix(2) == [.ask, .prepare])
    #expect(run(asked + [.elapsed]).machine.attempt == 2)
    #expect(run(asked + [.giveUp]).actions.suffix(2) == [.ask, .settle])
    #expect(run(asked + [.giveUp]).machine.attempt == 1)
    #expect(run(asked + [.stop, .giveUp]).actions.suffix(2) == [.settleStopped, .none])
  }

  @Test func `a request that cannot be built is settled without being sent`() {
    #expect(run([.start, .short]).actions == [.build, .settle])
  }

  @Test func `a plugin's own answer is settled without being sent`() {
    #expect(run([.start, .built, .short]).actions == [.build, .prepare, .settle])
  }

  @Test func `a suspended preparation goes on when it is resumed`() {
    #expect(run([.start, .built, .suspend, .resume, .prepared]).actions == [.build, .prepare, .none, .prepare, .send])
  }

  @Test(arguments: [[Event.start], [.start, .built, .suspend], [.start, .built, .prepared, .ended, .retry], []])
  func `a stop while nothing runs settles at once`(events: [Event]) {
    #expect(run(events + [.stop]).actions.last == .settleStopped)
  }

  @Test func `a stop while hooks run waits for them`() {
    let preparing = run([.start, .built, .stop, .prepared])
    #expect(preparing.actions.suffix(2) == [.none, .settleStopped])
    let deciding = run([.start, .built, .prepared, .ended, .stop, .retry])
    #expect(deciding.actions.suffix(2) == [.none, .settleStopped])
  }

  @Test func `a stop on the wire asks the backend, whose end is still heard`() {
    #expect(
      run([.start, .built, .prepared, .stop, .ended, .giveUp]).actions.suffix(3) == [.stopBackend, .receive, .settle])
  }

  @Test func `an answer that came before the stop is kept`() {
    #expect(run([.start, .built, .prepared, .ended, .stop, .giveUp]).actions.last == .settle)
  }

  /// Every sequence of six events: whatever the order, a call settles at most once and nothing follows its end.
  @Test(arguments: [true, false])
  func `no order of events settles a call twice or revives it`(hasPlugins: Bool) {
    let events = Event.allCases
    var indexes = [Int](repeating: 0, count: 6)
    var count = 1
    for _ in indexes { count *= events.count }
    for sequence in 0..<count {
      var rest = sequence
      for position in indexes.indices {
        indexes[position] = rest % events.count
        rest /= events.count
      }
      var machine = CallMachine(hasPlugins: hasPlugins)
      _ = machine.handle(.start)
      var settled = 0
      for index in indexes {
        let action = machine.handle(events[index])
        if action == .settle || action == .settleStopped { settled += 1 }
        if settled > 0, action != .settle, action != .settleStopped, action != .none {
          Issue.record("\(indexes.map { events[$0] }) acts after its end: \(action)")
        }
      }
      if settled > 1 { Issue.record("\(indexes.map { events[$0] }) settles \(settled) times") }
    }
  }
}
