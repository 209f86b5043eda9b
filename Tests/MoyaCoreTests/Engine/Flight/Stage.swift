import Dispatch

@testable import MoyaCore

/// A table of open flights, and everything that happens to its flights, under the control of a test. The test decides
/// who joins and who cancels, what the backend returns, which timer fires, which queue runs its next job, and when a
/// plugin resumes. Everything happens on one thread, so that a test can repeat an order of events.
final class Stage: @unchecked Sendable {
  enum Event: Hashable {
    /// The next waiter joins the flight.
    case join
    /// A waiter cancels, perhaps before it has joined.
    case giveUp(Int)
    /// The backend ends an exchange, for the first time or again.
    case end(Int, status: Int)
    case progress(Int)
    case timer(Int)
    case resume(Int)
    /// A callback queue runs its next job.
    case run(Int)
  }

  struct Setup: CustomStringConvertible {
    /// For each waiter, the number of the queue that must run its completion; `nil`: the completion runs where the
    /// flight ends.
    var queues: [Int?]
    /// True if a plugin takes part. It prepares with pauses, stores something in its slot, and asks for a second
    /// attempt after a 503.
    var isHooked = true
    var watchesClock = true
    var answersAtOnce = false

    var description: String {
      "queues \(queues)\(isHooked ? ", hooked" : "")\(watchesClock ? "" : ", stubborn")\(answersAtOnce ? ", at once" : "")"
    }
  }

  let setup: Setup
  let table = OpenFlights()
  let backend: StageBackend
  let executor = StageExecutor()
  let plugin = StagePlugin()
  let waiters: [StageWaiter]
  private(set) var joined = 0
  private let registry = Registry()
  /// The lanes in use. Each flight holds one of them.
  private var lanes: [WeakLane] = []

  private struct WeakLane {
    weak var lane: Lane?
  }

  init(_ setup: Setup) {
    self.setup = setup
    backend = StageBackend(setup)
    let executor = executor
    waiters = setup.queues.map { StageWaiter(on: $0.map { executor.queues[$0] }) }
  }

  /// The events that could happen now.
  var events: [Event] {
    var events: [Event] = joined < waiters.count ? [.join] : []
    for (index, waiter) in waiters.enumerated().prefix(joined + 1) where !waiter.hasGivenUp {
      events.append(.giveUp(index))
    }
    for (index, sent) in backend.sent.enumerated() {
      if sent.ends < 2 { events.append(.end(index, status: 200)) }
      if sent.ends < 1 { events += [.end(index, status: 503), .progress(index)] }
    }
    events += executor.timers.indices.map { .timer($0) }
    events += plugin.pauses.indices.filter { plugin.pauses[$0].resumes < 2 }.map { .resume($0) }
    events += executor.jobs.indices.filter { !executor.jobs[$0].isEmpty }.map { .run($0) }
    return events
  }

  func play(_ event: Event) {
    switch event {
    case .join: join()
    case .giveUp(let index): waiters[index].giveUp()
    case .end(let index, let status): backend.end(index, status)
    case .progress(let index): backend.progress(index)
    case .timer(let index): executor.fire(index)
    case .resume(let index): plugin.resume(index)
    case .run(let queue): executor.run(queue)
    }
  }

  private func join() {
    let waiter = waiters[joined].waiter
    joined += 1
    registry.insert(waiter)
    var description = CallDescription(waiter.subject, source: .ready(URLRequest(urlText: Endpoints.url)))
    description.totalTimeout = 3_600_000
    guard let key = SharingKey(description) else { return }
    let lane = Lane(backend, executor: executor)
    lanes.append(WeakLane(lane: lane))
    table.start(
      waiter, description, key, roster: setup.isHooked ? Roster([plugin]) : .empty,
      session: SessionRules(registry: registry), lane: lane)
  }

  /// Runs everything that has begun to its end. No further waiter joins or cancels, and no total timeout passes.
  private func settle() {
    for _ in 0..<20 {
      for queue in executor.jobs.indices { while !executor.jobs[queue].isEmpty { executor.run(queue) } }
      for index in backend.sent.indices where backend.sent[index].ends == 0 { backend.end(index, 200) }
      for index in plugin.pauses.indices where plugin.pauses[index].resumes == 0 { plugin.resume(index) }
      executor.fireShort()
    }
  }

  /// Lets everything end, and returns what is then wrong.
  func faults() -> [String] {
    settle()
    var faults = waiters.flatMap(\.faults) + plugin.faults
    for (index, waiter) in waiters.enumerated() {
      if waiter.ends.count != (index < joined ? 1 : 0) { faults.append("waiter \(index) ends: \(waiter.ends)") }
      if !waiter.hasGivenUp, waiter.ends.contains("cancelled") { faults.append("waiter \(index) did not give up") }
    }
    if setup.isHooked, plugin.processed != joined { faults.append("process runs \(plugin.processed) times") }
    if registry.count != 0 { faults.append("the registry keeps \(registry.count)") }
    if !table.closures.isEmpty { faults.append("the table keeps completions") }
    if !executor.timers.isEmpty { faults.append("\(executor.timers.count) timers are left") }
    backend.forget()
    plugin.forget()
    if lanes.contains(where: { $0.lane != nil }) { faults.append("a flight is kept") }
    return faults
  }
}
