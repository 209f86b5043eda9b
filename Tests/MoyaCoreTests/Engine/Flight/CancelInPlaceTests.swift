import Glibc
import MoyaTestSupport
import Testing

@testable import MoyaCore

/// A call that one thread makes from its start to its end, such as an immediate stub, and another thread that cancels it.
@Suite struct CancelInPlaceTests {
  /// Lets another thread cancel in between the steps of such a call.
  private final class Interrupted: Executor, @unchecked Sendable {
    var waiter: Waiter?

    func prepare(_ work: @escaping @Sendable () -> Void) {
      let cancelled = Signal()
      Thread.detach { [waiter] in
        waiter?.cancel()
        cancelled.fire()
      }
      #expect(cancelled.wait())
      work()
    }
  }

  @Test func `the thread that makes it has its end, and it ends as cancelled`() throws {
    let journal = Journal()
    let executor = Interrupted()
    let subject = TargetSubject(FlightTests.Zen(), FlightTests.Zen().endpoint)
    let order = Order(subject, source: .ready(URLRequest(urlText: "http://h/zen")))
    let flight = Flight(
      order, roster: Roster([RecordingPlugin("A", journal)]), session: .none,
      lane: Lane(StubBackend.immediate.backend, executor: executor))
    let here = pthread_self()
    let waiter = Waiter(
      subject,
      CompletionEnd { result in
        journal.write("completion \(Journal.brief(result)) \(pthread_self() == here ? "here" : "elsewhere")")
      })
    executor.waiter = waiter
    flight.start(waiter)
    executor.waiter = nil
    #expect(journal.all == ["A.process cancelled", "completion cancelled here"])
  }
}
