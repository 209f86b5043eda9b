import Dispatch

@testable import MoyaCore

/// Stores jobs and timers. `PendingScene`, which plays the test, decides when they run.
final class PendingExecutor: Executor, @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  /// The places in which jobs run one after another: the loop, the session's queue, and the callers' queues.
  static let names = ["the loop", "the session's queue", "queue 0", "queue 1"]
  private static let (loop, session, firstQueue) = (0, 1, 2)
  /// No job runs on these queues. They serve as names.
  static let queues = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]

  struct Work {
    let job: Job
  }

  private unowned let scene: PendingScene
  private let threads: PendingSetup.Threads
  private(set) var jobs: [[Work]] = [[], [], [], []]
  /// For each place, true while one of its jobs runs.
  private(set) var isBusy = [false, false, false, false]
  private(set) var timers: [PendingTimer] = []
  private(set) var loose: [PendingTimer.Taken] = []

  init(_ scene: PendingScene) {
    self.scene = scene
    threads = scene.setup.threads
  }

  /// The place in which timers fire. `nil`: they fire on their own threads.
  var timerPlace: Int? { threads == .loop ? PendingExecutor.loop : nil }

  var preparesInPlace: Bool { threads != .session }

  func prepare(_ work: @escaping Job) {
    scene.yield("prepare of the executor")
    if preparesInPlace { work() } else { jobs[PendingExecutor.session].append(Work(job: work)) }
  }

  func perform(_ work: @escaping Job) {
    scene.yield("perform of the executor")
    if threads == .loop { jobs[PendingExecutor.loop].append(Work(job: work)) } else { work() }
  }

  func deliver(on queue: DispatchQueue, _ work: @escaping Job) {
    scene.yield("deliver of the executor")
    let place = queue === PendingExecutor.queues[0] ? 0 : 1
    jobs[PendingExecutor.firstQueue + place].append(Work(job: work))
  }

  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping Job) -> any Stoppable {
    let timer = PendingTimer(work, after: delay, of: scene)
    timers.append(timer)
    scene.yield("schedule for \(timer.kind)")
    return timer
  }

  func occupy(_ place: Int?, _ work: () -> Void) {
    guard let place else { return work() }
    isBusy[place] = true
    work()
    isBusy[place] = false
  }

  func run(_ place: Int) {
    let work = jobs[place].removeFirst()
    occupy(place) { work.job() }
  }

  func fire(_ timer: PendingTimer) { timer.take()?.run(scene) }

  func take(_ timer: PendingTimer) { if let taken = timer.take() { loose.append(taken) } }

  func runLoose() { loose.removeFirst().run(scene) }
}

final class PendingTimer: Stoppable, @unchecked Sendable {
  enum Kind: String {
    case retry
    case limit
    case totalTimeout
  }

  /// A job that its timer cannot stop any more.
  struct Taken {
    let job: PendingExecutor.Job
    let kind: Kind

    func run(_ scene: PendingScene) {
      if kind != .retry { scene.causes.insert(kind.rawValue) }
      job()
    }
  }

  let kind: Kind
  private(set) var job: PendingExecutor.Job?
  private unowned let scene: PendingScene

  init(_ job: @escaping PendingExecutor.Job, after delay: UInt32, of scene: PendingScene) {
    self.job = job
    self.scene = scene
    kind = delay < 1000 ? .retry : delay <= PendingSetup.waitLimit ? .limit : .totalTimeout
  }

  func take() -> Taken? { job.take().map { Taken(job: $0, kind: kind) } }

  func stop() {
    guard job.take() != nil else { return }
    scene.yield("stop of the timer of \(kind)")
  }
}

/// Stores exchanges. `PendingScene` decides when they end.
final class PendingBackend: Backend, @unchecked Sendable {
  final class Sent: Stoppable, @unchecked Sendable {
    fileprivate(set) var observer: (any TransferObserver)?
    fileprivate(set) var ends = 0
    fileprivate var isStopped = false
    private unowned let scene: PendingScene

    init(_ observer: any TransferObserver, in scene: PendingScene) {
      self.observer = observer
      self.scene = scene
    }

    func stop() {
      isStopped = true
      scene.yield("stop of the transfer")
    }
  }

  let traits: BackendTraits
  private unowned let scene: PendingScene
  private(set) var sent: [Sent] = []

  init(_ scene: PendingScene) {
    self.scene = scene
    traits = scene.setup.watchesClock ? [.watchesTotalTimeout, .choosesQueue] : .choosesQueue
  }

  /// The place in which exchanges end. `nil`: they end on threads of the backend.
  var place: Int? { scene.executor.timerPlace }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let sent = Sent(observer, in: scene)
    self.sent.append(sent)
    scene.yield("send of the backend")
    return sent
  }

  func end(_ index: Int, _ status: Int) {
    let sent = sent[index]
    sent.ends += 1
    // Choice 1 delivers a response although the transfer was stopped, because the response can have arrived before.
    let isLost = sent.isStopped && sent.ends == 1 && scene.schedule.choose(of: 2) == 0
    sent.observer?.transferDidFinish(isLost ? .failure(.cancelled) : ScriptedBackend.status(status))
  }

  func forget() { for sent in sent { sent.observer = nil } }
}
