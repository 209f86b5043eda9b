import Testing

@testable import MoyaCore

/// Plugins that wait in `prepare`, `sign` and `finish`. The tests play orders of these events: resumes, late resumes,
/// responses, limits of waits, total timeouts, cancels, the close of the session, callers that join or leave, and other
/// attempts. Between any two steps of the engine, another thread can act.
@Suite struct PendingCallTests {
  private static let setups = [
    PendingSetup(threads: .direct, pending: [.prepare], deviations: 3),
    PendingSetup(threads: .direct, pending: [.process], deviations: 3),
    PendingSetup(threads: .loop, pending: [[.prepare, .process]], isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .loop, pending: [.prepare, .sign], isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .session, pending: [.sign, .process], hasQueues: true, watchesClock: false),
    PendingSetup(threads: .direct, pending: [.process, .process], isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .direct, pending: [.prepare], isLimited: true, retries: true, watchesClock: false),
    PendingSetup(threads: .loop, pending: [.process], callers: 2, isLimited: true, resumesElsewhere: true),
    PendingSetup(threads: .direct, pending: [.prepare], callers: 2, hasQueues: true),
    PendingSetup(threads: .session, pending: [[.prepare, .sign, .process]], callers: 2, retries: true),
  ]

  /// Plays one schedule again, and returns what happened.
  private static func story(_ setup: PendingSetup, _ choices: [UInt8]) -> String {
    let scene = PendingScene(setup, Schedule(choices), tells: true)
    _ = scene.run()
    return (scene.log.lines ?? []).joined(separator: "\n")
  }

  @Test(arguments: setups)
  func `whatever happens between which steps, each call ends once, and nothing is left`(setup: PendingSetup) {
    var ends: Set<String> = []
    var search = ScheduleSearch { schedule in
      let scene = PendingScene(setup, schedule)
      defer { for caller in scene.callers { ends.formUnion(caller.ends) } }
      return scene.run()
    }
    let fault = search.all(deviations: setup.deviations)
    print(setup, search.runs, ends.sorted())
    if let fault { Issue.record("\(PendingCallTests.story(setup, fault))") }
  }

  @Test(arguments: setups)
  func `nor in longer orders, taken at random`(setup: PendingSetup) {
    var search = ScheduleSearch { PendingScene(setup, $0).run() }
    if let fault = search.random(1000) { Issue.record("\(PendingCallTests.story(setup, fault))") }
  }
}
