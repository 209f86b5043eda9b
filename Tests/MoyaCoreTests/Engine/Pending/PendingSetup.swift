@testable import MoyaCore

/// Who takes part in a `PendingScene`, and what usually happens there.
struct PendingSetup: CustomStringConvertible, Sendable {
  /// Which threads do the engine's work.
  enum Threads: Sendable {
    /// Every job runs at once on the thread that adds it, and timers have threads of their own (`DirectExecutor`).
    case direct
    /// Like `direct`, but the hooks before the request run on a queue (`DispatchExecutor`).
    case session
    /// One thread runs the timers, the responses and the cancels (`LoopExecutor`).
    case loop
  }

  static let totalTimeout: UInt32 = 3_600_000
  static let waitLimit: UInt32 = 5000
  /// If a backend ends an exchange a second time, the response has this status. No call may end with it.
  static let lateStatus = 202

  let threads: Threads
  /// For each plugin, the hooks that wait.
  let pending: [Hooks]
  /// The number of callers. Two callers share a flight if the second one starts in time.
  var callers = 1
  /// True if each caller's completion runs on a queue of its own.
  var hasQueues = false
  /// True if the waits of plugins have a limit.
  var isLimited = false
  /// True if the first two exchanges usually end with a 503, and the first plugin asks for another attempt after each.
  var retries = false
  /// True if the plugins usually never resume. A limit or the total timeout then ends each wait.
  var isMute = false
  var watchesClock = true
  var resumesElsewhere = false
  /// True if other threads can act wherever the engine has released a lock.
  var watchesLocks = true
  func usualStatus(of exchange: Int) -> Int { retries && exchange < 2 ? 503 : 200 }

  /// The kinds of result that a caller can get if one event deviates from the usual course.
  var ends: Set<String> {
    var ends: Set<String> = ["cancelled"]
    if pending.contains(where: { !$0.isEmpty }) { ends.insert("answered") }
    if !isMute { ends.insert("200") }
    if retries { ends.insert("503") }
    if isLimited { ends.insert("limit") }
    if !isLimited && pending.contains(where: { !$0.isEmpty }) || !watchesClock { ends.insert("totalTimeout") }
    return ends
  }

  static func kind(of end: String) -> String {
    // The plugins' own responses have the statuses from 300 on.
    if let status = Int(end) { return (300..<400).contains(status) ? "answered" : end }
    return end == FinishChain.limit ? "limit" : end
  }

  var description: String {
    var words = ["\(threads)", pending.map { PendingSetup.names(of: $0) }.joined(separator: " and ")]
    if callers > 1 { words.append("shared") }
    if hasQueues { words.append("queues") }
    if isLimited { words.append("limited") }
    if retries { words.append("retries") }
    if !watchesClock { words.append("stubborn") }
    if isMute { words.append("mute") }
    if resumesElsewhere { words.append("elsewhere") }
    return words.joined(separator: ", ")
  }

  static func names(of hooks: Hooks) -> String {
    let names: [(Hooks, String)] = [(.prepare, "prepare"), (.sign, "sign"), (.process, "finish")]
    let found = names.filter { hooks.contains($0.0) }.map(\.1)
    return found.isEmpty ? "nothing" : found.joined(separator: "+")
  }
}

/// What can happen next.
enum PendingEvent: CustomStringConvertible {
  /// A serial queue or the loop runs its next job.
  case run(Int)
  /// A thread runs a job that it has taken from a timer.
  case runLoose
  /// The next caller makes its call.
  case start
  case resume(Int, Question.Answer)
  /// The backend ends an exchange, for the first time or again.
  case end(Int, Int)
  case fire(PendingTimer)
  /// A thread takes the job of a timer, so that stopping the timer has no effect any more, and runs it later.
  case take(PendingTimer)
  case cancel(Int)
  /// The session closes, and cancels all calls.
  case close

  var description: String {
    switch self {
    case .run(let place): "\(PendingExecutor.names[place]) runs a job"
    case .runLoose: "a timer's job runs late"
    case .start: "a caller starts"
    case .resume(let index, let answer): "plugin resumes question \(index) with \(answer)"
    case .end(let index, let status): "exchange \(index) ends with \(status)"
    case .fire(let timer): "the timer of \(timer.kind) fires"
    case .take(let timer): "a thread takes the job of the timer of \(timer.kind)"
    case .cancel(let number): "caller \(number) cancels"
    case .close: "the session closes"
    }
  }
}
