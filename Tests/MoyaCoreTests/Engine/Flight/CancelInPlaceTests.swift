import Glibc
import MoyaTestSupport
import Testing

@testable import MoyaCore

/// One thread runs a call from its start to its end, for example a call with an immediate stub. Another thread cancels
/// this call.
@Suite struct CancelInPlaceTests {
  /// Lets another thread cancel the call between its steps.
  private final class Interrupted: Executor, @unchecked Sendable {
    var waiter: Waiter?

    func prepare(_ work: @escaping @Sendable () -> Void) {
      interrupt()
      work()
    }

    func interrupt() {
      let cancelled = Signal()
      Thread.detach { [waiter] in
        waiter?.cancel()
        cancelled.fire()
      }
      #expect(cancelled.wait())
    }
  }

  /// Cancels inside a hook, and while the call waits for the next hook after a pending one.
  @Test(arguments: [false, true])
  func `the thread that makes it has its end, and it ends as cancelled`(isPending: Bool) {
    let journal = Journal()
    let executor = Interrupted()
    let subject = TargetSubject(FlightTests.Zen(), FlightTests.Zen().endpoint)
    let request = URLRequest(urlText: "http://h/zen")
    let description = CallDescription(subject, source: .ready(request))
    let plugin = RecordingPlugin("A", journal)
    var pending: PluginContext?
    plugin.onPrepare = { request, context in
      if isPending {
        pending = context
        return .pending
      }
      executor.interrupt()
      return .ready(request)
    }
    let flight = Flight(
      description, roster: Roster([plugin]), session: .none,
      lane: Lane(StubBackend.immediate.backend, executor: executor))
    let here = pthread_self()
    let waiter = Waiter(
      subject,
      nil,
      closure: { result in
        journal.write("completion \(Journal.brief(result)) \(pthread_self() == here ? "here" : "elsewhere")")
      })
    executor.waiter = waiter
    flight.start(waiter)
    pending?.resume(.ready(request))
    (executor.waiter, pending) = (nil, nil)
    #expect(journal.all == ["A.prepare 1", "A.process cancelled", "completion cancelled here"])
  }
}
