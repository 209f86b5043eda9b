import Testing

@testable import MoyaCore

/// Plugins that wait in `prepare`, `sign` and `finish`. During the waits, the tests play events in every order. The
/// events are resumes, second and late resumes, responses, limits of waits, total timeouts, cancels, the close of the
/// session, callers that join or leave, and other attempts. Another thread can act between any two steps of the engine.
@Suite struct PendingCallTests {
  private static let small = [
    PendingSetup(threads: .direct, pending: [.process]),
    PendingSetup(threads: .direct, pending: [.prepare], watchesLocks: false),
    PendingSetup(threads: .direct, pending: [[]], retries: true, watchesLocks: false),
    PendingSetup(threads: .loop, pending: [.sign], isLimited: true, resumesElsewhere: true, watchesLocks: false),
  ]

  private static let setups = [
    PendingSetup(threads: .direct, pending: [.prepare, .process]),
    PendingSetup(threads: .direct, pending: [.process, .process], isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .direct, pending: [.prepare], isLimited: true, retries: true, watchesClock: false),
    PendingSetup(threads: .direct, pending: [[.prepare, .sign]], hasQueues: true, isLimited: true),
    PendingSetup(threads: .direct, pending: [.prepare, .prepare], isLimited: true, isMute: true),
    PendingSetup(threads: .direct, pending: [.process, .process], isLimited: true, isMute: true),
    PendingSetup(threads: .direct, pending: [.prepare], callers: 2, hasQueues: true),
    PendingSetup(threads: .direct, pending: [.process], callers: 2, isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .session, pending: [.sign, .process], hasQueues: true, watchesClock: false),
    PendingSetup(threads: .session, pending: [[.prepare, .process]], isLimited: true, retries: true),
    PendingSetup(threads: .session, pending: [[.sign, .process]], callers: 2, retries: true),
    PendingSetup(threads: .loop, pending: [[.prepare, .process]], isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .loop, pending: [.prepare, .sign], isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .loop, pending: [.process], callers: 2, isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .loop, pending: [.prepare], retries: true, watchesClock: false, resumesElsewhere: true),
  ]

  /// Returns what happens with a schedule.
  private static func story(_ setup: PendingSetup, _ choices: [UInt8]) -> Comment {
    let scene = PendingScene(setup, Schedule(choices), tells: true)
    _ = scene.run()
    return Comment(rawValue: (scene.log.lines ?? []).joined(separator: "\n"))
  }

  /// Plays every schedule with at most this many deviations. Together, their calls must end in all the ways of
  /// `setup.ends`.
  private static func playAll(_ setup: PendingSetup, deviations: Int) {
    var ends: Set<String> = []
    let search = ScheduleSearch { schedule in
      let scene = PendingScene(setup, schedule)
      let faults = scene.run()
      for caller in scene.callers { ends.formUnion(caller.ends.map { PendingSetup.kind(of: $0) }) }
      return faults
    }
    if let fault = search.all(deviations: deviations) { Issue.record(story(setup, fault)) }
    #expect(ends == setup.ends)
  }

  @Test(arguments: setups)
  func `whatever happens between which steps, each call ends once, and nothing is left`(setup: PendingSetup) {
    PendingCallTests.playAll(setup, deviations: 1)
  }

  @Test(arguments: small)
  func `nor does it matter what else happens then`(setup: PendingSetup) {
    PendingCallTests.playAll(setup, deviations: 2)
  }

  @Test(arguments: small + setups)
  func `nor in longer orders, taken at random`(setup: PendingSetup) {
    let search = ScheduleSearch { PendingScene(setup, $0).run() }
    if let fault = search.random(150) { Issue.record(PendingCallTests.story(setup, fault)) }
  }
}
